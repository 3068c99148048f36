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
      /** The files that a page needs: at once, or also those that it loads later. */
      const filesOf = (page: string, { also }: { also: "nothing" | "later" }) => {
        const found = new Set([`${page}.html`]);
        const visit = (name: string) => {
          const chunk = bundle[name];
          if (found.has(name) || chunk?.type !== "chunk") return;
          found.add(name);
          chunk.imports.forEach(visit);
          if (also === "later") chunk.dynamicImports.forEach(visit);
          chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
        };
        for (const chunk of chunks) {
          if (chunk.type === "chunk" && chunk.isEntry && chunk.name === page) visit(chunk.fileName);
        }
        return found;
      };
      const first = filesOf("index", { also: "nothing" });
      const counted = chunks.filter(({ fileName }) => first.has(fileName));
      const bytes = counted.reduce(
        (sum, each) =>
          sum + gzipSync(each.type === "chunk" ? each.code : each.source, { level: 9 }).length,
        0,
      );
      console.log(`First screen: ${(bytes / 1000).toFixed(1)} kB (gzip) of ${FIRST_SCREEN / 1000}`);
      if (bytes > FIRST_SCREEN) this.error("The first screen is too large");

      // The administration is for few, and shared entries are for others; both need the network.
      const app = filesOf("index", { also: "later" });
      const others = ["admin", "shared"].flatMap((page) => [...filesOf(page, { also: "later" })]);
      const files = [...chunks.map(({ fileName }) => fileName), ...publicFiles].filter((name) =>
        name !== "index.html" && !name.endsWith(".map") &&
        (app.has(name) || !others.includes(name))
      );
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
    rolldownOptions: {
      input: ["index", "admin", "shared"].map((page) => `${import.meta.dirname}/${page}.html`),
    },
  },
});
