/**
 * Ten devices of one user, each of which may be away, lose requests and answers, and have a wrong
 * clock, while the service crashes and a backup is restored: in the end all devices show the rows
 * of the server, and no accepted write is lost, made twice, or replaced by an earlier one.
 *
 * `SECONDS=3600 npm test -- packages/client/tests/devices` goes on with further seeds for an hour;
 * `SEED=<n>` begins with that one, and `STEPS=<n>` makes that many operations of each user.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ownPlatform } from "../../../tests/support/own-platform.ts";
import { keptRows } from "../../../tests/support/kept-rows.ts";
import type { Person } from "../../../tests/support/people.ts";
import type { Kind } from "@journal/client";
import { patience } from "../../local-supabase/helpers.ts";

const { superuser, crashFunctions } = await ownPlatform();
const { person } = await import("../../../tests/support/people.ts");
const { sql } = await import("../../../tests/support/sql.ts");
const { Device } = await import("./histories/device.ts");
const { Model } = await import("./histories/model.ts");
type Device = InstanceType<typeof Device>;
type Fate = NonNullable<Parameters<Device["connect"]>[0]>[number];

const SECONDS = Number(Deno.env.get("SECONDS") ?? 0);
const SEED = Number(Deno.env.get("SEED") ?? 20_261_126);
/** Users whose histories run at the same time. */
const LANES = 5;
const DEVICES = 10;
/** Operations of each user. */
const STEPS = Number(Deno.env.get("STEPS") ?? 2000);

const writable = ["journal_entries", "notebooks", "goals"] as const;
type Writable = typeof writable[number];
const kinds: Kind[] = [...writable, "goal_check_ins"];
const textField = { journal_entries: "title", notebooks: "name", goals: "title" } as const;

class History {
  readonly model: InstanceType<typeof Model>;
  readonly devices: Device[];
  constructor(readonly who: Person, lane: string) {
    this.model = new Model(lane);
    this.devices = Array.from({ length: DEVICES }, (_, n) => new Device(who, n % 2 ? 100 : 7));
  }

  async create(device: Device, kind: Writable, n: number): Promise<void> {
    const text = this.model.newText();
    const notebook_id = device.pick("notebooks", n);
    const fields = {
      journal_entries: { title: text, content: text, mood: "calm", notebook_id },
      notebooks: { name: text },
      goals: { title: text },
    }[kind] as object;
    this.model.creates(device, kind, await device.offline.create<Writable>(kind, fields), text);
  }

  async checkIn(device: Device, n: number): Promise<void> {
    const goal_id = device.pick("goals", n);
    if (!goal_id) return;
    const id = await device.offline.create("goal_check_ins", { goal_id, status: "completed" });
    this.model.creates(device, "goal_check_ins", id, this.model.newText(), goal_id);
  }

  async edit(device: Device, kind: Writable, n: number, guarded: boolean): Promise<void> {
    const id = device.pick(kind, n);
    if (!id) return;
    const text = this.model.newText();
    const shown: Partial<Record<string, unknown>> = device.offline.get(kind, id)!;
    this.model.edits(device, id, text, shown[textField[kind]] as string);
    await device.offline.update<Writable>(kind, id, { [textField[kind]]: text }, { guarded });
  }

  async remove(device: Device, kind: Writable, n: number, guarded: boolean): Promise<void> {
    const id = device.pick(kind, n);
    if (!id) return;
    this.model.removes(device, id, guarded);
    await device.offline.remove(kind, id, { guarded });
  }

  connect(device: Device, fates: Fate[] = []): Promise<void> {
    return device.connect(fates, (conflict) => this.model.givesWay(device, conflict));
  }

  /** All devices come back, and send and fetch until nothing is left. */
  async settle(): Promise<void> {
    for (const device of this.devices) device.isAway = false;
    await vi.waitFor(async () => {
      for (const device of this.devices) await this.connect(device);
      expect(this.devices.map(({ failure }) => failure)).toEqual(this.devices.map(() => null));
    }, { timeout: patience(200_000), interval: 500 });
    for (const device of this.devices) await this.connect(device);
  }

  /** Every device shows the rows of the server, which the writes allow. */
  async check(): Promise<void> {
    const server = await serverState(this.who.id);
    const texts = Object.entries(server).map(([id, { title, name }]) =>
      [id, { text: title ?? name }] as const
    );
    expect(this.model.faults(new Map(texts))).toEqual([]);
    for (const { offline } of this.devices) {
      const things = kinds.flatMap((kind) => offline.list(kind));
      expect(things.map(({ id }) => id).toSorted()).toEqual(Object.keys(server).toSorted());
      for (const thing of things) {
        const row = server[thing.id]!;
        expect(common(thing, row)).toEqual(common(row, thing));
      }
    }
  }
}

/** The fields that two objects share: the rows have columns that sync does not send. */
const common = (all: object, of: object) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name in of));

/** The rows of the server, in the form of the copies. */
async function serverState(userId: string): Promise<Record<string, Record<string, string>>> {
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

type Step = (history: History, device: Device) => Promise<unknown> | void;

const kind = fc.constantFrom(...writable);
/** Of a few objects, which many devices write, or of all. */
const nth = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 99 }));
const guarded = fc.boolean();
const fate = fc.constantFrom<Fate>("arrives", "arrives", "answer lost", "lost", "twice");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(kind, nth).map(([kind, n]): Step => (history, device) =>
      history.create(device, kind, n)
    ),
  },
  {
    weight: 2,
    arbitrary: nth.map((n): Step => (history, device) => history.checkIn(device, n)),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(kind, nth, guarded).map(([kind, n, guarded]): Step => (history, device) =>
      history.edit(device, kind, n, guarded)
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(kind, nth, guarded).map(([kind, n, guarded]): Step => (history, device) =>
      history.remove(device, kind, n, guarded)
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((isAway): Step => (_, device) => void (device.isAway = isAway)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.array(fate, { maxLength: 8 }), fc.nat({ max: DEVICES - 1 })).map((
      [fates, other],
    ): Step =>
    (history, device) => {
      const second = history.devices[other]!;
      return Promise.all([
        history.connect(device, fates),
        second === device ? undefined : history.connect(second, fates.toReversed()),
      ]);
    }),
  },
);

/** Days by which a device's clock is wrong. */
const skew = fc.constantFrom(0, 0, 0, -2, 1, 400);
const turn = fc.tuple(fc.nat({ max: DEVICES - 1 }), skew, step);

const lanes = async (histories: History[], work: (history: History) => Promise<unknown>) => {
  await Promise.all(histories.map(work));
};

async function run(people: Person[], seed: number): Promise<void> {
  const histories = people.map((who, n) => new History(who, `${seed}/${n}`));
  await lanes(histories, async ({ who, devices }) => {
    for (const { offline } of devices) await offline.open(who.id);
  });
  const turns = fc.sample(turn, { seed, numRuns: STEPS * LANES });
  const play = (part: number) =>
    lanes(histories, async (history) => {
      const lane = histories.indexOf(history);
      for (let n = 0; n < STEPS / 4; n++) {
        const [device, days, step] = turns[lane * STEPS + part * STEPS / 4 + n]!;
        vi.setSystemTime(Date.now() + days * 86_400_000);
        await step(history, history.devices[device]!);
        vi.setSystemTime(vi.getRealSystemTime());
        if (lane === 0 && n % (STEPS / 8) === STEPS / 16) await crashFunctions();
      }
    });
  await play(0);
  const backup = keptRows(`backup_${seed}`);
  await superuser.unsafe(backup.keep);
  await play(1);
  // Some devices have sent everything, and others nothing.
  await superuser.unsafe(backup.restore);
  await superuser`select private.restart_sync()`;
  await lanes(
    histories,
    async ({ model, who }) => model.restored(new Set(Object.keys(await serverState(who.id)))),
  );
  await play(2);
  await play(3);
  await lanes(histories, (history) => history.settle());
  await lanes(histories, (history) => history.check());
  for (const { offline } of histories.flatMap(({ devices }) => devices)) offline.close();
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

it(`end with the rows of the server, after ${STEPS * LANES} operations`, async () => {
  const end = performance.now() + SECONDS * 1000;
  let seed = SEED;
  do {
    // Waiting has moved the clock on, and no token is of the future.
    vi.setSystemTime(vi.getRealSystemTime());
    const people = await Promise.all(
      Array.from({ length: LANES }, (_, n) => person(`Device ${n}`)),
    );
    await run(people, seed).catch((error) => {
      throw new Error(`Seed ${seed}`, { cause: error });
    });
    console.log(`${STEPS * LANES} operations of seed ${seed}`);
    seed++;
  } while (performance.now() < end);
}, SECONDS * 1000 + patience(300_000));
