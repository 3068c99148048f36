/** Two devices of one user that write offline: in the end both show what the server has. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type Person, person } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";
import { sql } from "../../../tests/support/sql.ts";
import { createTypedApi } from "../src/api.ts";
import { Offline } from "../src/offline/offline.ts";
import { type Kind, memoryStorage } from "@journal/client";

/** `HISTORIES=1000 npm test -- packages/client/tests/devices` runs more of them. */
const HISTORIES = Number(Deno.env.get("HISTORIES") ?? 80);
/** Histories at the same time, each with a user of its own. */
const LANES = 8;
const SEED = 20_261_121;

const writable = ["journal_entries", "notebooks", "goals"] as const;
type Writable = typeof writable[number];
const kinds: Kind[] = [...writable, "goal_check_ins"];

/** What becomes of a request: it arrives, its answer is lost, it is lost itself, it arrives twice. */
type Fate = "arrives" | "answer lost" | "lost" | "twice";

class Device {
  private fates: Fate[] = [];
  readonly offline: Offline;

  constructor({ token }: Person, pageSize: number) {
    const api = createTypedApi(platform.base_url, {
      patience: 0,
      token: () => Promise.resolve(token),
      renew: () => Promise.resolve(null),
      fetch: async (request) => {
        const fate = this.fates.shift() ?? "arrives";
        if (fate === "lost") throw new TypeError("fetch failed");
        if (fate === "twice") await (await fetch(request.clone())).body?.cancel();
        const answer = await fetch(request);
        if (fate !== "answer lost") return answer;
        await answer.body?.cancel();
        throw new TypeError("fetch failed");
      },
    });
    this.offline = new Offline(() => api, memoryStorage(), pageSize);
  }

  /** Sends and fetches as far as the network lets it. */
  async connect(fates: Fate[] = []): Promise<void> {
    this.fates = [...fates];
    await this.offline.sync().catch((error) => {
      if (error.code !== "no_network") throw error;
    });
    for (const conflict of this.offline.conflicts) {
      expect(conflict.refusal).toBeNull();
      await this.offline.resolve(conflict, "theirs");
    }
  }

  /** The nth object of a kind, counted round and round; undefined when there is none. */
  pick(kind: Kind, n: number): string | undefined {
    const ids = this.offline.list(kind).map(({ id }) => id).toSorted();
    return ids[n % ids.length];
  }

  /** All objects, comparable between devices. */
  state(): Record<string, object> {
    const things = kinds.flatMap((kind) => this.offline.list(kind));
    return Object.fromEntries(things.map((thing) => [thing.id, thing]));
  }
}

type Step = (device: Device) => Promise<unknown>;
/** Shows the step in the report of a history that fails. */
const named = (name: string, step: Step): Step =>
  Object.assign(step, { [fc.toStringMethod]: () => name });

const fields = (kind: Writable, text: string, notebook_id?: string | null) => ({
  journal_entries: { title: text, content: text, mood: "calm", notebook_id },
  notebooks: { name: text },
  goals: { title: text },
}[kind] as object);

const kind = fc.constantFrom(...writable);
const nth = fc.nat({ max: 9 });
const text = fc.constantFrom("red", "green", "blue");
const guarded = fc.boolean();
const fate = fc.constantFrom<Fate>("arrives", "arrives", "answer lost", "lost", "twice");

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(kind, text, nth).map(([kind, text, n]) =>
      named(
        `create ${kind} ${text} ${n}`,
        (device) =>
          device.offline.create<Writable>(
            kind,
            fields(kind, text, device.pick("notebooks", n) ?? null),
          ),
      )
    ),
  },
  {
    weight: 1,
    arbitrary: nth.map((n) =>
      named(`check in ${n}`, async (device) => {
        const goal_id = device.pick("goals", n);
        if (goal_id) {
          await device.offline.create("goal_check_ins", { goal_id, status: "completed" });
        }
      })
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(kind, text, nth, guarded).map(([kind, text, n, guarded]) =>
      named(`edit ${kind} ${text} ${n} ${guarded}`, async (device) => {
        const id = device.pick(kind, n);
        if (id) await device.offline.update<Writable>(kind, id, fields(kind, text), { guarded });
      })
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(kind, nth, guarded).map(([kind, n, guarded]) =>
      named(`remove ${kind} ${n} ${guarded}`, async (device) => {
        const id = device.pick(kind, n);
        if (id) await device.offline.remove(kind, id, { guarded });
      })
    ),
  },
  {
    weight: 3,
    arbitrary: fc.array(fate, { maxLength: 6 }).map((fates) =>
      named(`connect ${fates}`, (device) => device.connect(fates))
    ),
  },
);

/** A step of the first or of the second device. */
const history = fc.array(fc.tuple(fc.boolean(), step), { minLength: 3, maxLength: 8 });

let people: Person[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: LANES }, (_, n) => person(`Device ${n}`)));
});

/** The rows of the server, in the form of the copies. */
async function serverState(userId: string): Promise<Record<string, object>> {
  const [row] = await sql`
    select coalesce(jsonb_object_agg(id, object), '{}') as state from (
      select id, to_jsonb(g) as object from public.goals as g where user_id = ${userId}
      union all
      select id, to_jsonb(n) from public.notebooks as n where user_id = ${userId}
      union all
      select id, to_jsonb(k) from public.goal_check_ins as k where user_id = ${userId}
      union all
      select id, to_jsonb(f) from private.journal_feed as f where user_id = ${userId}
    ) as rows`;
  return row!.state;
}

async function run(who: Person, pageSize: number, steps: [boolean, Step][]): Promise<void> {
  await sql`delete from public.journal_entries where user_id = ${who.id}`;
  await sql`delete from public.notebooks where user_id = ${who.id}`;
  await sql`delete from public.goals where user_id = ${who.id}`;
  const devices = [new Device(who, pageSize), new Device(who, pageSize)] as const;
  for (const { offline } of devices) await offline.open(who.id);
  try {
    for (const [isFirst, step] of steps) await step(devices[isFirst ? 0 : 1]);
    for (const device of [...devices, ...devices]) await device.connect();
    const server = await serverState(who.id);
    for (const device of devices) {
      expect(device.offline.pending).toBe(0);
      const state = device.state();
      expect(Object.keys(state).toSorted()).toEqual(Object.keys(server).toSorted());
      // The view has columns that sync does not send.
      const common = (all: unknown, of: object) =>
        Object.fromEntries(Object.entries(all as object).filter(([name]) => name in of));
      for (const [id, object] of Object.entries(state)) {
        expect(common(object, server[id]!)).toEqual(common(server[id], object));
      }
    }
  } finally {
    for (const { offline } of devices) offline.close();
  }
}

it(`ends with the same state after each of ${HISTORIES} histories`, async () => {
  const lanes = people.map((who, lane) =>
    fc.assert(
      fc.asyncProperty(history, fc.constantFrom(2, 100), (steps, size) => run(who, size, steps)),
      { numRuns: HISTORIES / LANES, seed: SEED + lane },
    )
  );
  await Promise.all(lanes);
}, 300_000);
