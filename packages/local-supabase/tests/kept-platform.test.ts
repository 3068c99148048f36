/** A platform that one command keeps and others run tests on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../base/scratch.ts";
import { linesOf } from "../base/lines.ts";
import { project } from "./support/platform.ts";

const library = JSON.stringify(join(import.meta.dirname!, "../mod.ts"));

test("runs tests while it is kept, and leaves nothing behind", async () => {
  const dir = await scratchFolder("kept");
  onTestFinished(() => Deno.remove(dir, { recursive: true }));
  await Deno.writeTextFile(
    join(dir, "one.test.ts"),
    `import { expect, test } from "vitest";
    test("finds the platform", async () => {
      const status = JSON.parse(await Deno.readTextFile(Deno.env.get("STATUS_FILE")!));
      expect((await fetch(status.health_url)).ok).toBe(true);
      expect(Deno.env.get("COLOR")).toBe("green");
    });`,
  );
  const start = (call: string) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `import { keepPlatform, runTestsOnKept } from ${library}; Deno.exit(await ${call} ?? 7);`,
      ],
      cwd: dir,
      env: { LOCAL_DIR: dir, STOP_AT_END_OF_INPUT: "" },
      stdout: "null",
      stderr: "piped",
    }).spawn();
  const runOn = async () => {
    const { code } = await start(`runTestsOnKept(${JSON.stringify(dir)})`).output();
    return code;
  };

  expect(await runOn()).toBe(7);
  const options = { root: project, env: {}, seed: false, variables: { COLOR: "green" } };
  const keeper = start(`keepPlatform(${JSON.stringify(options)})`);
  await new Promise<void>((resolve) =>
    linesOf(keeper.stderr).on("line", (line) => {
      if (line.includes("npm test runs on this platform")) resolve();
    })
  );
  expect(await runOn()).toBe(0);
  keeper.kill("SIGTERM");
  expect((await keeper.status).code).toBe(0);
  expect(existsSync(join(dir, "kept-platform.json"))).toBe(false);
  expect([...Deno.readDirSync(join(dir, "scratch"))]).toEqual([]);
  expect(await runOn()).toBe(7);
});
