/**
 * What programs and operators rely on: the OpenAPI document, the exports of the client, the variables
 * of the environment. `npm run release` keeps those of the newest release.
 */
import { join } from "node:path";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { variables } from "../shared/base/variables.ts";
import { clientExports, openApiDocument } from "./client.ts";
import { type Json, majorChanges } from "./compatible.ts";

const file = join(root, "docs/released-interface.json");

export interface Interface {
  document: Json;
  /** By module and name, the number of required arguments. */
  exports: Record<string, number>;
  variables: string[];
}

const words = new Set(["description", "summary", "example", "examples", "tags", "x-tagGroups"]);

/** A part of a document without its texts; a field may have the name of one. */
const withoutWords = (node: Json, key = ""): Json =>
  node instanceof Object && !Array.isArray(node)
    ? Object.fromEntries(
      Object.entries(node).filter(([name]) => key === "properties" || !words.has(name))
        .map(([name, value]) => [name, withoutWords(value, name)]),
    )
    : Array.isArray(node)
    ? node.map((each) => withoutWords(each))
    : node;

export const presentInterface = async (): Promise<Interface> => ({
  document: withoutWords(await openApiDocument()),
  exports: clientExports(join(root, "packages/client")),
  variables: variables.map(({ name }) => name),
});

export const releasedInterface = async (path = file): Promise<Interface> =>
  JSON.parse(await Deno.readTextFile(path));

/** What breaks programs of the release, a line each. A major version may break them. */
export function interfaceFaults(released: Interface, present: Interface): string[] {
  const major = ({ document }: Interface) => parseInt(document.info.version);
  if (major(present) > major(released)) return [];
  return [
    ...majorChanges(released.document, present.document),
    ...Object.entries(released.exports).flatMap(([name, required]) => {
      const now = present.exports[name];
      if (now === undefined) return [`export ${name}: is gone`];
      return now > required ? [`export ${name}: requires ${now} arguments`] : [];
    }),
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

export const keepInterface = (present: Interface, path = file): Promise<void> =>
  Deno.writeTextFile(path, inLines(present) + "\n");
