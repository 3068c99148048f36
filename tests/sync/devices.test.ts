/** Two devices of one user that write offline: in the end both have what the server has. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { Device, type Fate, type Writable } from "./device.ts";

/** `HISTORIES=1000 npm test -- tests/sync/devices` runs more of them. */
const HISTORIES = Number(Deno.env.get("HISTORIES") ?? 80);
/** Histories at the same time, each with a user of its own. */
const LANES = 8;
const SEED = 20_261_121;

const list = fc.constantFrom<Writable>("journal_entries", "notebooks", "goals");
const nth = fc.nat({ max: 9 });
const text = fc.constantFrom("red", "green", "blue");
const fate = fc.constantFrom<Fate>("arrives", "arrives", "answer lost", "lost", "twice");

type Step = (device: Device) => void | Promise<void>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ list, text, nth }).map(create) },
  { weight: 1, arbitrary: nth.map((n) => named(`check in ${n}`, (device) => device.checkIn(n))) },
  { weight: 3, arbitrary: fc.record({ list, text, nth, guarded: fc.boolean() }).map(edit) },
  { weight: 2, arbitrary: fc.record({ list, nth, guarded: fc.boolean() }).map(remove) },
  {
    weight: 3,
    arbitrary: fc.record({
      fates: fc.array(fate, { maxLength: 4 }),
      limit: fc.constantFrom(2, 100, 100),
      pages: fc.constantFrom(0, 1, Infinity, Infinity),
    }).map(connect),
  },
);

function create({ list, text, nth }: { list: Writable; text: string; nth: number }): Step {
  return named(`create ${list} ${text} ${nth}`, (device) => device.create(list, text, nth));
}
function edit(
  { list, text, nth, guarded }: { list: Writable; text: string; nth: number; guarded: boolean },
): Step {
  return named(
    `edit ${list} ${text} ${nth} ${guarded}`,
    (device) => device.edit(list, nth, text, guarded),
  );
}
function remove(
  { list, nth, guarded }: { list: Writable; nth: number; guarded: boolean },
): Step {
  return named(`remove ${list} ${nth} ${guarded}`, (device) => device.remove(list, nth, guarded));
}
function connect(network: { fates: Fate[]; limit: number; pages: number }): Step {
  return named(
    `connect ${JSON.stringify(network)}`,
    (device) => device.connect(network.fates, network),
  );
}

/** Shows the step in the report of a history that fails. */
const named = (name: string, step: Step): Step =>
  Object.assign(step, { [fc.toStringMethod]: () => name });

/** A step of the first or of the second device. */
const history = fc.array(fc.tuple(fc.boolean(), step), { minLength: 3, maxLength: 6 });

let people: Person[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: LANES }, (_, n) => person(`Device ${n}`)));
});

/** The rows of the server, in the form of the copies. */
async function serverState(userId: string): Promise<Record<string, unknown>> {
  const [row] = await sql`
    select coalesce(jsonb_object_agg(id, object), '{}') as state from (
      select id, to_jsonb(g) as object from public.goals as g where user_id = ${userId}
      union all
      select id, to_jsonb(n) from public.notebooks as n where user_id = ${userId}
      union all
      select id, to_jsonb(k) from public.goal_check_ins as k where user_id = ${userId}
      union all
      select id, to_jsonb(f) from public.journal_feed as f where user_id = ${userId}
    ) as rows`;
  return row!.state;
}

async function run(who: Person, steps: [boolean, Step][]): Promise<void> {
  await sql`delete from public.journal_entries where user_id = ${who.id}`;
  await sql`delete from public.notebooks where user_id = ${who.id}`;
  await sql`delete from public.goals where user_id = ${who.id}`;
  const first = new Device(who);
  const second = new Device(who);
  for (const [isFirst, step] of steps) await step(isFirst ? first : second);
  await first.connect([]);
  const { waiting } = second;
  await second.connect([]);
  if (waiting > 0) await first.connect([]);
  const server = await serverState(who.id);
  for (const device of [first, second]) {
    expect(device.waiting).toBe(0);
    const state = device.state();
    expect(Object.keys(state)).toEqual(Object.keys(server).toSorted());
    // Views add what other rows say, such as the name of the notebook.
    expect(server).toMatchObject(state);
  }
}

it(`ends with the same state after each of ${HISTORIES} histories`, async () => {
  const lanes = people.map((who, lane) =>
    fc.assert(fc.asyncProperty(history, (steps) => run(who, steps)), {
      numRuns: HISTORIES / LANES,
      seed: SEED + lane,
    })
  );
  await Promise.all(lanes);
}, 300_000);
