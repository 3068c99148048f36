import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Bytes (gzip) that the first screen may load: page, scripts and styles, without the typeface. */
const FIRST_SCREEN = 110_000;
const serviceWorker = new URL("service-worker.js", import.meta.url);
const publicFiles = ["manifest.webmanifest", "icon.svg", "icon-192.png"];

/** Writes the service worker, which keeps the files of this build, and refuses a large first screen. */
function offlineFiles(): Plugin {
  return {
    name: "offline-files",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle);
      const first = new Set(["index.html"]);
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (first.has(name) || chunk?.type !== "chunk") return;
        first.add(name);
        chunk.imports.forEach(visit);
        chunk.viteMetadata?.importedCss.forEach((style) => first.add(style));
      };
      for (const chunk of chunks) {
        if (chunk.type === "chunk" && chunk.isEntry) visit(chunk.fileName);
      }
      const counted = chunks.filter(({ fileName }) => first.has(fileName));
      const bytes = counted.reduce(
        (sum, each) =>
          sum + gzipSync(each.type === "chunk" ? each.code : each.source, { level: 9 }).length,
        0,
      );
      console.log(`First screen: ${(bytes / 1000).toFixed(1)} kB (gzip) of ${FIRST_SCREEN / 1000}`);
      if (bytes > FIRST_SCREEN) this.error("The first screen is too large");

      const files = [...chunks.map(({ fileName }) => fileName), ...publicFiles]
        .filter((name) => name !== "index.html" && !name.endsWith(".map"));
      const version = hash(
        files.join() + String((bundle["index.html"] as { source?: unknown })?.source),
      );
      this.emitFile({
        type: "asset",
        fileName: "service-worker.js",
        source: readFileSync(serviceWorker, "utf8")
          .replace("__VERSION__", version)
          .replace("__FILES__", JSON.stringify(["./", "config.js", ...files])),
      });
    },
  };
}

function hash(text: string): string {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [offlineFiles()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Fonts stay files: a reader loads the scripts of the letters that it shows.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
