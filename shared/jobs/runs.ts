import { z } from "@hono/zod-openapi";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Json } from "../database/types.ts";
import { inBackground } from "../base/log.ts";

/** What a job answers, besides what it recorded. */
export interface JobOutcome<Results> {
  message: string;
  results: Results;
  /** Nothing is left to do. When false, the job is posted again within minutes. */
  complete: boolean;
}

/**
 * The schema of a job's answer: `{success, message, results}` with a number for each name, and
 * `errors`, the first hundred things that went wrong.
 *
 * @example
 * ```ts
 * answer: { description: "What was done", schema: jobAnswer("MonthlyAward", ["total", "failed"]) }
 * ```
 */
export function jobAnswer<Count extends string>(name: string, counts: readonly Count[]) {
  const numbers = Object.fromEntries(
    counts.map((count) => [count, z.number().int().min(0).openapi({ example: 0 })]),
  ) as Record<Count, z.ZodNumber>;
  return z.object({
    success: z.boolean(),
    message: z.string(),
    results: z.object({
      ...numbers,
      errors: z.array(z.string()).openapi({ description: "The first hundred.", example: [] }),
    }),
  }).openapi(name);
}

/**
 * Does a job's work and records when the run began and how it ended, by which the schedule knows
 * whether to go on with it, and the administration whether it is overdue. `name` is the one it is
 * scheduled by. Throws what the work throws; the run then counts as not complete.
 */
export async function runJob<Results>(
  name: string,
  work: () => Promise<JobOutcome<Results>>,
): Promise<{ success: true; message: string; results: Results }> {
  const db = serviceClient();
  const p_run = must(await db.rpc("start_job_run", { p_job: name }));
  const end = async (p_complete: boolean, result: unknown) => {
    const p_result = result as Json;
    must(await db.rpc("end_job_run", { p_run, p_complete, p_result }));
  };
  try {
    const { message, results, complete } = await work();
    await end(complete, results);
    return { success: true, message, results };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    inBackground(end(false, { errors: [reason] }), "the end of a job was not recorded");
    throw error;
  }
}
