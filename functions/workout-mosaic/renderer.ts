import { initSync, Renderer } from "@takumi-rs/wasm";
// The import puts the package, with its font files, into the bundle of the function.
import subsets from "@fontsource-variable/manrope/unicode.json" with { type: "json" };

/** A file of an npm package beside one of its modules, as hosted functions read it. */
const fileOf = (module: string, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  Deno.readFile(new URL(path, import.meta.resolve(module)));

let isReady: Promise<void> | undefined;

/** The engine is loaded with the first picture. */
const load = async () => {
  initSync({ module: await fileOf("@takumi-rs/wasm", "../pkg/takumi_wasm_bg.wasm") });
};

/** The letters that the font has: Latin, Greek and Cyrillic. */
export const FONT = "Manrope";

/**
 * Draws with an engine of its own, whose memory is free afterwards.
 *
 * @example
 * ```ts
 * const png = await withRenderer((renderer) => renderer.render(node, { width, height }));
 * ```
 */
export async function withRenderer<T>(draw: (renderer: Renderer) => Promise<T>): Promise<T> {
  await (isReady ??= load());
  const renderer = new Renderer();
  try {
    return await draw(renderer);
  } finally {
    renderer.free();
  }
}

/** Makes the font available to a renderer. */
export async function registerFont(renderer: Renderer): Promise<void> {
  const module = "@fontsource-variable/manrope/unicode.json";
  for (const subset of Object.keys(subsets)) {
    const data = await fileOf(module, `files/manrope-${subset}-wght-normal.woff2`);
    await renderer.registerFont({ name: FONT, data });
  }
}
