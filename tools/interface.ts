/**
 * The interface for programs and operators: the OpenAPI document, the rights in the Data API, the
 * exports of the client, the variables of the environment. `npm run release` keeps the interface of
 * the newest release in docs/released-interface.json; the first release makes the file.
 */
import { join } from "node:path";
import type { ISql } from "postgres";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { variables } from "../shared/base/variables.ts";
import { clientExports, openApiDocument } from "./client.ts";
import { type Json, majorChanges } from "./compatible.ts";

const fileOf = (project: string) => join(project, "docs/released-interface.json");

interface Interface {
  document: Json;
  /** By module and name, the number of required arguments. */
  exports: Record<string, number>;
  variables: string[];
  rights: Rights;
}

/**
 * The rights of signed-in users over the Data API, such as `update goals.title` or `call get_goal
 * with p_id`. The number of `call get_goal` counts its required arguments.
 */
type Rights = Record<string, number>;

const words = new Set(["description", "summary", "example", "examples", "tags", "x-tagGroups"]);

/** A part of a document without its texts. A field may have the name of a text. */
const withoutWords = (node: Json, key = ""): Json =>
  node instanceof Object && !Array.isArray(node)
    ? Object.fromEntries(
      Object.entries(node).filter(([name]) => key === "properties" || !words.has(name))
        .map(([name, value]) => [name, withoutWords(value, name)]),
    )
    : Array.isArray(node)
    ? node.map((each) => withoutWords(each))
    : node;

/** The rights in a migrated database, without regard to row-level security. */
export async function rightsIn(sql: ISql): Promise<Rights> {
  const rows = await sql<{ name: string; required: number }[]>`
    with functions as (
      select * from pg_proc
      where pronamespace = 'public'::regnamespace
        and has_function_privilege('authenticated', oid, 'execute')
    ), relations as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
    )
    select 'call ' || proname as name, pronargs - pronargdefaults as required from functions
    union all
    select format('call %s with %s', proname, argument), 0
    from functions, unnest(proargnames[1:pronargs]) as argument
    union all
    select format('%s %s.%s', verb, relname, attname), 0
    from relations join pg_attribute on attrelid = relations.oid,
      unnest(array['select', 'insert', 'update']) as verb
    where attnum > 0 and not attisdropped
      and has_column_privilege('authenticated', attrelid, attnum, verb)
    union all
    select 'delete ' || relname, 0 from relations
    where has_table_privilege('authenticated', oid, 'delete')
    order by name`;
  return Object.fromEntries(rows.map(({ name, required }) => [name, required]));
}

/** @param sql a database to which all migrations are applied */
export const presentInterface = async (sql: ISql): Promise<Interface> => ({
  document: withoutWords(await openApiDocument()),
  exports: clientExports(join(root, "packages/client")),
  variables: variables.map(({ name }) => name),
  rights: await rightsIn(sql),
});

/** Null before the first release. */
export async function releasedInterface(of = root): Promise<Interface | null> {
  const text = await Deno.readTextFile(fileOf(of)).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });
  return text && JSON.parse(text);
}

/** Names that are gone, and functions that require more arguments. */
const lost = (kind: string, before: Record<string, number>, after: Record<string, number>) =>
  Object.entries(before).flatMap(([name, required]) => {
    const present = after[name];
    if (present === undefined) return [`${kind} ${name}: is gone`];
    return present > required ? [`${kind} ${name}: requires ${present} arguments`] : [];
  });

/** The changes that break programs of the release, a line each. A major version may break them. */
export function interfaceFaults(released: Interface | null, present: Interface): string[] {
  const major = ({ document }: Interface) => parseInt(document.info.version);
  if (!released || major(present) > major(released)) return [];
  return [
    ...majorChanges(released.document, present.document),
    ...lost("export", released.exports, present.exports),
    ...lost("right", released.rights, present.rights),
    ...released.variables.filter((name) => !present.variables.includes(name))
      .map((name) => `variable ${name}: is gone`),
  ];
}

/** JSON with a line for each operation and schema. */
const inLines = (node: Json, depth = 4): string =>
  depth > 0 && node instanceof Object && !Array.isArray(node)
    ? `{\n${
      Object.entries(node).map(([name, value]) =>
        `${JSON.stringify(name)}: ${inLines(value, depth - 1)}`
      ).join(",\n")
    }\n}`
    : JSON.stringify(node);

export const keepInterface = (present: Interface, of = root): Promise<void> =>
  Deno.writeTextFile(fileOf(of), inLines(present) + "\n");
