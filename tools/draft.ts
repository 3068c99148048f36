/**
 * Turns the draft of the Supabase CLI into a migration as a person writes it: without rights that a
 * new object has by itself, with columns in the order of the schemas, and with constraints that are
 * validated later.
 *
 * The CLI (pg-delta) states each right of a new object apart: it revokes all rights of every role
 * and grants again, so that the draft holds under any default privileges. Here the default
 * privileges are part of the schemas, and these statements add nothing.
 */
import type postgres from "postgres";
import { statementsOf } from "./statements.ts";

const RIGHT =
  /^(REVOKE ALL|GRANT EXECUTE) ON (FUNCTION|TABLE|SEQUENCE) ([\s\S]+) (?:FROM|TO) ([^()]+);$/;

/** The roles with rights to a new object of the role `postgres`, by `<kind> <schema>`. */
async function defaultGrantees(sql: postgres.Sql): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ place: string; grantees: string[] }[]>`
    with changed as (
      select defaclobjtype::text as objtype, defaclnamespace as schema, defaclacl as acl
      from pg_default_acl where defaclrole = 'postgres'::regrole
    )
    select concat(d.kind, ' ', n.nspname) as place,
      array_agg(distinct coalesce(r.rolname, 'PUBLIC')) as grantees
    from (values ('FUNCTION', 'f'), ('TABLE', 'r'), ('SEQUENCE', 'S')) as d (kind, objtype)
    cross join pg_namespace as n
    cross join aclexplode(
      coalesce((select c.acl from changed as c where c.objtype = d.objtype and c.schema = 0),
        acldefault(lower(d.objtype)::"char", 'postgres'::regrole))
      || coalesce((select c.acl from changed as c where c.objtype = d.objtype and c.schema = n.oid),
        '{}')) as acl
    left join pg_roles as r on r.oid = acl.grantee
    where n.nspname in ('public', 'private')
    group by 1`;
  return new Map(rows.map(({ place, grantees }) => [place, new Set(grantees)]));
}

/** Leaves out the rights that an object has by itself when this draft makes it. */
async function withoutGivenRights(statements: string[], old: postgres.Sql): Promise<string[]> {
  // The place of these statements decides which rights a new object has.
  const changed = statements.filter((each) => each.startsWith("ALTER DEFAULT PRIVILEGES")).join();
  const isSettled = (kind: string) =>
    !changed.includes(` ON ${kind}S `) &&
    !(kind === "FUNCTION" && changed.includes(" ON ROUTINES "));
  const grantees = await defaultGrantees(old);
  const dropped = new Set(
    statements.flatMap((each) => /^DROP \w+ ([\s\S]+);$/.exec(each)?.[1] ?? []),
  );
  const isNew = async (kind: string, object: string) => {
    if (dropped.has(object)) return true;
    const [found] = kind === "FUNCTION"
      ? await old`select to_regprocedure(${object}) as oid`
      : await old`select to_regclass(${object}) as oid`;
    return found!.oid === null;
  };
  const kept: string[] = [];
  for (const statement of statements) {
    const [, verb, kind, object, names] = RIGHT.exec(statement) ?? [];
    const schema = /^"?(\w+)/.exec(object ?? "")?.[1];
    const given = grantees.get(`${kind} ${schema}`);
    const some = names?.split(", ").map((name) => name.replaceAll('"', "")) ?? [];
    const ofOwner = String(some) === "postgres" &&
      ["REVOKE ALL", "GRANT EXECUTE"].every((each) =>
        statements.some((other) => other.startsWith(`${each} ON ${kind} ${object} `))
      );
    const saysNothing = given && isSettled(kind!) &&
      (ofOwner || verb === "REVOKE ALL" && !some.some((name) => given.has(name)));
    if (!saysNothing || !await isNew(kind!, object!)) kept.push(statement);
  }
  return kept;
}

/** A new table with its columns in the order of the schemas: the CLI writes some after constraints. */
async function inOrder(statement: string, wanted: postgres.Sql): Promise<string> {
  const [, head, body, tail] = /^(CREATE TABLE (?:\S+) \(\n)([\s\S]+?)(\n\)[\s\S]*)$/
    .exec(statement) ?? [];
  if (!body) return statement;
  const columns = await wanted<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${head!.split(" ")[2]!}) and attnum > 0 order by attnum`;
  const place = new Map(columns.map(({ name }, at) => [name, at]));
  const placeOf = (item: string) =>
    place.get(/^ {2}"((?:[^"]|"")+)" /.exec(item)?.[1] ?? "") ?? columns.length;
  const items = body.split(/,\n(?= {2}\S)/).toSorted((a, b) => placeOf(a) - placeOf(b));
  return head + items.join(",\n") + tail;
}

/**
 * Turns a draft into a migration.
 *
 * @param text the CLI's draft between the databases `old` and `wanted`
 */
export async function tidied(
  text: string,
  old: postgres.Sql,
  wanted: postgres.Sql,
): Promise<string> {
  const statements = await withoutGivenRights(statementsOf(text), old);
  return (await Promise.all(statements.map((each) => inOrder(each, wanted)))).join("\n\n");
}

const CONSTRAINT =
  /^(ALTER TABLE (\S+))\s+ADD CONSTRAINT ("(?:[^"]|"")+") (?:CHECK|FOREIGN KEY|\n\s*CHECK)[\s\S]*;$/;

/**
 * Splits a draft in two: in the first part the constraints of tables with rows are `not valid`,
 * which locks the tables briefly; the second part validates them, and is empty without such
 * constraints.
 */
export function apart(draft: string): { migration: string; validation: string } {
  const statements = statementsOf(draft);
  const made = new Set(statements.flatMap((each) => /^CREATE TABLE (\S+)/.exec(each)?.[1] ?? []));
  const validations: string[] = [];
  const migration = statements.map((each) => {
    const [, head, table, name] = CONSTRAINT.exec(each) ?? [];
    if (!table || made.has(table) || each.endsWith("NOT VALID;")) return each;
    validations.push(`${head} VALIDATE CONSTRAINT ${name};\n`);
    return each.replace(/;$/, " NOT VALID;");
  });
  return { migration: joined(migration), validation: validations.join("\n") };
}

/** Joins statements. Own ones, in small letters, stand in lines; the CLI's have blank lines. */
const joined = (statements: string[]): string =>
  statements.map((each, at) => {
    const next = statements[at + 1];
    return each + (next && /^[a-z]/.test(each) && /^[a-z]/.test(next) ? "\n" : "\n\n");
  }).join("").replace(/\n+$/, "\n");
