/** Splits SQL into statements, each with the comments above it, and tells their kinds apart. */

/** Comments and quoted texts, whose semicolons end no statement; then names, then other signs. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|E'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|[a-z_][\w$]*|[\s\S]/giy;

/**
 * The statements of a file, each with its semicolon and the comments above it; comments at the end
 * count as one. Functions have to have a quoted body; `begin atomic` is not understood.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  for (const [part] of text.matchAll(token)) {
    statement += part;
    if (part !== ";") continue;
    statements.push(statement.trim());
    statement = "";
  }
  return [...statements, statement.trim()].filter(Boolean);
}

/** A statement without the comments above it. */
const withoutComments = (statement: string): string =>
  statement.replace(/^(\s|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, "");

/**
 * The act of a statement of data: `select private.set_quota`, `insert into public.prompts`, `delete
 * from public.prompts`; null for comments, definitions and settings.
 */
export function actOf(statement: string): string | null {
  const bare = withoutComments(statement).replaceAll(/\s+/g, " ").toLowerCase();
  if (!bare || /^(create|alter|drop|comment|grant|revoke|set|reset) /.test(bare)) return null;
  return /^(select|insert into|update|delete from) [\w."]+/.exec(bare)?.[0] ?? bare.split(" ")[0]!;
}

/** Whether a statement writes nothing but values that stand in it. */
export const isLiteral = (statement: string): boolean =>
  /^insert into \S+ \([^)]*\)\s+values /i.test(withoutComments(statement)) ||
  /^delete from \S+ where (\w+ = '(?:[^']|'')*'(?: and )?)+;$/i.test(withoutComments(statement));
