/** The import rules of the platform: it depends on nothing around it, and its layers are acyclic. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname!, "..");

/** The layers; each imports only from itself and from later ones. */
const rooms = [
  "tests",
  "commands",
  "platform",
  "gateway",
  "auth",
  "storage",
  "data",
  "functions",
  "schedules",
  "realtime",
  "mail",
  "reference",
  "pages",
  "postgres",
  "base",
];

/** The modules that a module imports, types included, as paths below this package. */
function importsOf(module: string): string[] {
  const source = readFileSync(join(root, module), "utf8");
  const specifiers = source.matchAll(
    /^(?:import|export|}) .*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm,
  );
  return [...specifiers].map(([, from, bare]) => join(dirname(module), (from ?? bare)!));
}

const modules = readdirSync(root, { withFileTypes: true, recursive: true })
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => /\.(ts|mjs|js)$/.test(path) && !/^(node_modules|tests\/project)\//.test(path));
const graph = new Map(modules.map((module) => [module, importsOf(module)]));
const edges = [...graph].flatMap(([from, imported]) => imported.map((to) => [from, to] as const));
/** The room of a module; -1 for the entry modules, which stand above all rooms. */
const roomOf = (module: string) => rooms.indexOf(module.split("/")[0]!);

it("the README names files that exist", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

describe("the imports of the platform", () => {
  it("are in the form that this test parses", () => {
    expect(modules.length).toBeGreaterThan(40);
    expect(graph.get("platform/platform.ts")).toContain("gateway/gateway.ts");
  });

  it("lead to nothing outside", () => {
    expect(edges.filter(([, to]) => to.startsWith(".."))).toEqual([]);
  });

  it("lead from one layer to the same or a later one", () => {
    const folders = new Set(
      modules.filter((path) => path.includes("/"))
        .map((path) => path.split("/")[0]),
    );
    expect([...folders].sort()).toEqual([...rooms].sort());
    const upwards = edges.filter(([from, to]) => roomOf(from) > roomOf(to));
    expect(upwards.filter(([from]) => roomOf(from) !== rooms.indexOf("tests"))).toEqual([]);
  });

  it("are not circular", () => {
    const left = new Map(graph);
    const leaves = () => [...left].filter(([, imported]) => !imported.some((to) => left.has(to)));
    for (let free = leaves(); free.length; free = leaves()) {
      for (const [module] of free) left.delete(module);
    }
    expect([...left.keys()]).toEqual([]);
  });
});
