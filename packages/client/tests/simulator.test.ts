/**
 * Random histories of three devices, one of them with two windows: in the end all windows show the
 * rows of the service, and no word is lost or stands twice. `npm run simulate` plays more of them.
 */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ownPlatform } from "../../../tests/support/own-platform.ts";
import { keptRows } from "../../../tests/support/kept-rows.ts";
import { patience } from "../../local-supabase/helpers.ts";
import * as words from "../src/offline/words.ts";
import { history } from "./simulator/found.ts";
import { History } from "./simulator/history.ts";
import { type Between, histories, play, simulate, testOf } from "./simulator/simulate.ts";
import { setStage } from "./simulator/stage.ts";

const { superuser } = await ownPlatform();
const { person } = await import("../../../tests/support/people.ts");
const { comparedWorld } = await import("./simulator/platform.ts");

const SEED = Number(Deno.env.get("SEED") ?? 20_261_129);

vi.mock("../src/offline/words.ts", { spy: true });

it("end well, in 20,000 operations on the model of the service", async () => {
  const fault = await simulate(20_000, SEED);
  expect(fault && `${fault.faults.join("\n")}\n${testOf(fault)}`).toBeUndefined();
}, patience(120_000));

it("end well on the platform, which answers as the model does", async () => {
  const who = await person("Ana");
  let backup: ReturnType<typeof keptRows> | undefined;
  const stage = setStage(SEED, true);
  const world = comparedWorld(who, {
    async keep() {
      backup = keptRows(`backup_${crypto.randomUUID().slice(0, 8)}`);
      await superuser.unsafe(backup.keep);
    },
    async restore() {
      await superuser.unsafe(backup!.restore);
      await superuser`select private.restart_sync()`;
    },
  }, stage.now);
  const steps = fc.sample(histories, { seed: SEED, numRuns: 6 }).flat();
  try {
    expect(await History.faults(world, stage, steps)).toEqual([]);
  } finally {
    stage.end();
  }
  expect(world.found).toEqual([]);
}, patience(180_000));

describe("a fault of the client is found within 20,000 operations, in ten steps at most", () => {
  const finds = async (between?: Between) => {
    const fault = await simulate(20_000, SEED, { between });
    expect(fault?.faults).not.toEqual([]);
    expect(fault!.steps.length).toBeLessThanOrEqual(10);
    // The printed test goes wrong in the same way.
    expect(await play(fault!.steps, between)).toEqual(fault!.faults);
  };

  it("a lost If-Match", async () => {
    await finds((fetch) => (request) => {
      request.headers.delete("if-match");
      return fetch(request);
    });
  }, patience(120_000));

  it("a request that is sent twice as two", async () => {
    await finds((fetch) => async (request) => {
      if (request.method !== "POST") return await fetch(request);
      const body = { ...await request.clone().json(), id: crypto.randomUUID() };
      const headers = { ...Object.fromEntries(request.headers), "idempotency-key": body.id };
      await fetch(
        new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
      );
      return await fetch(request);
    });
  }, patience(120_000));

  it("a merge that drops an insertion", async () => {
    const { joinTexts } = await vi.importActual<typeof words>("../src/offline/words.ts");
    const joined = vi.mocked(words.joinTexts).mockImplementation((base, theirs, mine, stored) => {
      const found = joinTexts(base, theirs, mine, stored);
      const added = mine.match(/w\d+q/g)?.find((word) => !base.includes(word));
      return added ? { ...found, text: found.text.replace(added, "") } : found;
    });
    await finds();
    joined.mockImplementation(joinTexts);
  }, patience(120_000));
});

it.for(Object.entries(history))("end well: %s", async ([, steps]) => {
  expect(await play(steps)).toEqual([]);
});
