/** The storage for Node and Deno, as a program installs it: on each platform, across its runs. */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programsOf } from "../../../tests/contract/programs.ts";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { printed } from "../../../tools/pack.ts";
import { folder, installed, project } from "./project.ts";

const node = (name: string) => installed(name, "bin/node");
/** The platforms of this system, by name. Node 20 and 22.0 have no SQLite. */
const platforms = {
  "Node 20": [node("node-20")],
  "Node 22.0": [node("node-22")],
  "the newest Node": [node("node-newest"), "--no-warnings"],
  Deno: [Deno.execPath(), "run", "-A"],
};
const names = Object.keys(platforms) as (keyof typeof platforms)[];
const here = names.filter((name) => existsSync(platforms[name][0]!));
const isOld = (name: string) => /20|22/.test(name);

/** Opens the storage of a folder and takes one step. */
const steps = `
import process from "node:process";
import { nodeStorage } from "@journal/client/node";

const [step, folder] = process.argv.slice(2);
const storage = await nodeStorage(folder).catch((error) => {
  console.log(error.message);
  process.exit();
});
if (step === "write") {
  await storage.write([["a/1", { n: 1 }], ["a/2", 2], ["b/1", "other"]]);
  await storage.write([["a/2", undefined], ["a/3", null]]);
  await storage.files.keep("a/1/photo", new Blob(["white"], { type: "image/png" }));
  await storage.write([["a/4", 4], ["a/5", () => {}]]).catch((error) => console.log(error.name));
} else if (step === "read") {
  const file = await storage.files.read("a/1/photo");
  const values = (await storage.read("a/")).sort();
  console.log(JSON.stringify([values, file.type, await file.text()]));
} else {
  console.log("open");
  setInterval(() => {}, 1000);
}
`;
const written = [[["a/1", { n: 1 }], ["a/3", null]], "image/png", "white"];

const home = project("storage", {
  "steps.mjs": steps,
  "deno.json": JSON.stringify({ nodeModulesDir: "manual" }),
});
const step = async (name: keyof typeof platforms, what: string, place: string) =>
  (await printed([...platforms[name], "steps.mjs", what, place], home)).trim();

for (const name of here) {
  test.concurrent(`a folder keeps values and files on ${name}, for one program at a time`, async () => {
    const place = join(folder, `values of ${name}`);
    expect(await step(name, "write", place)).toBe("TypeError");
    expect(JSON.parse(await step(name, "read", place))).toEqual(written);
    expect(existsSync(join(place, isOld(name) ? "values.log" : "values.db"))).toBe(true);

    const [program, ...args] = platforms[name];
    const holder = new Deno.Command(program!, {
      args: [...args, "steps.mjs", "hold", place],
      cwd: home,
      stdout: "piped",
    }).spawn();
    const reader = holder.stdout.getReader();
    await reader.read();
    expect(await step(name, "read", place)).toContain("is open in");
    // A program that is ended outright leaves the folder to the next.
    holder.kill("SIGKILL");
    await Promise.all([holder.status, reader.cancel()]);
    expect(JSON.parse(await step(name, "read", place))).toEqual(written);
  });
}

test.runIf(here.includes("Node 20"))(
  "a log with a cut-off line keeps the whole ones, and a newer Node takes it over",
  async () => {
    const place = join(folder, "a cut log");
    await step("Node 20", "write", place);
    appendFileSync(join(place, "values.log"), '[["a/1","{');
    expect(JSON.parse(await step("Node 20", "read", place))).toEqual(written);
    expect(JSON.parse(await step("the newest Node", "read", place))).toEqual(written);
    expect(await step("Node 20", "read", place)).toContain("use Deno, or Node 22.13 or newer");
  },
);

for (const name of here.filter((name) => name !== "Node 20")) {
  test.concurrent(`the program of docs/node.md goes on where it ended on ${name}`, async () => {
    const [program] = await programsOf("docs/node.md");
    const reader = await person("Reader");
    const home = project(`restart-${name}`, {
      "first.mjs": program!.replace("demo@example.com", reader.email)
        .replace("demo-password", reader.password),
      // The session is kept, so the second run needs no password.
      "second.mjs": program!.replace("demo@example.com", reader.email),
      "deno.json": JSON.stringify({ nodeModulesDir: "manual" }),
    });
    for (const file of ["first.mjs", "second.mjs"]) {
      const output = await printed([...platforms[name], file], home);
      expect(output).toContain("to send: {}");
    }
    expect((await ok(reader, "GET", "/api/goals")).goals).toHaveLength(2);
  });
}

/** Calls a function of the package that throws. */
const failing = `
import { createJournalClient } from "@journal/client";
try {
  createJournalClient("http://127.0.0.1:1/functions/v1", "key");
} catch (error) {
  console.log(error.stack);
}
`;

for (const name of here.filter((name) => name !== "Node 20")) {
  test.concurrent(`the stack of an error names files that exist on ${name}`, async () => {
    const home = project(`stack-${name}`, {
      "failing.mjs": failing,
      "deno.json": JSON.stringify({ nodeModulesDir: "manual" }),
    });
    const stack = await printed([...platforms[name], "failing.mjs"], home);
    const files = [...stack.matchAll(/file:\/\/(.*?):\d+:\d+/g)]
      .map(([, path]) => decodeURIComponent(path!));
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });
}
