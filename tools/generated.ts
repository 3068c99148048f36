/** Files that commands write: each says so at its beginning, and `.gitattributes` to reviews. */
import { join } from "node:path";

/** Formats without comments. */
const mute = /\.(json|csv)$/;

const elsewhere = new Set(["node_modules", ".git", ".local", "dist"]);

/** The files below a folder, relative to the project. */
function* filesBelow(root: string, folder = ""): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(join(root, folder))) {
    const path = folder ? `${folder}/${name}` : name;
    if (isFile) yield path;
    else if (isDirectory && !elsewhere.has(name)) yield* filesBelow(root, path);
  }
}

/** Whether a path fits a pattern of `.gitattributes`; without a slash it holds in any folder. */
function fits(pattern: string, path: string): boolean {
  const name = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  const parts = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(name);
}

/** Whether a text says in its first lines which command makes it. */
const saysSo = (text: string) =>
  text.split("\n", 10).some((line) => /^\W*Made by `npm run /.test(line));

/** The patterns of `.gitattributes`, the last of which holds that fits a path. */
const marks = (root: string) =>
  Deno.readTextFileSync(join(root, ".gitattributes")).split("\n").flatMap((line) => {
    const [, pattern, value] = /^([^#\s]\S*) .*\blinguist-generated=(true|false)\b/.exec(line) ??
      [];
    return pattern ? [{ pattern, isMade: value === "true" }] : [];
  });

/** The files of the project in `root`, and whether `.gitattributes` marks each as generated. */
export function projectFiles(root: string): { path: string; isMarked: boolean }[] {
  const lines = marks(root);
  return [...filesBelow(root)].sort().map((path) => ({
    path,
    isMarked: lines.findLast(({ pattern }) => fits(pattern, path))?.isMade ?? false,
  }));
}

/** Files of the project in `root` whose first lines and `.gitattributes` disagree. */
export function generatedFaults(root: string): string[] {
  return projectFiles(root).flatMap(({ path, isMarked }) => {
    if (mute.test(path)) return [];
    const isMade = saysSo(Deno.readTextFileSync(join(root, path)));
    if (isMade === isMarked) return [];
    return [
      isMade
        ? `${path} is made by a command: add it to .gitattributes`
        : `${path} is in .gitattributes, but has no line "Made by \`npm run ...\`"`,
    ];
  });
}
