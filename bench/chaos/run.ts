/**
 * `npm run chaos`: users work, and one part of the service after the other fails. After each fault
 * the service has to work again by itself within ten seconds, and every acknowledged write has to
 * be stored once. Prints a table; ends with 1 when anything is wrong. `--only disk,clock` tries
 * some faults.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Fault } from "./faults.ts";
import { inconsistencies, waiting, wrongs } from "./proofs.ts";
import { onStage, recovery, type Stage } from "./stage.ts";
import type { Work } from "./work.ts";

const { values } = parseArgs({ args: Deno.args, options: { only: { type: "string" } } });
const chosen = values.only?.split(",");
const seconds = (n: number) => sleep(n * 1000);

/** Seconds within which the service has to work again. */
const RECOVERY = 10;

interface Outcome {
  fault: string;
  recovered: number;
  writes: number;
  answers: Record<string, number>;
  wrong: string[];
}

const writesOf = (work: Work) =>
  Object.values(work.acknowledged).reduce((sum, keys) => sum + keys.length, 0);

async function attempt(
  fault: Fault,
  { work, platform }: Stage,
  known: Set<string>,
): Promise<Outcome> {
  const before = writesOf(work);
  work.begin();
  await seconds(4);
  await fault.begin();
  await seconds(fault.seconds);
  await fault.end?.();
  const recovered = await recovery(work);
  await seconds(4);
  const writes = writesOf(work) - before;
  await work.end();
  const { answers } = work;
  const wrong = await wrongs(work, await platform.superuserUrl(), await platform.status(), known);
  return { fault: fault.name, recovered, writes, answers, wrong };
}

const outcomes: Outcome[] = [];
await onStage("chaos", 12, async (stage) => {
  const url = await stage.platform.superuserUrl();
  // The demo data has drops that its accounts never sent.
  const known = new Set(await inconsistencies(url));
  const list = stage.faults
    .filter(({ name }) => chosen?.some((word) => name.includes(word)) ?? true);
  for (const fault of list) {
    const outcome = await attempt(fault, stage, known);
    outcomes.push(outcome);
    const { recovered, writes, answers, wrong } = outcome;
    console.error(
      `${fault.name}: works after ${recovered.toFixed(1)} s, ${writes} writes, ` +
        `${JSON.stringify(answers)}${wrong.map((each) => `\n  ${each}`).join("")}`,
    );
  }
  const left = await waiting(await stage.platform.superuserUrl(), 180_000);
  outcomes.push({ fault: "at the end", recovered: 0, writes: 0, answers: {}, wrong: left });
});

const isWhole = ({ recovered, wrong }: Outcome) => recovered <= RECOVERY && !wrong.length;
console.log(`| what fails | works again after, s | acknowledged writes | refused meanwhile | wrong |
| --- | --- | --- | --- | --- |`);
for (const { fault, recovered, writes, answers, wrong } of outcomes) {
  const refused = Object.entries(answers).map(([status, count]) => `${count} of ${status}`);
  console.log(
    `| ${
      [fault, recovered.toFixed(1), writes, refused.join(", "), wrong.join(", ")].join(" | ")
    } |`,
  );
}
Deno.exit(outcomes.every(isWhole) ? 0 : 1);
