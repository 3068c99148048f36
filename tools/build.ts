/**
 * `npm run build`: bundles each edge function into one ES module, `dist/<name>/index.js`, which
 * `supabase functions deploy` uploads. Prints the sizes and fails when a bundle is too large.
 */
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";
import { forget, isMadeOfTheSame, remember } from "./built-from.ts";
import { functionNames, writeFunctionFiles } from "./functions.ts";

const root = resolve(import.meta.dirname!, "..");

/** Hosted compresses what it stores with Brotli and bundles at most 5 MB; this leaves room. */
export const LARGEST = 3_000_000;

export interface Bundle {
  name: string;
  /** Bytes of the module, and of the module compressed with Brotli, which takes a while. */
  bytes: number;
  readonly compressed: number;
}

/** Those that hosted would not take. What is small as it is, is not compressed. */
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
 * In a bundle there is no package to require: one that asks for an optional package goes on without
 * it. Node's own `createRequire` says the same, and every function would start later for it.
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

const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/**
 * Bundles edge functions, by default all, into `<outdir>/<name>/index.js` with a source map beside.
 * Everything is inside the module: packages, and files that are imported as bytes. Throws when an
 * import cannot be resolved, or code uses a name that a module does not export.
 */
export async function buildFunctions(
  outdir = join(root, "dist"),
  names = functionNames,
): Promise<Bundle[]> {
  await forget(outdir);
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: names.map((name) => ({
        in: `functions/${name}/index.ts`,
        out: `${name}/index`,
      })),
      outdir,
      bundle: true,
      minify: true,
      format: "esm",
      // The V8 of Deno 2.1, on which the hosted edge runtime is built.
      target: "chrome130",
      platform: "neutral",
      // As Deno chooses the files of a package.
      conditions: ["deno", "node"],
      mainFields: ["module", "main"],
      external: ["node:*"],
      // Its files for Node ask for Node's modules at run time, which a bundle cannot.
      alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
      plugins: [noPackages, nodeModules],
      // The module does not name its map: Deno would read it at every start.
      sourcemap: "external",
      logLevel: "warning",
      // What a module does not export would be undefined at run time.
      logOverride: { "import-is-undefined": "error" },
      metafile: true,
    });
    await remember(outdir, Object.keys(metafile.inputs));
  } finally {
    await stop();
  }
  return await bundlesIn(outdir, names);
}

const bundlesIn = (outdir: string, names: string[]): Promise<Bundle[]> =>
  Promise.all(names.map(async (name) => {
    const module = await Deno.readFile(join(outdir, name, "index.js"));
    return {
      name,
      bytes: module.length,
      get compressed() {
        return brotliCompressSync(module, { params }).length;
      },
    };
  }));

/** The bundles of `dist/`, which are built anew where a file of which they are made has changed. */
export async function presentBundles(): Promise<Bundle[]> {
  const outdir = join(root, "dist");
  return await isMadeOfTheSame(outdir)
    ? await bundlesIn(outdir, functionNames)
    : await buildFunctions(outdir);
}

/** Brings the entry files of the functions and their bundles in `dist/` up to date. */
export async function prepareFunctions(): Promise<Bundle[]> {
  await writeFunctionFiles();
  return await presentBundles();
}

if (import.meta.main) {
  const outdir = join(root, "dist");
  await writeFunctionFiles();
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
