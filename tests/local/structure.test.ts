/**
 * The import rules of the local platform: it depends on nothing around it, and its layers are
 * acyclic.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname!, "../..");

/** The layers of `local/`; each imports only from later ones. */
const rooms = [
  "commands",
  "platform",
  "gateway",
  "auth",
  "storage",
  "data",
  "functions",
  "schedules",
  "mail",
  "reference",
  "postgres",
  "base",
];

function modulesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** The project's own modules that a module imports, types included. */
function importsOf(module: string): string[] {
  const source = readFileSync(join(root, module), "utf8");
  const specifiers = source.matchAll(/(?:\bfrom|\bimport)[\s(]*"(\.{1,2}\/[^"]+)"/g);
  return [...specifiers].map(([, specifier]) => join(dirname(module), specifier!));
}

const graph = (folders: string[]) =>
  new Map(folders.flatMap(modulesBelow).map((module) => [module, importsOf(module)]));

/** A circular path of imports, or null. */
function findCircle(modules: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (module: string, path: string[]): string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return null;
    done.add(module);
    for (const imported of modules.get(module) ?? []) {
      const circle = walk(imported, [...path, module]);
      if (circle) return circle;
    }
    return null;
  };
  for (const module of modules.keys()) {
    const circle = walk(module, []);
    if (circle) return circle;
  }
  return null;
}

const roomOf = (module: string) => /^local\/([\w-]+)\//.exec(module)?.[1];
const edges = (modules: Map<string, string[]>) =>
  [...modules].flatMap(([from, imported]) => imported.map((to) => [from, to] as const));

describe("findCircle", () => {
  it("finds a circular import and names its modules", () => {
    const modules = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]);
    expect(findCircle(modules)).toEqual(["b", "c", "b"]);
  });

  it("does not report two paths to one module", () => {
    expect(findCircle(new Map([["a", ["b", "c"]], ["b", ["d"]], ["c", ["d"]]]))).toBeNull();
  });
});

describe("local/", () => {
  const modules = graph(["local"]);

  it("has imports that this test parses", () => {
    expect(modules.size).toBeGreaterThan(40);
    expect(modules.get("local/platform/platform.ts")).toContain("local/gateway/gateway.ts");
  });

  it("has no circular imports", () => {
    expect(findCircle(modules)).toBeNull();
  });

  it("imports nothing from the rest of the project", () => {
    expect(edges(modules).filter(([, to]) => !to.startsWith("local/"))).toEqual([]);
  });

  it("has layers that import in one direction", () => {
    const wrong = edges(modules).filter(([from, to]) => {
      const [above, below] = [roomOf(from), roomOf(to)];
      return above && below && rooms.indexOf(above) > rooms.indexOf(below);
    });
    expect(wrong).toEqual([]);
    const folders = readdirSync(join(root, "local"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && modulesBelow(`local/${entry.name}`).length);
    expect(folders.map(({ name }) => name).sort()).toEqual([...rooms].sort());
  });
});

describe("tools/ and stand-ins/", () => {
  it("import nothing from tests/", () => {
    const modules = graph(["tools", "stand-ins", "bench"]);
    expect(edges(modules).filter(([, to]) => to.startsWith("tests/"))).toEqual([]);
  });

  it("have no circular imports", () => {
    expect(findCircle(graph(["local", "tools", "stand-ins"]))).toBeNull();
  });
});
