/**
 * `npm run build`: bundles each edge function into one ES module, `dist/<name>/index.js`, which
 * `supabase functions deploy` uploads. Prints the sizes and fails when a bundle is too large.
 */
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";

const root = resolve(import.meta.dirname!, "..");

/** Hosted compresses what it stores with Brotli and bundles at most 5 MB; this leaves room. */
export const LARGEST = 3_000_000;

export interface Bundle {
  name: string;
  /** Bytes of the module, and of the module compressed with Brotli. */
  bytes: number;
  compressed: number;
}

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
 * The resources of the providers' SDKs that the functions call. A client is made of all of them, 0.5
 * MB in which the runtime has to look for the ends of functions at every cold start.
 */
const usedResources =
  /\/(openai\/resources\/(chat|images|shared|index)|stripe\/esm\/resources\/(Customers|Subscriptions|Checkout\/Sessions|BillingPortal\/Sessions))\b/;

/** Leaves out of packages what the functions do not use and esbuild cannot know to be unused. */
const leaveOut: Plugin = {
  name: "leave-out",
  setup({ onLoad, onResolve }) {
    // The service writes its own messages, and zod has fifty languages.
    onLoad(
      { filter: /\/zod\/v4\/locales\/index\.js$/ },
      () => ({ contents: 'export { default as en } from "./en.js";' }),
    );
    onLoad(
      { filter: /\/zod\/v4\/(core\/compile|classic\/from-json-schema)\.js$/ },
      ({ path }) => unavailable(path),
    );
    onLoad(
      { filter: /\/(openai|stripe\/esm)\/resources\/.+\.m?js$/ },
      ({ path }) => usedResources.test(path) ? undefined : unavailable(path),
    );
    // The mail provider's SDK parses raw mails with it.
    onLoad({ filter: /\/postal-mime\/src\/postal-mime\.js$/ }, ({ path }) => unavailable(path));
    // A package that asks for an optional one at run time does not find it in a bundle.
    onResolve({ filter: /^module$/ }, ({ path }) => ({ path, namespace: "ours" }));
    onLoad({ filter: /^module$/, namespace: "ours" }, () => ({
      contents: "export const createRequire = () => (name) => { throw new Error(name); };",
    }));
    onResolve({ filter: /^left-out$/ }, ({ path }) => ({ path, namespace: "ours" }));
    onLoad({ filter: /^left-out$/, namespace: "ours" }, () => ({ contents: leftOut }));
  },
};

/** A module with the same names, each of which says so when it is used. */
async function unavailable(path: string): Promise<{ contents: string }> {
  const names = (await Deno.readTextFile(path))
    .matchAll(/^export (default )?(?:class|function|const) (\w+)/gm);
  const contents = Array.from(
    names,
    ([, isDefault, name]) =>
      isDefault
        ? `export default leftOut("${name}");`
        : `export const ${name} = leftOut("${name}");`,
  );
  return { contents: `import { leftOut } from "left-out";\n${contents.join("\n")}` };
}

/** Stands for a class or a function that is not in the bundle. */
const leftOut = `export const leftOut = (name) => function () {
  return new Proxy(this ?? {}, {
    get() {
      throw new Error(name + " is left out of the bundle by tools/build.ts");
    },
  });
};`;

/** The names of the edge functions of this project. */
function functionNames(): string[] {
  return [...Deno.readDirSync(join(root, "functions"))].map(({ name }) => name).sort();
}

/**
 * Bundles edge functions, by default all, into `<outdir>/<name>/index.js` with a source map beside.
 * Everything is inside the module: packages, and files that are imported as bytes.
 */
export async function buildFunctions(outdir: string, names = functionNames()): Promise<Bundle[]> {
  try {
    await build({
      absWorkingDir: root,
      entryPoints: names.map((name) => ({
        in: `functions/${name}/index.ts`,
        out: `${name}/index`,
      })),
      outdir,
      bundle: true,
      minify: true,
      format: "esm",
      target: "esnext",
      platform: "neutral",
      // As Deno chooses the files of a package.
      conditions: ["deno", "node"],
      mainFields: ["module", "main"],
      external: ["node:*"],
      // Its files for Node ask for Node's modules at run time, which a bundle cannot.
      alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
      plugins: [leaveOut, nodeModules],
      // The module does not name its map: Deno would read it at every start.
      sourcemap: "external",
      logLevel: "warning",
    });
  } finally {
    await stop();
  }
  return await Promise.all(names.map(async (name) => {
    const module = await Deno.readFile(join(outdir, name, "index.js"));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    return {
      name,
      bytes: module.length,
      compressed: brotliCompressSync(module, { params }).length,
    };
  }));
}

if (import.meta.main) {
  const outdir = join(root, "dist");
  await Deno.remove(outdir, { recursive: true }).catch(() => {});
  const bundles = await buildFunctions(outdir);
  const size = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`.padStart(9);
  for (const { name, bytes, compressed } of bundles) {
    console.log(`${name.padEnd(20)} ${size(bytes)} ${size(compressed)} compressed`);
  }
  const large = bundles.filter(({ compressed }) => compressed > LARGEST);
  for (const { name } of large) {
    console.error(`${name} is larger than ${size(LARGEST).trim()} compressed. Import less in it.`);
  }
  if (large.length) Deno.exit(1);
}
