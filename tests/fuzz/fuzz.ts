/** The rounds of `npm run fuzz`. */
import fc from "fast-check";
import type { Sql } from "postgres";
import { asSuperuser } from "../../bench/superuser.ts";
import type { Throwaway } from "../../packages/local-supabase/mod.ts";
import { type Operation, parseDocument } from "../contract/operations.ts";
import { Checks, Fault } from "./checks.ts";
import { KnownValues } from "./known.ts";
import { People } from "./people.ts";
import { sent, shown, signOf, summary } from "./report.ts";
import { type Case, requests } from "./requests.ts";
import { type Exchange, Service } from "./service.ts";
import { scene } from "./scene.ts";
import { noteWrites } from "./writes.ts";

interface FuzzOptions {
  /** Of each operation, in a round. */
  cases: number;
  /** 0 for one round. */
  minutes: number;
  /** The seed of the first round. */
  seed: number;
  only?: string[];
  /** The secrets by which jobs and providers identify themselves. */
  identity: Record<"job" | "stripe" | "resend", string>;
  /** Texts that no answer may contain. */
  secrets: string[];
  log: (line: string) => void;
}

/** How many right requests an operation gets at most in the first pass; later ones send more. */
const TRIES = 20;
/** Passes over the operations, until one request to each has succeeded. */
const PASSES = 3;

/** How often a failing case is made smaller; a case that hangs takes 10 s each time. */
const SHRINKS = { hang: 5, other: 150 };

/** Sends the requests; returns the number of distinct faults. */
export const fuzz = (platform: Throwaway, options: FuzzOptions): Promise<number> =>
  asSuperuser(platform, (sql) => fuzzAs(sql, platform, options));

async function fuzzAs(
  sql: Sql,
  { status, signal }: Throwaway,
  { log, cases, only, ...options }: FuzzOptions,
): Promise<number> {
  const source = await (await fetch(`${status.base_url}/api/openapi.json`)).json();
  const document = parseDocument(source);
  const operations = document.operations.filter((each) => only?.includes(each.operationId) ?? true);
  const known = new KnownValues();
  const people = new People(status, sql, known, options.identity);
  const checks = await Checks.start(source, sql, options.secrets);
  const service = new Service(status.base_url, sql, document, known, people, checks);
  await sql`update private.rate_limit_rules set max_hits = 1000000`;
  await sql`update private.quotas set max_daily = 1000000, max_total = 10 * max_total`;
  await people.complete();
  await noteWrites(sql);
  await sql`create table fuzz.settings as table public.site_settings`;
  /** Lets no setting that a request has changed decide all that follows. */
  const restoreSettings = () =>
    sql`
      update public.site_settings as s set value = f.value from fuzz.settings as f
      where f.key = s.key and f.value <> s.value`;

  const faults = new Set<string>();

  /** Sends so many cases, and goes on after each fault. */
  async function run(
    steps: fc.Arbitrary<Case[]>,
    numRuns: number,
    seed: number,
    unbiased = false,
  ): Promise<void> {
    for (let left = numRuns; left > 0 && !signal.aborted; seed += 1_000_003) {
      await restoreSettings();
      let found: { sign: string; smallest: Exchange } | undefined;
      let shrinks = 0;
      const property = fc.asyncProperty(steps, async (steps) => {
        const patience = SHRINKS[found?.sign.includes(" hang:") ? "hang" : "other"];
        if (signal.aborted || (found && ++shrinks > patience)) return;
        try {
          for (const step of steps) await service.attempt(step);
        } catch (error) {
          const fault = error instanceof Fault ? error : new Fault("tool", String(error));
          const sign = signOf(fault, service.last!);
          // A known fault does not count, nor does a second fault while the first one is shrunk.
          if (faults.has(sign) || (found && found.sign !== sign)) return;
          found = { sign, smallest: service.last! };
          throw error;
        }
      });
      const details = await fc.check(property, { seed, numRuns: left, verbose: 0, unbiased });
      left -= details.numRuns;
      if (!details.failed) return;
      const { sign, smallest } = found!;
      const before = details.counterexample![0].slice(0, -1).map(({ operation }) => operation);
      const after = before.length ? `, after ${before.join(", ")}` : "";
      faults.add(sign);
      log(`\n${sign}\n  seed ${seed}${after}\n${shown(smallest)}`);
    }
  }

  /** Sends right requests, until each operation has succeeded with what the others have made. */
  async function reachAll(): Promise<void> {
    const isEnd = ({ method }: Operation) => method === "DELETE";
    const ends = ordered.filter(isEnd);
    const others = ordered.filter((each) => !isEnd(each));
    const isMissing = (each: Operation) => service.successes(each) === 0;
    for (const each of scene) await run(fc.constant([each]), 1, options.seed);
    const reach = async (operation: Operation, pass: number) => {
      const { path, responses } = operation;
      // A single object is soon used up.
      const enough = pass * (responses["201"] ? 2 : 1);
      const holds = path.includes("{") && ordered.some((each) => each.path.startsWith(`${path}/{`));
      const isReached = () =>
        service.successes(operation) >= enough && (!holds || known.hasPlaces(path));
      const steps = requests(operation, document, false).map((one) => [one]);
      for (let n = 0; n < TRIES * pass && !isReached(); n += 2) {
        await run(steps, 2, options.seed + 1_000 * pass + n, true);
      }
    };
    for (let pass = 1; pass <= PASSES && others.some(isMissing); pass++) {
      // After the first pass only operations that make something, or are still missing, are tried.
      const useful = others.filter((each) =>
        pass === 1 || each.responses["201"] || isMissing(each)
      );
      for (const operation of useful) await reach(operation, pass);
    }
    for (const operation of ends) await reach(operation, 1);
    log(`Every operation has been tried: ${sent(service)} requests`);
  }

  // Operations without an id come first, so that there are ids, and deletions come last.
  const depth = ({ path, method }: Operation) =>
    method === "DELETE" ? 100 - path.split("{").length : path.split("{").length;
  const ordered = operations.toSorted((a, b) => depth(a) - depth(b));
  const single = ordered.map((operation) =>
    [requests(operation, document).map((one) => [one]), cases] as const
  );
  // A wrong setting would be the cause of what follows.
  const others = operations.filter(({ operationId }) => operationId !== "setSetting");
  const groups = Map.groupBy(others, ({ path }) => path.split("/").slice(0, 3).join("/"));
  const sequences = [...groups.values(), others].filter(({ length }) => length).map((members) => {
    const step = fc.oneof(...members.map((each) => requests(each, document, false)));
    const steps = fc.array(step, { minLength: 2, maxLength: 8 });
    return [steps, Math.ceil(cases * members.length / 20)] as const;
  });
  const work = [...single, ...sequences];
  const until = performance.now() + options.minutes * 60_000;
  let round = 0;
  await reachAll();
  do {
    const seed = options.seed + round++;
    log(`Round ${round}: seed ${seed}, ${cases} cases of each of ${operations.length} operations`);
    for (const [n, [steps, times]] of work.entries()) {
      if (signal.aborted || (round > 1 && performance.now() > until)) break;
      if (n % 50 === 49) log(`  ${n + 1} of ${work.length} parts, ${sent(service)} requests`);
      await run(steps, times, seed);
    }
  } while (performance.now() < until && !signal.aborted);

  for (const line of summary(service, operations)) log(line);
  for (const fault of faults) log(`  ${fault}`);
  log(`${sent(service)} requests from seed ${options.seed}: ${faults.size} faults`);
  return faults.size;
}
