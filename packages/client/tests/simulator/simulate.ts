/** Plays random histories on the model of the service, and shrinks a history that goes wrong. */
import fc from "fast-check";
import type { Kind } from "@journal/client";
import { History, WINDOWS, type World } from "./history.ts";
import { Service } from "./service.ts";
import { setStage } from "./stage.ts";
import { type Step, stepsOf } from "./steps.ts";
import type { Fetch } from "./window.ts";

const USER = "00000000-0000-4000-8000-000000000000";
/** The steps of one history at most. */
const LONGEST = 200;

/** Stands between the windows and the service, such as to put a fault in. */
export type Between = (fetch: Fetch) => Fetch;

/** A service of a user without objects. */
function modelWorld(now: () => number, between: Between): World {
  const service = new Service(now);
  return {
    userId: USER,
    fetch: between((request) => service.fetch(request)),
    rowsOf: (kind: Kind) => Promise.resolve(service.rowsOf(kind)),
    keep: () => Promise.resolve(service.keep()),
    restore: () => Promise.resolve(service.restore()),
  };
}

/** Plays a history on the model. Returns what is wrong in the end. */
export async function play(
  steps: Step[],
  between: Between = (fetch) => fetch,
): Promise<string[]> {
  const stage = setStage(1);
  try {
    return await History.faults(modelWorld(stage.now, between), stage, steps);
  } catch (error) {
    return [String(error instanceof Error ? error.stack : error)];
  } finally {
    stage.end();
  }
}

/** A history that goes wrong, as short as it was made. */
interface Fault {
  seed: number;
  steps: Step[];
  faults: string[];
}

export const histories = fc.array(stepsOf(WINDOWS), { maxLength: LONGEST, size: "max" });

/** Plays histories of so many steps in all, of `seed` and the seeds behind it, to the first fault. */
export async function simulate(
  operations: number,
  seed: number,
  { between, onProgress }: {
    between?: Between;
    onProgress?: (played: number, seed: number) => void;
  } = {},
): Promise<Fault | undefined> {
  let played = 0;
  for (; played < operations; seed++) {
    const [steps] = fc.sample(histories, { seed, numRuns: 1 });
    const faults = await play(steps!, between);
    if (faults.length) return await shrunk(steps!, seed, faults, between);
    played += steps!.length;
    onProgress?.(played, seed);
  }
}

/** Plainer forms of a step: without one of its circumstances, with fewer fates or lower numbers. */
function plainer(step: Step): Step[] {
  return Object.entries(step).flatMap(([name, value]) => {
    const isCircumstance = ["days", "endsAfter", "answer"].includes(name) ||
      name === "and" && step.do === "sync";
    const others = isCircumstance
      ? [undefined]
      : Array.isArray(value)
      ? value.map((_, n) => value.toSpliced(n, 1))
      : typeof value === "number" && value > 0
      ? [0, value - 1]
      : value === true
      ? [false]
      : [];
    return others.map((other) => JSON.parse(JSON.stringify({ ...step, [name]: other })) as Step);
  });
}

/** Leaves out steps and circumstances as long as the history still goes wrong. */
async function shrunk(
  steps: Step[],
  seed: number,
  faults: string[],
  between?: Between,
): Promise<Fault> {
  const attempt = async (shorter: Step[]): Promise<boolean> => {
    const left = await play(shorter, between);
    if (left.length) [steps, faults] = [shorter, left];
    return left.length > 0;
  };
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (let size = Math.max(1, steps.length >> 1); size >= 1; size >>= 1) {
      for (let from = steps.length - size; from >= 0; from -= size) {
        if (await attempt(steps.toSpliced(from, size))) isShorter = true;
      }
    }
    for (let n = 0; n < steps.length; n++) {
      for (const step of plainer(steps[n]!)) {
        if (await attempt(steps.with(n, step))) isShorter = true;
      }
    }
  }
  return { seed, steps, faults };
}

/** A test that plays the history of a fault. */
export const testOf = ({ seed, steps, faults }: Fault): string =>
  [
    `it("ends well (seed ${seed})", async () => {`,
    ...faults.slice(0, 4).map((fault) => `  // ${fault.split("\n")[0]}`),
    "  expect(await play([",
    ...steps.map((step) => `    ${JSON.stringify(step)},`),
    "  ])).toEqual([]);",
    "});",
  ].join("\n");
