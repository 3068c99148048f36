import { vi } from "vitest";
import { createApp } from "../../shared/http/app.ts";
import { useProject } from "../http/project.ts";
import { testEnvironment } from "../support/environment.ts";
import fc from "fast-check";
import { expect } from "vitest";
import type { Calculator } from "../../functions/lab/calculators/calculator.ts";
import { evaluate } from "../../functions/lab/calculators/calculator.ts";

/** The outputs by name; missing inputs take their defaults. */
export function outputsOf(
  calculator: Calculator,
  inputs: Record<string, number> = {},
): Record<string, number> {
  const { outputs } = evaluate(calculator, inputs);
  return Object.fromEntries(outputs.map(({ name, value }) => [name, value]));
}

/** Expects that a value agrees with a published one; `tolerance` is relative. */
export function expectNear(value: number | undefined, published: number, tolerance = 0.005): void {
  expect(value).toBeTypeOf("number");
  expect(
    Math.abs(value! - published),
    `${value} should be ${published} within ${100 * tolerance} %`,
  ).toBeLessThanOrEqual(Math.abs(published) * tolerance);
}

/** Arbitrary inputs within the calculator's ranges, of every order of magnitude. */
export function anyInputs(calculator: Calculator): fc.Arbitrary<Record<string, number>> {
  return fc.record(Object.fromEntries(
    calculator.inputs.map(({ name, min, max, options }) => [
      name,
      options ? fc.integer({ min, max }) : spread(min, max),
    ]),
  ));
}

/** Numbers from `min` to `max`, with evenly distributed exponents where both are positive. */
function spread(min: number, max: number): fc.Arbitrary<number> {
  // Derived from an integer: fast-check's doubles have evenly distributed bits, so nearly all are
  // close to 0.
  const share = fc.integer({ min: 0, max: 1_000_000 }).map((part) => part / 1_000_000);
  return share.map((t) =>
    Math.min(max, Math.max(min, min > 0 ? min * (max / min) ** t : min + (max - min) * t))
  );
}

/** The parameters of every property: the same cases in every run. */
export const RUNS = { seed: 20_260_301, numRuns: 100 };

/** The answer of a job that has no time for a step; its routes are in this process. */
export async function runWithoutTime(
  path: string,
  routes: Parameters<typeof createApp>[0][number],
) {
  await useProject();
  Deno.env.set("LAB_CRON_SECRET", testEnvironment.LAB_CRON_SECRET);
  let ms = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => ms += 100_000);
  const headers = { "x-cron-secret": testEnvironment.LAB_CRON_SECRET };
  const answer = await createApp([routes]).request(path, { method: "POST", headers });
  clock.mockRestore();
  return await answer.json();
}
