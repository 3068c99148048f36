/**
 * Files that commands write. `.gitattributes` marks them for reviews; the lists of what Deno and
 * editors leave out hold the same patterns, and each file says at its beginning who makes it.
 */
import { join, matchesGlob } from "node:path";

/** Formats without comments. */
const mute = /\.(json|csv|svg)$/;

const elsewhere = new Set(["node_modules", ".git", ".local", "dist"]);

/** The files below a folder, relative to the project. */
function* filesBelow(root: string, folder = ""): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(join(root, folder))) {
    const path = folder ? `${folder}/${name}` : name;
    if (isFile) yield path;
    else if (isDirectory && !elsewhere.has(name)) yield* filesBelow(root, path);
  }
}

/** Whether a text says in its first lines which command makes it. */
const saysSo = (text: string) =>
  text.split("\n", 10).some((line) => /^\W*Made by `npm run /.test(line));

/** The patterns of files that `.gitattributes` marks; without a slash they hold in any folder. */
const marks = (root: string) =>
  [
    ...Deno.readTextFileSync(join(root, ".gitattributes"))
      .matchAll(/^([^#\s]\S*) .*\blinguist-generated=true\b/gm),
  ]
    .map(([, pattern]) => pattern!.includes("/") ? pattern! : `**/${pattern}`);

/** The files of the project in `root`, and whether `.gitattributes` marks each as generated. */
export function projectFiles(root: string): { path: string; isMarked: boolean }[] {
  const patterns = marks(root);
  return [...filesBelow(root)].sort().map((path) => ({
    path,
    isMarked: patterns.some((pattern) => matchesGlob(path, pattern)),
  }));
}

/** The lists of files that Deno's lint and format, and the search of editors, leave out. */
function leftOut(root: string): Record<string, string[]> {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(join(root, path)));
  return {
    "deno.json: exclude": read("deno.json").exclude,
    ".vscode/settings.json: search.exclude": Object.keys(
      read(".vscode/settings.json")["search.exclude"],
    ),
  };
}

/** Files of the project in `root` whose first lines and marks disagree, and marks that a list lacks. */
export function generatedFaults(root: string): string[] {
  const faults = projectFiles(root).flatMap(({ path, isMarked }) => {
    if (mute.test(path)) return [];
    const isMade = saysSo(Deno.readTextFileSync(join(root, path)));
    if (isMade === isMarked) return [];
    return [
      isMade
        ? `${path} is made by a command: add it to .gitattributes`
        : `${path} is in .gitattributes, but has no line "Made by \`npm run ...\`"`,
    ];
  });
  const lacks = Object.entries(leftOut(root)).flatMap(([list, patterns]) =>
    marks(root).filter((pattern) => !patterns.includes(pattern))
      .map((pattern) => `${list} lacks ${pattern}, which .gitattributes marks`)
  );
  return [...faults, ...lacks];
}
