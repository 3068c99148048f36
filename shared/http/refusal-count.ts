/** Counts the requests that an isolate refuses, for the operator. */
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import { inBackground } from "../base/log.ts";

/** How long (ms) an isolate collects before it writes. */
const COLLECT_MS = 10_000;

const counts = new Map<string, number>();

/**
 * Counts one refusal by status and code. The counts of an isolate are written together, so that a
 * flood of refused requests is no flood of writes; an isolate that ends before that loses them.
 */
export function countRefusal(status: number, code: string): void {
  if (counts.size === 0) inBackground(writeLater(), "refusals not counted");
  const key = `${status} ${code}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

async function writeLater(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
  const p_counts = [...counts].map(([key, requests]) => {
    const [status, code] = key.split(" ");
    return { status: Number(status), code, requests };
  });
  counts.clear();
  must(await serviceClient().rpc("count_refused", { p_counts }));
}
