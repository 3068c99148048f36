/** The import graph of functions/ and shared/. */
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** The layers of shared/; a file imports from its own layer and from later ones. */
const rooms = ["http", "fields", "ai", "jobs", "providers", "files", "database", "base"];

/** `from "./x.ts"`, `import "./x.ts"` and `import("./x.ts")`, comments excluded. */
const specifiers = /^(?!\s*(?:\*|\/\/)).*?(?:from |import |import\()"(\.{1,2}\/[^"]+)"/gm;

async function readGraph(...folders: string[]): Promise<Map<string, string[]>> {
  const graph = new Map<string, string[]>();
  for (const folder of folders) {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const file = join(folder, name);
      if (isDirectory) {
        for (const [path, imports] of await readGraph(file)) graph.set(path, imports);
      } else if (name.endsWith(".ts")) {
        const source = await Deno.readTextFile(file);
        const imports = [...source.matchAll(specifiers)].map(([, path]) => path!);
        graph.set(file, imports.map((path) => relative(".", join(dirname(file), path))));
      }
    }
  }
  return graph;
}

const graph = await readGraph("functions", "shared");
const edges = [...graph].flatMap(([file, imports]) => imports.map((imported) => [file, imported]));
const part = (path: string, index: number) => path.split("/")[index]!;

/** The imports for which `isWrong` holds, as `file -> imported file`. */
const imports = (isWrong: (file: string, imported: string) => boolean) =>
  edges.filter(([file, imported]) => isWrong(file!, imported!))
    .map(([file, imported]) => `${file} -> ${imported}`);

/** A circular import, as a list of files; undefined when there is none. */
function findCircle(): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
}

describe("imports", () => {
  it("resolve to files of functions/ and shared/", () => {
    expect(graph.size).toBeGreaterThan(50);
    expect(imports((_, imported) => !graph.has(imported))).toEqual([]);
  });

  it("of shared/ stay in shared/", () => {
    expect(
      imports((file, imported) => part(file, 0) === "shared" && part(imported, 0) !== "shared"),
    )
      .toEqual([]);
  });

  it("of shared/ lead to the same room or to a later one", () => {
    for (const file of graph.keys()) {
      if (part(file, 0) === "shared") expect(rooms).toContain(part(file, 1));
    }
    const room = (path: string) => rooms.indexOf(part(path, 1));
    expect(imports((file, imported) => part(file, 0) === "shared" && room(imported) < room(file)))
      .toEqual([]);
  });

  it("of a group do not name another group; only the front door imports groups", () => {
    expect(
      imports((file, imported) =>
        part(imported, 0) === "functions" && part(file, 1) !== part(imported, 1) &&
        part(file, 1) !== "api"
      ),
    ).toEqual([]);
  });

  it("are not circular", () => {
    expect(findCircle()).toBeUndefined();
  });
});
