/** The functions as they are deployed: bundled, without sources and packages. */
import { cp } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  projectRoot,
  readProjectConfig,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { startFunctions } from "../../packages/local-supabase/mod.ts";
import { presentBundles, tooLarge } from "../../tools/build.ts";
import { forget, isMadeOfTheSame, remember } from "../../tools/built-from.ts";
import { functionsUnderTest } from "../support/built.ts";
import { testEnvironment } from "../support/environment.ts";
import { hostedEnvironment } from "../support/hosted.ts";
import { person } from "../support/people.ts";
import { newDate, takePart } from "../workout-window/mosaics.ts";

const root = await scratchFolder("bundles");
const bundles = await presentBundles();
// Bundles, settings and what these name: no sources, no packages.
await cp("dist", join(root, "dist"), { recursive: true });
for (const path of ["config.toml", "templates"]) {
  await cp(join("supabase", path), join(root, "supabase", path), { recursive: true });
}
const functions = await startFunctions({
  root,
  watch: false,
  log: () => {},
  env: await hostedEnvironment(),
  deno: functionsUnderTest().functionsDeno,
});
afterAll(async () => {
  await functions?.stop();
  await Deno.remove(root, { recursive: true });
});

const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(await functions.url() + path, init);
  return { status: response.status, body: await response.json() };
};

it("are made of each declared function, below the limit of the platform", async () => {
  const { functions } = await readProjectConfig(projectRoot);
  expect(bundles.map(({ name }) => name)).toEqual(functions.map(({ name }) => name));
  expect(bundles.length).toBeGreaterThan(30);
  expect(tooLarge(bundles)).toEqual([]);
});

it("are built again when a file that they are made of has changed", async () => {
  const source = join(relative(projectRoot, root), "source.ts");
  await Deno.writeTextFile(source, "export const a = 1;");
  await remember(root, [source]);
  expect(await isMadeOfTheSame(root)).toBe(true);
  await Deno.writeTextFile(source, "export const a = 2;");
  expect(await isMadeOfTheSame(root)).toBe(false);
  await remember(root, [source]);
  expect(await isMadeOfTheSame(root)).toBe(true);
  await forget(root);
  expect(await isMadeOfTheSame(root)).toBe(false);
  expect(await isMadeOfTheSame(join(root, "dist"))).toBe(true);
});

it("start without sources and packages", async () => {
  const statuses = await Promise.all(
    bundles.map(async ({ name }) => [name, (await ask(`/${name}/no/such/route/at/all`)).status]),
  );
  expect(statuses).toEqual(bundles.map(({ name }) => [name, 404]));
});

it("log errors with the line of the source", async () => {
  const lines: string[] = [];
  const misconfigured = await startFunctions({
    root,
    watch: false,
    log: (line) => lines.push(line),
    deno: functionsUnderTest().functionsDeno,
    env: { ...await hostedEnvironment(), STRIPE_SECRET_KEY: "sk_test", STRIPE_API_BASE: "nowhere" },
  });
  try {
    const ana = await person("Ana");
    const headers = { authorization: `Bearer ${ana.token}` };
    await (await fetch(`${await misconfigured.url()}/payment/prices`, { headers })).body?.cancel();
    await expect.poll(() => lines.join()).toMatch(/at \S+ \(\S*shared\/[a-z/-]+\.ts:\d+:\d+\)/);
    expect(lines.join()).not.toContain("index.js:");
  } finally {
    await misconfigured.stop();
  }
});

it("serve a caller's request", async () => {
  const ana = await person("Ana");
  const headers = { authorization: `Bearer ${ana.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ title: "Bundled", content: "Words", mood: "calm" });
  expect(await ask("/journal", { method: "POST", headers, body }))
    .toMatchObject({ status: 201, body: { entry: { title: "Bundled" } } });
});

it("draw with the engine and the fonts inside the module", async () => {
  const date = newDate();
  await takePart(await person("Ana"), date);
  const headers = { "x-cron-secret": testEnvironment.WORKOUT_WINDOW_CRON_SECRET };
  expect(await ask(`/workout-mosaic/${date}`, { method: "POST", headers }))
    .toEqual({ status: 200, body: { step: "picture", done: true } });
});
