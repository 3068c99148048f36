/** The package as apps install it: its files, its types and its README, on every platform. */
import { build } from "esbuild";
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { programsOf } from "../../../tests/contract/programs.ts";
import { person, send } from "../../../tests/support/people.ts";
import { npm, printed } from "../../../tools/pack.ts";
import { folder, installed, note, packed, printTable, project } from "./project.ts";
import { startRegistry } from "./registry.ts";

afterAll(printTable);

/** The Node that runs npm. */
const node = process.env.npm_node_execpath ?? "node";
/** The programs of the README, one after the other. */
const program = (await programsOf("packages/client/README.md")).join("\n");
/** They run at the same time, each as a person of its own. */
async function programOfPerson(): Promise<string> {
  const { email, password } = await person("Reader");
  return program.replace("demo@example.com", email).replace("demo-password", password);
}
/** The lines that the programs print. */
const output = [
  "Write every morning active",
  "title: must not be empty",
  "Twice a week 2",
  "to send: 0",
  "in the outbox: 0",
  "news of everything",
  "answered: true",
  "AI may read it",
  expect.stringMatching(/^http.*\/avatars\//),
  "0800 1110111 112",
  "opened: White",
  "the code opens 32 bytes",
  "signed out: null",
];
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

test("the package has its modules and their types, and nothing else", () => {
  const files = packed.files.map(({ path }) => path);
  const modules = globSync("**/*.ts", { cwd: join(import.meta.dirname!, "../src") })
    .map((path) => path.replace(/\.ts$/, ""));
  const built = (module: string) =>
    ["d.ts", "js"].map((extension) => `dist/${module}.${extension}`);
  expect(files.toSorted())
    .toEqual(["README.md", "package.json", ...modules.flatMap(built)].toSorted());
  note(`tarball, ${files.length} files`, { runs: kB(packed.size) });
});

test("the manifest names built files, published packages and the version of the document", async () => {
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const manifest = read(installed("@journal/client/package.json"));
  const source = read(join(import.meta.dirname!, "../package.json"));
  expect(Object.keys(manifest.exports))
    .toEqual([...Object.keys(source.exports), "./package.json"]);
  for (
    const entry of Object.values<{ types: string; default: string } | string>(manifest.exports)
  ) {
    for (const file of typeof entry === "string" ? [entry] : [entry.types, entry.default]) {
      expect(existsSync(installed("@journal/client", file)), file).toBe(true);
    }
  }
  const { body: document } = await send("GET", "/api/openapi.json");
  expect(manifest.version).toBe(document.info.version);
  expect(manifest).not.toHaveProperty("private");
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(manifest).not.toHaveProperty("config");
  const versions = { ...manifest.dependencies, ...manifest.peerDependencies };
  expect(Object.values(versions).filter((each) => !/^\^?\d+\.\d+\.\d+$/.test(String(each))))
    .toEqual([]);
});

/** The oldest Node that supabase-js takes, and the newest Node that npm has for this system. */
const nodes = ["node-22", "node-newest"]
  .map((name) => installed(name, "bin/node")).filter((path) => existsSync(path));
if (!nodes.length) {
  console.log("npm has no Node for this system: the package runs on this one alone");
}

for (const path of nodes.length ? nodes : [node]) {
  const version = (await printed([path, "--version"], folder)).trim();

  test.concurrent(`the programs of the README run on Node ${version}`, async () => {
    const home = project(`node-${version}`, { "readme.mjs": await programOfPerson() });
    const lines = (await printed([path, "readme.mjs"], home)).trim().split("\n");
    expect(lines).toEqual(output);
    note(`Node ${version}`, { runs: "README" });
  });

  test.concurrent(`a lost network and a stopped call are told apart on Node ${version}`, async () => {
    const home = project(`node-${version}`, { "ends.mjs": ends });
    expect(JSON.parse(await printed([path, "ends.mjs"], home))).toEqual(endings);
  });
}

/** Calls that end without an answer. */
const ends = `
import { createServer } from "node:http";
import process from "node:process";
import { createJournalClient } from "@journal/client";

const server = createServer((request, response) => {
  if (!request.url.endsWith("/goals")) return;
  response.writeHead(200).write("{");
  setTimeout(() => response.destroy(), 50);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { api } = createJournalClient(\`http://127.0.0.1:\${server.address().port}\`, "key");
const closed = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => closed.on("listening", resolve));
const nowhere = \`http://127.0.0.1:\${closed.address().port}\`;
await new Promise((resolve) => closed.close(resolve));
const nobody = createJournalClient(nowhere, "key").api;
const endOf = (call) => call.then(() => "answered", (error) => error.code ?? error.name);
console.log(JSON.stringify([
  await endOf(nobody.get("/api/goals")),
  await endOf(nobody.post("/api/user/avatar", { body: { file: new Blob(["picture"]) } })),
  await endOf(api.get("/api/goals")),
  await endOf(api.get("/api/journal", { signal: AbortSignal.timeout(50) })),
]));
process.exit();
`;
const endings = ["no_network", "no_network", "no_network", "AbortError"];

test.concurrent("the programs of the README type-check and run on Deno", async () => {
  const home = project("deno", {
    "deno.json": JSON.stringify({ nodeModulesDir: "manual" }),
    "readme.ts": await programOfPerson(),
    "ends.mjs": ends,
  });
  const deno = Deno.execPath();
  await printed([deno, "check", "readme.ts"], home);
  expect((await printed([deno, "run", "-A", "readme.ts"], home)).trim().split("\n"))
    .toEqual(output);
  expect(JSON.parse(await printed([deno, "run", "-A", "ends.mjs"], home))).toEqual(endings);
  note(`Deno ${Deno.version.deno}`, { types: "deno check", runs: "README" });
});

/**
 * Checks the types of a project and of all packages, as `skipLibCheck` is off. Errors in the types
 * of other packages, such as supabase-js, are allowed; errors in those of the client and of the
 * project fail the test.
 */
async function typeCheck(
  typescript: "typescript-6" | "typescript-7",
  home: string,
  settings = "tsconfig.json",
): Promise<string> {
  const tsc = [node, installed(typescript, "bin/tsc")];
  const check = [
    ...tsc,
    "-p",
    settings,
    "--noEmit",
    "--skipLibCheck",
    "false",
    "--pretty",
    "false",
  ];
  const failure = await printed(check, home).then(() => null, ({ message }) => String(message));
  const faults = failure?.split("\n").filter((line) => /error TS\d+:/.test(line)) ?? [];
  const others = /^[./]*node_modules\/(?!@journal\/)/;
  if (faults.filter((line) => !others.test(line)).length || failure && !faults.length) {
    throw new Error(failure!);
  }
  const version = (await printed([...tsc, "--version"], home)).trim().replace("Version ", "");
  return `right (${version}); ${faults.length} faults in others`;
}

test.for(["typescript-6", "typescript-7"] as const)(
  "the types satisfy the settings of tsc --init of %s with the types of Node",
  async (typescript) => {
    const [restart] = await programsOf("docs/node.md");
    const home = project(typescript, { "readme.ts": program, "restart.ts": restart! });
    await printed([node, installed(typescript, "bin/tsc"), "--init"], home);
    const settings = join(home, "tsconfig.json");
    writeFileSync(
      settings,
      readFileSync(settings, "utf8").replace(/"types": \[.*?\]/, '"types": ["node"]'),
    );
    note(`tsc --init of ${typescript}`, { types: await typeCheck(typescript, home) });
  },
);

test("the types satisfy Vite's react-ts template, which bundles the package and its hooks", async () => {
  const home = project("vite", {});
  cpSync(installed("create-vite/template-react-ts"), home, { recursive: true });
  writeFileSync(join(home, "src/main.tsx"), `${program}\nimport "./README.md.tsx";`);
  for (const page of ["packages/client/README.md", "docs/react.md"]) {
    const [program] = await programsOf(page, "tsx");
    writeFileSync(join(home, `src/${basename(page)}.tsx`), program!);
  }
  const types = await typeCheck("typescript-7", home, "tsconfig.app.json");
  await printed([node, installed("vite/bin/vite.js"), "build"], home);
  const bytes = globSync("dist/assets/*.js", { cwd: home })
    .reduce((sum, path) => sum + gzipSync(readFileSync(join(home, path))).length, 0);
  note("Vite react-ts", { types, runs: `bundle ${kB(bytes)} gzip` });
});

test("the types satisfy Expo's settings", async () => {
  const home = project("expo", {
    "readme.ts": program,
    "tsconfig.json": JSON.stringify({
      extends: "expo/tsconfig.base",
      compilerOptions: { strict: true },
    }),
  });
  note("Expo tsconfig.base", { types: await typeCheck("typescript-6", home) });
});

test("a minimal program stays small", async () => {
  const home = project("minimal", {
    "minimal.mjs": `import { createJournalClient } from "@journal/client";
      globalThis.client = createJournalClient("https://example.com", "key");`,
  });
  const size = async (external: string[]) => {
    const { outputFiles: [bundle] } = await build({
      entryPoints: [join(home, "minimal.mjs")],
      bundle: true,
      minify: true,
      format: "esm",
      external,
      write: false,
    });
    return gzipSync(bundle!.contents).length;
  };
  const [alone, whole] = [await size(["@supabase/supabase-js"]), await size([])];
  expect(alone).toBeLessThan(26_000);
  note("minimal bundle", { runs: `${kB(alone)} gzip, ${kB(whole)} with supabase-js` });
});

/** Bytes (gzip) that a current browser may load for sealed notebooks, beside the client. */
const SEALED = 40_000;

test("what a device loads for sealed notebooks stays small", async () => {
  const home = project("sealed", {
    "client.mjs": `export * from "@journal/client";`,
    "sealed.mjs": `export * from "@journal/client/sealed";`,
  });
  const { outputFiles, metafile: { outputs } } = await build({
    absWorkingDir: home,
    entryPoints: ["client.mjs", "sealed.mjs"],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    outdir: "built",
    metafile: true,
    write: false,
  });
  const chunk = (module: RegExp) =>
    Object.keys(outputs).find((path) => module.test(outputs[path]!.entryPoint ?? ""))!;
  /** Chunks with all that they import at once. */
  const loadedBy = (...chunks: string[]) => {
    const all = new Set(chunks);
    for (const path of all) {
      for (const { path: next, kind } of outputs[path]!.imports) {
        if (kind === "import-statement") all.add(next);
      }
    }
    return all;
  };
  const there = loadedBy(chunk(/client\.mjs$/));
  /** The bytes of chunks that a page with the client loads. */
  const sizeOf = (...chunks: string[]) => {
    return [...loadedBy(...chunks).difference(there)].reduce((sum, path) => {
      const { contents } = outputFiles.find((file) => file.path === join(home, path))!;
      return sum + gzipSync(contents).length;
    }, 0);
  };
  const [begin, argon2, soft] = [/sealed\.mjs$/, /argon2\.js$/, /soft\.js$/].map(chunk);
  const sizes = {
    begin: sizeOf(begin!),
    "with a passphrase": sizeOf(begin!, argon2!),
    "without WebCrypto, with the Argon2id of a phone": sizeOf(begin!, soft!),
  };
  expect(sizes.begin).toBeLessThan(SEALED);
  const whole = sizeOf(begin!, argon2!, soft!);
  const rows = Object.entries({ ...sizes, whole }).map(([name, size]) => `${name} ${kB(size)}`);
  note("sealed notebooks", { runs: `${rows.join(", ")} gzip` });
});

test("npm publishes it to the registry of its scope alone, and installs it from there", async () => {
  await using registry = startRegistry();
  const publish = [...npm(), "publish", join(folder, packed.filename)];
  const home = project("registry", {});
  await expect(printed(publish, home)).rejects.toThrow("https://registry.invalid/");
  writeFileSync(join(home, ".npmrc"), registry.settings);
  await printed(publish, home);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await printed([...npm(), "install", ...quiet, `@journal/client@${packed.version}`], home);
  const resolve = "console.log(import.meta.resolve('@journal/client'))";
  expect(await printed([node, "--input-type=module", "-e", resolve], home))
    .toContain("/registry/node_modules/@journal/client/dist/mod.js");
  note("own registry", { runs: "published and installed" });
});
