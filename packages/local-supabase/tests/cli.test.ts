/** The npm scripts as processes: they start, stop and clean up the platform. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../base/ports.ts";
import type { Provider } from "../base/status.ts";
import { type Command, dir, root, run } from "./support/command.ts";

const project = resolve(import.meta.dirname!, "project");

/** The only line that Postgres may write at its end. */
const endOfPostgres = /^(.*database system is shut down)?$/;
/** Root may write everywhere: a command that starts node without that right. */
const withoutRights = Deno.uid() === 0
  ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
  : [];
const mount = (...args: string[]) => new Deno.Command("mount", { args }).outputSync();
/** Whether this system lets the tests mount a small disk. */
const canMount = mountable();

function mountable(): boolean {
  const place = Deno.makeTempDirSync();
  const { success } = mount("-t", "tmpfs", "tmpfs", place);
  if (success) new Deno.Command("umount", { args: [place] }).outputSync();
  else console.log("This system mounts no disk: a full one is not tested");
  rmSync(place, { recursive: true, force: true });
  return success;
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
    expect.poll(() => command.output()).toContain("The platform is running");
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
      // Work that the end cuts off is not told as a fault.
      expect((await fetch(`${base_url}/echo/job`)).status).toBe(200);
      first.kill("SIGTERM");
      expect(await first.exit).toBe(0);
      expect(first.output().split("Stopping ...")[1]?.trim()).toMatch(endOfPostgres);
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
      await expect.poll(left, { interval: 200 }).toEqual([]);
    },
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
  );

  test.each([
    ["is below a file", (place: string) => writeFileSync(place, ""), "data"],
    ["exists and is read-only", (place: string) => mkdirSync(place, { mode: 0o555 }), ""],
  ])("says in one sentence that LOCAL_DIR, which %s, cannot be written", async (_, make, below) => {
    make(join(dir, "place"));
    const place = join(dir, "place", below);
    const env = { PROJECT_DIR: project, LOCAL_DIR: place };
    const command = run(["start"], env, root, withoutRights);
    expect(await command.exit).toBe(1);
    expect(command.output()).toMatch(
      new RegExp(`^${place} cannot be written \\(\\w+\\): name another folder in LOCAL_DIR\\.\n$`),
    );
  });

  test.runIf(canMount)("names a full disk before what fails for it", async () => {
    const disk = join(dir, "disk");
    mkdirSync(disk);
    mount("-t", "tmpfs", "-o", "size=20m,mode=755", "tmpfs", disk);
    let output: string;
    try {
      const command = start(freePort(), [], { LOCAL_DIR: disk });
      expect(await command.exit).toBe(1);
      output = command.output();
    } finally {
      new Deno.Command("umount", { args: ["-l", disk] }).outputSync();
    }
    const [begins, cause] = output.trim().split("\n");
    expect([begins, cause]).toEqual([
      "Starting Postgres",
      expect.stringContaining("No space is left on the disk: make room, or name a folder"),
    ]);
  });

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

test("a program whose starter has gone gets the time to end in order", async () => {
  const file = join(dir, "ended");
  // The shell waits for node, as npm's shell does.
  const command = run(
    ["packages/local-supabase/tests/support/slow-end.ts", file],
    {},
    root,
    ["sh", "-c", '"$@"; true', "sh"],
  );
  await expect.poll(command.output).toContain("started");
  command.kill("SIGKILL");
  await expect.poll(left, { interval: 200 }).toEqual([]);
  expect(existsSync(file)).toBe(true);
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
    const command = run(["packages/local-supabase/tests/run.ts", folder, "-t", "reaches"]);
    expect(await command.exit).toBe(1);
    expect(command.output(), command.output().slice(-500)).toMatch(/1 failed.*1 passed.*1 skipped/);
    expect(await left()).toEqual([]);
    expect(remains()).toEqual([]);
  });

  test("stops at once on an interrupt and removes its platform", async () => {
    const folder = suite(`test("long", async () => {
      console.log("has begun");
      await new Promise(() => {});
    }, 2 ** 31 - 1);`);
    const command = run(["packages/local-supabase/tests/run.ts", folder]);
    await expect.poll(command.output).toContain("has begun");
    command.kill("SIGINT");
    // The command ends long before its test would.
    expect(await command.exit).toBe(130);
    expect(await left()).toEqual([]);
    expect(remains()).toEqual([]);
  });
});
