import { initSync, Renderer } from "@takumi-rs/wasm";
// As bytes, these files are part of the function's bundle.
import engine from "@takumi-rs/wasm/takumi_wasm_bg.wasm" with { type: "bytes" };
import cyrillic from "@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2" with {
  type: "bytes",
};
import cyrillicExt from "@fontsource-variable/manrope/files/manrope-cyrillic-ext-wght-normal.woff2" with {
  type: "bytes",
};
import greek from "@fontsource-variable/manrope/files/manrope-greek-wght-normal.woff2" with {
  type: "bytes",
};
import latin from "@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2" with {
  type: "bytes",
};
import latinExt from "@fontsource-variable/manrope/files/manrope-latin-ext-wght-normal.woff2" with {
  type: "bytes",
};
import vietnamese from "@fontsource-variable/manrope/files/manrope-vietnamese-wght-normal.woff2" with {
  type: "bytes",
};

let isReady = false;

/** The letters that the font has: Latin, Greek and Cyrillic. */
export const FONT = "Manrope";

/** Draws with a new renderer, and frees its memory afterwards. */
export async function withRenderer<T>(draw: (renderer: Renderer) => Promise<T>): Promise<T> {
  // The engine is compiled for the first picture.
  if (!isReady) initSync({ module: engine });
  isReady = true;
  const renderer = new Renderer();
  try {
    return await draw(renderer);
  } finally {
    renderer.free();
  }
}

/** Makes the font available to a renderer. */
export async function registerFont(renderer: Renderer): Promise<void> {
  for (const data of [cyrillic, cyrillicExt, greek, latin, latinExt, vietnamese]) {
    await renderer.registerFont({ name: FONT, data });
  }
}
