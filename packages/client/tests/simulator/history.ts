/** Plays a history: windows of three devices, on the platform or on the model of the service. */
import { type Conflict, type Kind, memoryStorage } from "@journal/client";
import { Ledger } from "./ledger.ts";
import type { Row } from "./service.ts";
import type { Stage } from "./stage.ts";
import type { Decision, Step } from "./steps.ts";
import { type Fate, type Fetch, Window } from "./window.ts";

/** The service of one user. */
export interface World {
  userId: string;
  fetch: Fetch;
  rowsOf(kind: Kind): Promise<Row[]>;
  keep(): Promise<void>;
  /** Puts back what `keep` has kept; false when it has kept nothing. */
  restore(): Promise<boolean>;
}

/** The device of each window: the first device has two. */
const devices = [0, 0, 1, 2];
export const WINDOWS = devices.length;
const kinds = ["journal_entries", "notebooks", "goals", "goal_check_ins"] as const;
/** The time (ms) that the service is away for a restore. */
const RESTORE_TIME = 10 * 60_000;
const BEGINNING =
  "It rained all day. We stayed inside and read.\n\n- tea\n- milk\n\nThen came the sun.";

export class History {
  private readonly windows: Window[];
  private readonly ledger = new Ledger();
  /** The number of each object, by which steps name it. */
  private readonly numbers = new Map<string, number>();

  constructor(private readonly world: World, private readonly stage: Stage) {
    const storages = [0, 1, 2].map(() => memoryStorage());
    this.windows = devices.map((device, n) =>
      new Window(world.userId, storages[device]!, n % 2 ? 100 : 7, world.fetch)
    );
  }

  /** Plays the steps, lets all windows send and fetch everything, and returns what is wrong. */
  static async faults(world: World, stage: Stage, steps: Step[]): Promise<string[]> {
    const history = new History(world, stage);
    try {
      for (const window of history.windows) await window.open();
      for (const step of steps) {
        stage.next();
        await history.play(step);
      }
      return await history.settle() ?? await history.check();
    } finally {
      for (const { offline } of history.windows) offline?.close();
    }
  }

  private newId(): string {
    const id = crypto.randomUUID();
    this.number(id);
    return id;
  }

  private number(id: string): void {
    if (!this.numbers.has(id)) this.numbers.set(id, this.numbers.size);
  }

  /** The nth object of a kind that the window shows. */
  private pick({ offline }: Window, kind: Kind, n: number): string | undefined {
    const ids = offline.list(kind).map(({ id }) => id)
      .sort((one, other) => this.numbers.get(one)! - this.numbers.get(other)!);
    return ids[n % ids.length];
  }

  private async play(step: Step): Promise<void> {
    const { windows, ledger, stage } = this;
    const window = windows[step.on]!;
    stage.skew((step.days ?? 0) * 86_400_000);
    const entry = "n" in step ? this.pick(window, "journal_entries", step.n) : undefined;
    switch (step.do) {
      case "write": {
        const fields = {
          title: ledger.word(),
          content: `${BEGINNING} ${ledger.word()}`,
          mood: "calm",
          notebook_id: this.pick(window, "notebooks", step.notebook) ?? null,
        };
        const id = this.newId();
        const kept = await window.work(() => window.offline.create("journal_entries", fields, id));
        return ledger.makes(window.storage, "journal_entries", id, fields, kept);
      }
      case "edit":
        return entry ? await this.edit(window, entry, step) : undefined;
      case "edit twice":
        if (entry && step.and !== step.on) {
          await Promise.all([
            this.edit(window, entry, step),
            this.edit(windows[step.and]!, entry, { ...step, how: step.how + 1 }),
          ]);
        }
        return;
      case "open form":
        if (entry) {
          const seen = { ...window.thing("journal_entries", entry) };
          window.form = { kind: "journal_entries", id: entry, seen };
        }
        return;
      case "edit form": {
        const { form } = window;
        window.form = undefined;
        return form ? await this.edit(window, form.id, { ...step, seen: form.seen }) : undefined;
      }
      case "title":
      case "tag":
      case "mood":
      case "file":
        return entry ? await this.change(window, entry, step.do, step.at) : undefined;
      case "make": {
        const name = ledger.word();
        const id = this.newId();
        const fields: object = step.kind === "goals" ? { title: name } : { name };
        const kept = await window.work(() => window.offline.create(step.kind, fields, id));
        return ledger.makes(window.storage, step.kind, id, {}, kept);
      }
      case "check in": {
        const goal_id = this.pick(window, "goals", step.n);
        if (!goal_id) return;
        const id = this.newId();
        const fields = { goal_id, status: "completed" } as const;
        const kept = await window.work(() => window.offline.create("goal_check_ins", fields, id));
        return ledger.makes(window.storage, "goal_check_ins", id, fields, kept, goal_id);
      }
      case "rename":
        return await this.rename(window, step.kind, step.n, step.guarded);
      case "remove": {
        const { kind, guarded } = step;
        const id = this.pick(window, kind, step.n);
        if (!id) return;
        ledger.removes(window.storage, id, window.thing(kind, id), guarded);
        return void await window.work(() => window.offline.remove(kind, id, { guarded }));
      }
      case "sync": {
        const other = step.and === undefined ? undefined : windows[step.and];
        await Promise.all([
          this.sync(window, step),
          other && other !== window ? this.sync(other, { fates: step.fates.toReversed() }) : null,
        ]);
        return;
      }
      case "away":
        return void (window.isAway = step.isAway);
      case "end":
        return void await window.work(() => Promise.resolve(), 0);
      case "back up":
        return await this.world.keep();
      case "restore":
        stage.next(RESTORE_TIME);
        if (!await this.world.restore()) return;
        ledger.restored(await this.rows());
        // The time of the platform does not pass that fast: the programs begin anew.
        for (const each of stage.isReal ? windows : []) await each.work(() => Promise.resolve(), 0);
    }
  }

  private async edit(
    window: Window,
    id: string,
    { how, at, seen, endsAfter }: {
      how: number;
      at: number;
      seen?: Record<string, unknown>;
      endsAfter?: number;
    },
  ): Promise<void> {
    const { content: before } = seen ?? { ...window.thing("journal_entries", id) };
    if (typeof before !== "string") return;
    const content = edited(before, how, at, () => this.ledger.word());
    if (!content.trim()) return;
    const kept = await window.work(
      () =>
        window.offline.update("journal_entries", id, { content }, {
          ...seen && { base: { content: before } },
        }),
      endsAfter,
    );
    this.ledger.edits(window.storage, id, before, content, kept);
  }

  private async change(window: Window, id: string, what: string, at: number): Promise<void> {
    const { ledger } = this;
    const { title, tags = [] } = window.thing("journal_entries", id)!;
    const moods = ["calm", "happy", "sad"];
    const fields = what === "title"
      ? { title: ledger.word() }
      : what === "mood"
      ? { mood: moods[at % moods.length]! }
      : what === "file"
      ? { notebook_id: this.pick(window, "notebooks", at) ?? null }
      : { tags: at % 3 || !tags.length ? [...tags, ledger.word()] : tags.slice(1) };
    const kept = await window.work(() => window.offline.update("journal_entries", id, fields));
    if (what === "title" || what === "tag") {
      ledger.edits(window.storage, id, what === "title" ? title : tags, fields, kept);
    }
  }

  private async rename(
    window: Window,
    kind: "notebooks" | "goals",
    n: number,
    guarded: boolean,
  ): Promise<void> {
    const id = this.pick(window, kind, n);
    if (!id) return;
    const text = this.ledger.word();
    const field = kind === "goals" ? "title" : "name";
    const seen: Record<string, unknown> = { ...window.thing(kind, id) };
    this.ledger.overwrites(window.storage, id, text, seen[field] as string | undefined);
    await window.work(() => window.offline.update(kind, id, { [field]: text }, { guarded }));
  }

  private async sync(
    window: Window,
    { fates, endsAfter, answer }: { fates: Fate[]; endsAfter?: number; answer?: Decision },
  ): Promise<boolean> {
    let isDone = false;
    const isWhole = await window.work(async () => isDone = await window.sync(fates), endsAfter);
    if (answer) {
      for (const conflict of window.conflicts) await this.decide(window, conflict, answer);
    }
    return isWhole && isDone;
  }

  private async decide(window: Window, conflict: Conflict, answer: Decision): Promise<void> {
    if (conflict.refusal) {
      throw new Error(`Refused: ${JSON.stringify([conflict.refusal, conflict])}`);
    }
    const shownBefore = new Set(this.shown(window));
    await window.work(() => window.offline.resolve(conflict, answer));
    this.ledger.decides(window.storage, conflict, answer);
    for (const [kind, id] of this.shownOf(window)) {
      if (shownBefore.has(id)) continue;
      this.number(id);
      this.ledger.makes(window.storage, kind, id, {}, true);
    }
  }

  private shownOf = ({ offline }: Window) =>
    kinds.flatMap((kind) => offline.list(kind).map(({ id }) => [kind, id] as const));
  private shown = (window: Window) => this.shownOf(window).map(([, id]) => id);

  private async rows(): Promise<Row[]> {
    return (await Promise.all(kinds.map((kind) => this.world.rowsOf(kind)))).flat();
  }

  /** All windows come back, and send and fetch until nothing is left. */
  private async settle(): Promise<string[] | undefined> {
    for (const window of this.windows) window.isAway = false;
    for (let round = 0; round < 12; round++) {
      let isQuiet = true;
      for (const window of this.windows) {
        this.stage.next();
        const isDone = await this.sync(window, { fates: [], answer: round % 2 ? "mine" : "both" });
        isQuiet &&= isDone && window.offline.pending === 0 && !window.conflicts.length;
      }
      if (isQuiet && round > 1) return undefined;
    }
    return ["the windows do not come to an end"];
  }

  /** Every window shows the rows of the service, and those are what the users have written. */
  private async check(): Promise<string[]> {
    const all = new Map<Kind, Row[]>();
    for (const kind of kinds) all.set(kind, await this.world.rowsOf(kind));
    const faults = this.ledger.faults((kind) => all.get(kind)!);
    for (const [n, { offline }] of this.windows.entries()) {
      for (const kind of kinds) {
        const shown = new Map(offline.list(kind).map((thing) => [thing.id, thing as Row]));
        for (const row of all.get(kind)!) {
          const thing = shown.get(row.id);
          shown.delete(row.id);
          if (!thing) faults.push(`window ${n} lacks ${kind} ${row.id}`);
          else {faults.push(
              ...differences(row, thing).map((name) => `window ${n}: ${name} of ${row.id}`),
            );}
        }
        for (const id of shown.keys()) faults.push(`window ${n} shows ${kind} ${id}`);
      }
    }
    return faults;
  }
}

/** The fields of both objects that differ. */
const differences = (row: Row, thing: Row): string[] =>
  Object.keys(row).filter((name) =>
    name in thing && JSON.stringify(row[name]) !== JSON.stringify(thing[name])
  );

/** An edit of a text, as people make them. */
function edited(text: string, how: number, at: number, word: () => string): string {
  const parts = text.split(/(\s+)/);
  const place = 2 * (at % ((parts.length + 1) / 2));
  if (how === 0) return `${text} ${word()}.`;
  if (how === 1) return `${text}\n\n${word()} again.`;
  if (how === 2) parts.splice(place, 0, word(), " ");
  else if (how === 3) parts[place] = word();
  else if (how === 4) parts.splice(place, 3, word());
  else if (how === 5) parts.splice(place, 2);
  else return text.replace("- milk", `- milk\n- ${word()}`);
  return parts.join("");
}
