/**
 * `npm run build`: bundles each edge function into `dist/<name>/`, which `supabase functions deploy`
 * uploads: the front door into a module for each part that it may load later, every other function
 * into one module. Prints the sizes and fails when a bundle is too large.
 */
import { isBuiltin } from "node:module";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type BuildOptions, type Metafile, type Plugin, stop } from "esbuild";
import { forget, isMadeOfTheSame, remember } from "./built-from.ts";
import { entryOf, functionNames, writeFunctionSettings } from "./functions.ts";

const root = resolve(import.meta.dirname!, "..");

/** Hosted compresses the stored bundles with Brotli and bundles at most 5 MB; this leaves room. */
export const LARGEST = 3_000_000;

interface Bundle {
  name: string;
  /** Bytes of its modules, and of these compressed with Brotli, which takes a while. */
  bytes: number;
  readonly compressed: number;
}

/** Bundles that hosted would not take. A small bundle needs no compression. */
export const tooLarge = (bundles: Bundle[]): Bundle[] =>
  bundles.filter((each) => each.bytes > LARGEST && each.compressed > LARGEST);

/** The edge runtime knows Node's own modules by their whole names alone. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup({ onResolve }) {
    onResolve(
      { filter: /^[a-z_]+(\/[a-z]+)?$/ },
      ({ path }) => isBuiltin(path) ? { path: `node:${path}`, external: true } : undefined,
    );
  },
};

/**
 * A bundle has no package to require: code that asks for an optional package goes on without it.
 * Node's own `createRequire` gives the same answer, and every function would start later for it.
 */
const noPackages: Plugin = {
  name: "no-packages",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?module$/ }, () => ({ path: "module", namespace: "no-packages" }));
    onLoad({ filter: /^/, namespace: "no-packages" }, () => ({
      contents: `export const createRequire = () => (name) => {
        throw Object.assign(new Error("Cannot find module " + name), { code: "MODULE_NOT_FOUND" });
      };`,
    }));
  },
};

/** The languages of zod's messages, which are a quarter of a bundle: the service has its own. */
const noLanguages: Plugin = {
  name: "no-languages",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "" }));
  },
};

/** The entries of the functions of groups. */
const entries: Plugin = {
  name: "entries",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice(6), namespace: "entry" }));
    onLoad({ filter: /^/, namespace: "entry" }, ({ path }) => ({
      contents: entryOf(path),
      loader: "ts",
      resolveDir: join(root, "functions"),
    }));
  },
};

const settings = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm",
  // The V8 of Deno 2.1, on which the hosted edge runtime is built.
  target: "chrome130",
  platform: "neutral",
  // The conditions by which Deno chooses the files of a package.
  conditions: ["deno", "node"],
  mainFields: ["module", "main"],
  external: ["node:*"],
  // Its files for Node ask for Node's modules at run time, which a bundle cannot.
  alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
  plugins: [entries, noPackages, nodeModules, noLanguages],
  // The module does not name its map: Deno would read it at every start.
  sourcemap: "external",
  logLevel: "warning",
  // Otherwise a name that a module does not export would be undefined at run time.
  logOverride: { "import-is-undefined": "error" },
  metafile: true,
} satisfies BuildOptions;

/** The function that serves all groups; a request loads one of them. */
const FRONT_DOOR = "api";

const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/**
 * Bundles edge functions, by default all, into `<outdir>/<name>/index.js` and, for the front door,
 * further modules beside, each with a source map. Everything is inside: packages, and files that are
 * imported as bytes. Throws when an import cannot be resolved, or code uses a name that a module does
 * not export.
 */
export async function buildFunctions(
  outdir = join(root, "dist"),
  names = functionNames,
): Promise<Bundle[]> {
  await forget(outdir);
  await Promise.all(
    names.map((name) => Deno.remove(join(outdir, name), { recursive: true }).catch(() => {})),
  );
  try {
    const inputs = [];
    const whole = names.filter((name) => name !== FRONT_DOOR);
    if (whole.length) {
      const entryPoints = whole.map((name) => ({ in: `entry:${name}`, out: `${name}/index` }));
      const { metafile } = await build({ ...settings, outdir, entryPoints });
      inputs.push(...Object.keys(metafile.inputs));
    }
    if (names.includes(FRONT_DOOR)) {
      const { metafile } = await build({
        ...settings,
        outdir,
        entryPoints: [{ in: `functions/${FRONT_DOOR}/index.ts`, out: `${FRONT_DOOR}/index` }],
        splitting: true,
        chunkNames: `${FRONT_DOOR}/[name]-[hash]`,
      });
      await keepReached(metafile, join(outdir, FRONT_DOOR, "index.js"));
      inputs.push(...Object.keys(metafile.inputs));
    }
    await remember(outdir, [...new Set(inputs)]);
  } finally {
    await stop();
  }
  return await bundlesIn(outdir, names);
}

/**
 * Removes modules that nothing imports, such as the modules of a group that another function
 * serves, and names the others in a comment of the entry: the CLI finds the files to upload by a
 * pattern that wants a blank after `import`, and minified code has none.
 */
async function keepReached({ outputs }: Metafile, entry: string): Promise<void> {
  const reached = new Set<string>();
  const reach = (path: string) => {
    if (reached.has(path) || !outputs[path]) return;
    reached.add(path);
    for (const each of outputs[path].imports) reach(each.path);
  };
  const paths = Object.keys(outputs);
  reach(paths.find((path) => resolve(root, path) === entry)!);
  for (const path of paths) {
    if (!reached.has(path.replace(/\.map$/, ""))) await Deno.remove(resolve(root, path));
  }
  const others = [...reached].map((path) => resolve(root, path)).filter((path) => path !== entry);
  const names = others.map((path) => `// import("./${basename(path)}")\n`).sort();
  await Deno.writeTextFile(entry, names.join(""), { append: true });
}

async function bundlesIn(outdir: string, names: string[]): Promise<Bundle[]> {
  const bundle = async (name: string): Promise<Bundle> => {
    const folder = join(outdir, name);
    const modules = (await Array.fromAsync(Deno.readDir(folder)))
      .filter((file) => file.name.endsWith(".js"));
    const read = await Promise.all(modules.map((file) => Deno.readFile(join(folder, file.name))));
    const bytes = await new Blob(read).bytes();
    return {
      name,
      bytes: bytes.length,
      get compressed() {
        return brotliCompressSync(bytes, { params }).length;
      },
    };
  };
  return await Promise.all(names.map(bundle));
}

/** The bundles of `dist/`, which are built anew where a file of which they are made has changed. */
export async function presentBundles(): Promise<Bundle[]> {
  const outdir = join(root, "dist");
  return await isMadeOfTheSame(outdir)
    ? await bundlesIn(outdir, functionNames)
    : await buildFunctions(outdir);
}

/** Brings the settings of the functions and their bundles in `dist/` up to date. */
export async function prepareFunctions(): Promise<Bundle[]> {
  await writeFunctionSettings();
  return await presentBundles();
}

if (import.meta.main) {
  const outdir = join(root, "dist");
  await writeFunctionSettings();
  await Deno.remove(outdir, { recursive: true }).catch(() => {});
  const bundles = await buildFunctions(outdir);
  const size = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`.padStart(9);
  for (const { name, bytes, compressed } of bundles) {
    console.log(`${name.padEnd(20)} ${size(bytes)} ${size(compressed)} compressed`);
  }
  const large = tooLarge(bundles);
  for (const { name } of large) {
    console.error(`${name} is larger than ${size(LARGEST).trim()} compressed. Import less in it.`);
  }
  if (large.length) Deno.exit(1);
}
