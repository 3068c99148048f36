import { readFileSync } from "node:fs";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { catalogueId, catalogues, isFirstRoom, languageOf, missingRoom } from "./catalogues.ts";
import { headersOf } from "./config.ts";

/** Bytes (gzip) that the first screen may load: page, scripts and styles, without the typeface. */
const FIRST_SCREEN = 110_000;
const serviceWorker = new URL("service-worker.js", import.meta.url);
const packageFile = readFileSync(new URL("package.json", import.meta.url), "utf8");
const { COMMIT_SHA } = process.env;
/** Names this build in the reports of its errors: the version, and the commit where it is known. */
export const release = JSON.parse(packageFile).version + (COMMIT_SHA ? `+${COMMIT_SHA}` : "");
const publicFiles = ["manifest.webmanifest", "icon.svg", "icon-192.png"];

/**
 * Limits the sources that a page may load and call. `config.js` gives the address of the project
 * after the build, so connections are limited to TLS and to this machine, where projects are
 * developed. The app itself limits pictures to the storage of the project (`src/own-pictures.ts`).
 */
const local = "http://127.0.0.1:* http://localhost:*";
const policyOf = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "font-src 'self'",
    `connect-src 'self' https: wss: ${local} ws://127.0.0.1:* ws://localhost:*`,
    `img-src 'self' https: blob: data: ${local}`,
    `media-src https: blob: ${local}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");

/** The headers that a host sends with every file; a page cannot forbid frames itself. */
const headers = headersOf(readFileSync(new URL("public/_headers", import.meta.url), "utf8"), "/");

/** Passphrases of sealed notebooks become keys in WebAssembly, which these words let a page compile. */
const WITH_WASM = "'self' 'wasm-unsafe-eval'";

/** Puts the policy into the pages. Not in development, where Vite writes styles into the page. */
const contentPolicy: Plugin = {
  name: "content-policy",
  apply: "build",
  transformIndexHtml: (_page, { path }) => [{
    tag: "meta",
    attrs: {
      "http-equiv": "Content-Security-Policy",
      content: policyOf(path.endsWith("/index.html") ? WITH_WASM : "'self'"),
    },
    injectTo: "head-prepend",
  }],
};

const themeColor = (content: string, scheme: string) => ({
  tag: "meta",
  attrs: { name: "theme-color", content, media: `(prefers-color-scheme: ${scheme})` },
});

/** The beginning of all pages: the size of the screen, the colours of base.css, and the service. */
const samePages: Plugin = {
  name: "same-pages",
  transformIndexHtml: () =>
    [
      {
        tag: "meta",
        attrs: {
          name: "viewport",
          content: "width=device-width, initial-scale=1, viewport-fit=cover",
        },
      },
      themeColor("#f7f4ee", "light"),
      themeColor("#171613", "dark"),
      { tag: "link", attrs: { rel: "icon", href: "./icon.svg", type: "image/svg+xml" } },
      { tag: "script", attrs: { src: "./config.js" } },
      { tag: "div", attrs: { id: "app" }, injectTo: "body" },
      { tag: "noscript", children: "This page needs JavaScript.", injectTo: "body" },
    ].map((tag) => ({ injectTo: "head" as const, ...tag }) as HtmlTagDescriptor),
};

/** Loads the typeface with the scripts: a page that is drawn without it is laid out twice. */
const typeface: Plugin = {
  name: "typeface",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_page, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /manrope-latin-wght[^/]*\.woff2$/.test(name));
      if (!file) throw new Error("The build has no Latin letters");
      const attrs = { rel: "preload", href: `./${file}`, as: "font", type: "font/woff2" };
      return [{ tag: "link", attrs: { ...attrs, crossorigin: "" }, injectTo: "head" }];
    },
  },
};

/** Writes the service worker, which keeps the files of this build, and refuses a large first screen. */
function offlineFiles(): Plugin {
  return {
    name: "offline-files",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle);
      /** The files that a page needs at once, or also the files that it loads later. */
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
      const sizeOf = (each: typeof chunks[number]) =>
        gzipSync(each.type === "chunk" ? each.code : each.source, { level: 9 }).length;
      const counted = chunks.filter(({ fileName }) => first.has(fileName));
      /** A page reads no words that it does not load. */
      const hasWords = (files: Set<string>, part: "first" | "shared") => {
        for (const each of chunks) {
          if (each.type !== "chunk" || !files.has(each.fileName)) continue;
          const missing = each.moduleIds.map((id) => missingRoom(id, part)).find(Boolean);
          if (missing) this.error(`catalogues.ts: the part "${part}" needs the room "${missing}"`);
        }
      };
      hasWords(first, "first");
      hasWords(filesOf("shared", { also: "later" }), "shared");
      // A page loads one language. The longest one counts.
      const words: Record<string, string[]> = {};
      const sizes: Record<string, Record<string, number>> = {};
      let longest = 0;
      for (const each of chunks) {
        const language = each.type === "chunk" && languageOf(each.facadeModuleId);
        if (!language) continue;
        // Words that the page of shared entries needs too are in files of their own.
        const own = [each.fileName, ...each.imports].filter((name) => !first.has(name));
        words[language] = [...new Set([...words[language] ?? [], ...own])];
        const part = ["first", "rest"].find((name) =>
          each.facadeModuleId === catalogueId(language, name)
        );
        if (!part) continue;
        const bytes = own.reduce((sum, name) => sum + sizeOf(bundle[name]!), 0);
        (sizes[part] ??= {})[language] = bytes;
        if (part === "first") longest = Math.max(longest, bytes);
      }
      for (const [part, of] of Object.entries(sizes)) {
        const each = Object.entries(of).toSorted().map(([language, bytes]) =>
          `${language} ${(bytes / 1000).toFixed(1)}`
        );
        console.log(`Words, ${part}: ${each.join(", ")} kB (gzip)`);
      }
      const bytes = counted.reduce((sum, each) => sum + sizeOf(each), longest);
      console.log(`First screen: ${(bytes / 1000).toFixed(1)} kB (gzip) of ${FIRST_SCREEN / 1000}`);
      if (bytes > FIRST_SCREEN) this.error("The first screen is too large");

      // The administration is for few, and shared entries are for others; both need the network.
      const app = filesOf("index", { also: "later" });
      const others = ["admin", "shared"].flatMap((page) => [...filesOf(page, { also: "later" })]);
      const files = [...chunks.map(({ fileName }) => fileName), ...publicFiles].filter((name) =>
        name !== "index.html" && !name.endsWith(".map") &&
        !Object.values(words).flat().includes(name) &&
        (app.has(name) || !others.includes(name))
      );
      const version = hash(
        files.join() + JSON.stringify(words) +
          String((bundle["index.html"] as { source?: unknown })?.source),
      );
      this.emitFile({
        type: "asset",
        fileName: "service-worker.js",
        source: readFileSync(serviceWorker, "utf8")
          .replace("__VERSION__", version)
          .replace("__FILES__", JSON.stringify(["./", "config.js", ...files]))
          .replace("__WORDS__", JSON.stringify(words)),
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
  server: { headers },
  preview: { headers },
  define: { "import.meta.env.VITE_RELEASE": JSON.stringify(release) },
  plugins: [catalogues(), samePages, contentPolicy, typeface, offlineFiles()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Fonts stay files: a reader loads the scripts of the letters that it shows.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ["index", "admin", "shared"].map((page) => `${import.meta.dirname}/${page}.html`),
      // Small parts of the first screen in one file: each file costs a request and its own dictionary.
      output: {
        codeSplitting: {
          groups: [{
            name: "parts",
            test: (id: string) =>
              isFirstRoom(id) ||
              /src\/(catalogues|language|plural|rooms|words|words\/languages|parts\/(avatar|controls|icons|pages|shell|states))\.tsx?$/
                .test(id),
          }, {
            name: "frame",
            test:
              /src\/(act|chosen-files|install|refusals|remote|parts\/(dialog|file-picker|later|refusal|text)|screens\/(streak-line|welcome\/steps|window\/use-window))\.tsx?$/,
          }],
        },
      },
    },
  },
});
