/** The import graph of the project. */
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** The layers of shared/; a file imports from its own layer and from later ones. */
const rooms = "http fields ai jobs providers files database base generated".split(" ");

/** `from "./x.ts"`, `import "./x.ts"` and `import("./x.ts")`, comments excluded. */
const specifiers = /^(?!\s*(?:\*|\/\/)).*?(?:from |import |import\()"(\.{1,2}\/[^"]+)"/gm;

async function readSources(...folders: string[]): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const file = join(folder, name);
      if (["node_modules", "dist"].includes(name)) continue;
      if (isDirectory) { for (const found of await readSources(file)) sources.set(...found); }
      else if (/\.tsx?$/.test(name)) sources.set(file, await Deno.readTextFile(file));
    }
  }
  return sources;
}

async function readGraph(...folders: string[]): Promise<Map<string, string[]>> {
  const sources = await readSources(...folders);
  return new Map([...sources].map(([file, source]) => {
    const imports = [...source.matchAll(specifiers)].map(([, path]) => path!);
    return [file, imports.map((path) => relative(".", join(dirname(file), path)))] as const;
  }));
}

/** The format of sealed notebooks, which the client and the service share. */
const format = "packages/client/src/sealed";
const graph = await readGraph("functions", "shared", format);
/** The client of sealed notebooks, which the service does not have. */
for (const file of graph.keys()) {
  if (file.startsWith(`${format}/client/`) || file === `${format}/mod.ts`) graph.delete(file);
}
const edges = [...graph].flatMap(([file, imports]) => imports.map((imported) => [file, imported]));
const part = (path: string, index: number) => path.split("/")[index]!;

/** The imports for which `isWrong` holds, as `file -> imported file`. */
const imports = (isWrong: (file: string, imported: string) => boolean) =>
  edges.filter(([file, imported]) => isWrong(file!, imported!))
    .map(([file, imported]) => `${file} -> ${imported}`);

describe("imports", () => {
  it("resolve to files of functions/, of shared/ and of the sealed format", () => {
    expect(graph.size).toBeGreaterThan(50);
    expect(imports((_, imported) => !graph.has(imported))).toEqual([]);
  });

  it("of shared/ stay in shared/ or lead to the format", () => {
    expect(
      imports((file, imported) =>
        part(file, 0) === "shared" && part(imported, 0) !== "shared" &&
        dirname(imported) !== format
      ),
    ).toEqual([]);
  });

  it("of the format stay in the format", () => {
    expect(imports((file, imported) => dirname(file) === format && dirname(imported) !== format))
      .toEqual([]);
  });

  it("of shared/ lead to the same room or to a later one", () => {
    for (const file of graph.keys()) {
      if (part(file, 0) === "shared") expect(rooms).toContain(part(file, 1));
    }
    const room = (path: string) => rooms.indexOf(part(path, 1));
    expect(
      imports((file, imported) =>
        part(file, 0) === "shared" && part(imported, 0) === "shared" && room(imported) < room(file)
      ),
    ).toEqual([]);
  });

  it("of a feature do not name another feature, except in the aggregates", () => {
    const table = "functions/groups.ts";
    const tools = "functions/tools.ts";
    const isAggregate = (file: string, imported: string) =>
      file === table ||
      (file === tools && imported.endsWith("/tools.ts")) ||
      // The features that offer the tools of all features.
      (imported === tools && ["chat", "mcp"].includes(part(file, 1))) ||
      // The functions serve what the table names.
      (imported === table && ["functions/index.ts", "functions/api/groups.ts"].includes(file)) ||
      // A local copy has the objects of many features.
      (part(file, 1) === "sync" && imported.endsWith("/fields.ts"));
    expect(
      imports((file, imported) =>
        part(imported, 0) === "functions" && part(file, 1) !== part(imported, 1) &&
        !isAggregate(file, imported)
      ),
    ).toEqual([]);
  });
});

it("imports are not circular", async () => {
  const folders = ["functions", "shared", "packages", "apps", "tools", "docs", "bench", "tests"];
  const left = await readGraph(...folders);
  expect(left.size).toBeGreaterThan(900);
  /** The files that import none of the others, and the files that none of the others imports. */
  const ends = () => {
    const imported = new Set([...left.values()].flat());
    return [...left].filter(([file, to]) => !imported.has(file) || !to.some((of) => left.has(of)));
  };
  for (let free = ends(); free.length; free = ends()) {
    for (const [file] of free) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

it("another file uses each export", async () => {
  const folders = ["functions", "shared", "packages", "apps", "tools", "docs", "bench", "tests"];
  const sources = await readSources(...folders);
  const importers = new Map<string, string[]>();
  for (const [file, source] of sources) {
    for (const [, named] of source.matchAll(/"(\.{1,2}\/[^"\n]+\.tsx?)"/g)) {
      const path = join(dirname(file), named!);
      importers.set(path, [...importers.get(path) ?? [], file]);
    }
  }
  const words = new Map(
    [...sources].map(([file, source]) => [file, new Set(source.match(/\w+/g))]),
  );
  /** The files that import a module, or import what another one hands on of it. */
  const usersOf = (module: string): string[] =>
    (importers.get(module) ?? []).flatMap((file) => {
      const handsOn = /^export \* /m.test(sources.get(file)!);
      return handsOn ? [file, ...usersOf(file)] : file;
    });
  // The packages' own exports are for others; the web app's catalogues are read by their folder.
  const manifests = await Promise.all(["client", "local-supabase"].map(async (name) => {
    const manifest = JSON.parse(await Deno.readTextFile(`packages/${name}/package.json`));
    return Object.values<string>(manifest.exports).map((path) => join("packages", name, path));
  }));
  const isFree = (file: string) =>
    file.startsWith("apps/") || manifests.flat().includes(file) || file.includes("/generated/");

  const unused = [...sources].filter(([file]) => !isFree(file)).flatMap(([file, source]) => {
    const users = usersOf(file);
    // A file that no file imports is loaded by its path, by a program or by vitest.
    const others = (users.length ? users : [...sources.keys()]).filter((user) => user !== file);
    const names = source.matchAll(
      /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm,
    );
    return [...names].map(([, name]) => name!)
      .filter((name) => !others.some((user) => words.get(user)!.has(name)))
      // Vitest calls them.
      .filter((name) => !["setup", "teardown"].includes(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(unused).toEqual([]);
});

describe("imports of files that are not deployed", async () => {
  const around = [...await readGraph("tools", "packages/stand-ins", "bench", "docs", "tests")]
    .flatMap(([file, imports]) => imports.map((imported) => `${file} -> ${imported}`));

  it("lead into the platform by its entry modules alone", () => {
    const inward = around.filter((edge) => edge.includes("-> packages/local-supabase/"));
    expect(inward.length).toBeGreaterThan(10);
    expect(inward.filter((edge) => !/-> packages\/local-supabase\/(mod|helpers)\.ts$/.test(edge)))
      .toEqual([]);
  });

  it("of tools, stand-ins and docs lead to no test", () => {
    expect(around.filter((edge) => /^(tools|packages\/stand-ins|docs)\/.*-> tests\//.test(edge)))
      .toEqual([]);
  });
});
