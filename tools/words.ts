/**
 * The words of the service: a file for each language in `supabase/words`, whose sentences are in ICU's
 * MessageFormat. The schemas get them as SQL, in the form that `private.text` reads.
 */
import { parse, type Token } from "@messageformat/parser";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file of a language. */
interface ServiceWords {
  language: {
    /** How the language speaks to people, for its translators. */
    about: string;
    /** The configuration of Postgres that stems its words, `simple` where there is none. */
    search: string;
  };
  /** How app and service name the things of the product. */
  glossary: Record<string, string>;
  /** By name and part. */
  texts: Record<string, Record<string, string>>;
  prompts: string[];
  /** Templates of entries, by a name that stays. */
  templates: Record<string, { name: string; title: string; content: string }>;
}

/** The words of the service in each language, by its code. */
export function serviceWords(root: string): Record<string, ServiceWords> {
  const folder = join(root, "supabase/words");
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return Object.fromEntries(files.map((file) => [
    file.split(".")[0]!,
    JSON.parse(Deno.readTextFileSync(join(folder, file))),
  ]));
}

const dates: Record<string, string> = { "::EEEEdMMMM": "weekday", "::dMMMM": "day" };

/**
 * A message as `private.text` reads it: `{entries, plural, one {# entry} other {# entries}}` is
 * `{entries:one=# entry|other=# entries}`. A choice contains no other value, and a space in the name
 * of a choice is written `_`.
 * @throws {Error} for what it cannot read
 */
function sqlForm(message: string): string {
  return parse(message).map((token) => {
    if (token.type === "content") return token.value;
    if (token.type === "argument") return `{${token.arg}}`;
    if (token.type === "function") {
      const [param] = token.param ?? [];
      const form = token.key === "number"
        ? "other=#"
        : token.key === "date" && param?.type === "content" && dates[param.value.trim()];
      if (form) return `{${token.arg}:${form}}`;
      throw new Error(`The service cannot read ${token.ctx.text} of ${message}`);
    }
    const choices = token.cases.map(({ key, tokens }) =>
      `${key.replace(/^=/, "").replaceAll("_", " ")}=${choiceOf(tokens, token.arg)}`
    );
    // `other`, which ICU requires, says nothing where there are no other values.
    return `{${token.arg}:${choices.filter((each) => each !== "other=").join("|")}}`;
  }).join("");
}

function choiceOf(tokens: Token[], arg: string): string {
  return tokens.map((token) => {
    if (token.type === "content" && !/[|{}#]/.test(token.value)) return token.value;
    if (token.type === "octothorpe" || token.type === "argument" && token.arg === arg) return "#";
    throw new Error(`A choice of ${arg} contains ${token.ctx.text}`);
  }).join("");
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const row = (...values: string[]) => `  (${values.map(quoted).join(", ")})`;

/** The plural form of a language for a whole number. From 200 on, its last two digits decide. */
function formOf(language: string): string {
  const rules = new Intl.PluralRules(language);
  const numbers = Map.groupBy(Array.from({ length: 200 }, (_, n) => n), (n) => rules.select(n));
  const [rest, ...forms] = [...numbers].sort(([, a], [, b]) => b.length - a.length);
  const cases = forms.map(([form, of]) => `when v_number in (${of.join(", ")}) then '${form}'`);
  return `case ${cases.join(" ")} else '${rest![0]}' end`;
}

/** Writes what the schemas take from the languages, which is not committed. */
export function writeWords(root: string): void {
  if (!existsSync(join(root, "supabase/words"))) return;
  const { en, ...others } = serviceWords(root);
  const all = Object.entries({ en: en!, ...others });
  const texts = {
    "00-platform/09-languages.sql": languagesInSql(all),
    "99-words/words.sql": rowsInSql(all),
  };
  for (const [name, text] of Object.entries(texts)) {
    const path = join(root, "supabase/schemas", name);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, `-- Made of supabase/words by tools/words.ts.\n\n${text}`);
  }
}

/** English comes first, and stands for a language that the service does not speak. */
function languagesInSql([english, ...others]: [string, ServiceWords][]): string {
  const [en, { language: { search } }] = english!;
  const codes = [en, ...others.map(([code]) => code)].map(quoted).join(", ");
  const configurations = others.map(([code, { language }]) =>
    `    when ${quoted(code)} then 'pg_catalog.${language.search}'::regconfig\n`
  );
  const forms = others.map(([code]) => `    when ${quoted(code)} then ${formOf(code)}\n`);
  return `-- The languages of users.
create function private.languages() returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array[${codes}];
end
$$;

-- How words of a language are stemmed.
create function private.search_configuration(p_language text) returns regconfig
language plpgsql immutable set search_path = ''
as $$
begin
  return case p_language
${configurations.join("")}    else 'pg_catalog.${search}'::regconfig end;
end
$$;

-- The form in which a language counts: 'one', 'few', 'many' or 'other'.
create function private.number_form(p_number bigint, p_language text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_number constant bigint := case when p_number < 200 then p_number else 100 + p_number % 100 end;
begin
  return case p_language
${forms.join("")}    else ${formOf(en)} end;
end
$$;
`;
}

function rowsInSql(all: [string, ServiceWords][]): string {
  const texts = all.flatMap(([code, { texts }]) =>
    Object.entries(texts).flatMap(([name, parts]) =>
      Object.entries(parts).map(([part, text]) => row(code, name, part, sqlForm(text)))
    )
  );
  const prompts = all.flatMap(([code, { prompts }]) => prompts.map((text) => row(code, text)));
  const templates = all.flatMap(([code, { templates }]) =>
    Object.entries(templates).map(([id, { name, title, content }]) =>
      row(code, id, name, title, content)
    )
  );
  const ofTemplates = (language: string) =>
    templates.filter((each) => each.startsWith("  ('en'") === (language === "en")).join(",\n");
  return `insert into private.texts (language, name, part, text) values
${texts.join(",\n")};

-- Their ids are those of their texts, the same everywhere.
insert into public.prompts (id, text, language, active_since, created_at)
select md5('prompt ' || case when language = 'en' then '' else language || ' ' end || text)::uuid,
  text, language, '2000-01-01', '2000-01-01'
from (values
${prompts.join(",\n")}
) as t (language, text);

insert into public.entry_templates (id, user_id, name, title, content)
select md5('template ' || template)::uuid, null, name, title, content
from (values
${ofTemplates("en")}
) as t (language, template, name, title, content);

insert into private.entry_template_texts (id, language, name, title, content)
select md5('template ' || template)::uuid, language, name, title, content
from (values
${ofTemplates("others")}
) as t (language, template, name, title, content);
`;
}
