/**
 * `npm run pack`: builds the client as apps install it (ES modules, types, source maps) and packs it
 * as `dist/packages/journal-client-<version>.tgz`.
 */
import { join } from "node:path";
import { projectRoot as root, scratchFolder } from "../packages/local-supabase/helpers.ts";

const source = join(root, "packages/client");

/** The facts about a package that `npm pack --json` prints. */
export interface Packed {
  filename: string;
  version: string;
  /** Bytes of the tarball. */
  size: number;
  files: { path: string }[];
}

/** Runs a program and returns its output. @throws {Error} with the output when it fails */
export async function printed(command: string[], cwd: string): Promise<string> {
  const [program, ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program!, { args, cwd }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`${command.join(" ")}\n${text(stdout)}${text(stderr)}`);
  return text(stdout);
}

/** The npm that runs this program, or the npm of the path. */
export function npm(): string[] {
  const { npm_node_execpath: node, npm_execpath: script } = Deno.env.toObject();
  return node && script ? [node, script] : ["npm"];
}

/** Writes the package as it is published to an empty folder. */
export async function buildClient(folder: string): Promise<void> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(source, "tsconfig.build.json");
  await printed(
    [Deno.execPath(), "run", "-A", tsc, "-p", project, "--outDir", join(folder, "dist")],
    root,
  );
  await Deno.copyFile(join(source, "README.md"), join(folder, "README.md"));
  const manifest = JSON.parse(await Deno.readTextFile(join(source, "package.json")));
  // The omitted fields are for the repository alone. Each export is a module of `src`.
  const { private: _, scripts: __, devDependencies: ___, config: ____, exports, ...published } =
    manifest;
  published.files = ["dist"];
  published.exports = Object.fromEntries(
    Object.entries<string>(exports).map(([name, path]) => {
      const built = path.replace("./src/", "./dist/").replace(/\.tsx?$/, "");
      return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  published.exports["./package.json"] = "./package.json";
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(published, null, 2));
}

/** Builds the client and writes its tarball to a folder. */
export async function packClient(destination: string): Promise<Packed> {
  const folder = await scratchFolder("package");
  try {
    await buildClient(folder);
    await Deno.mkdir(destination, { recursive: true });
    const pack = [...npm(), "pack", "--json", `--pack-destination=${destination}`];
    const [packed] = JSON.parse(await printed(pack, folder));
    return packed;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const { filename, size, files } = await packClient(join(root, "dist/packages"));
  console.log(`dist/packages/${filename}: ${(size / 1000).toFixed(0)} kB, ${files.length} files`);
}
