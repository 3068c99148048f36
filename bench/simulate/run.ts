/**
 * `npm run simulate -- --operations 1000000`: random histories of three devices, on the model of the
 * service. `--seed <n>` begins with that history. Prints a shortened history as a test and ends with
 * 1 when a history goes wrong.
 */
import { parseArgs } from "node:util";
import { simulate, testOf } from "../../packages/client/tests/simulator/simulate.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    operations: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
  },
});
const operations = Number(values.operations);
const start = performance.now();
let printed = 0;
let last = Number(values.seed);
const fault = await simulate(operations, last, {
  onProgress(played, seed) {
    last = seed;
    if (played - printed < operations / 20) return;
    printed = played;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${played} operations after ${seconds} s, up to seed ${seed}`);
  },
});
if (fault) console.log(`${fault.faults.join("\n")}\n\n${testOf(fault)}`);
else console.log(`No fault in ${operations} operations of the seeds ${values.seed} to ${last}`);
Deno.exit(fault ? 1 : 0);
