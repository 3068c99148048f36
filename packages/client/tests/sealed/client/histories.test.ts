/**
 * Random histories of ten devices of three people in a sealed notebook: in the end all devices of its
 * members show the same texts, and no word is lost. `HISTORIES` says how many are played, `SEED` with
 * which one they begin.
 */
import { expect } from "vitest";
import { patience } from "../../../../local-supabase/base/patience.ts";
import { makeTeam } from "../../../../../tests/journal/people.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { randomNumbers } from "../../../../../tests/support/random.ts";
import { JournalError } from "../../../src/errors.ts";
import { first, type SealedDevice, second, signedIn } from "./devices.ts";

const FIRST = Number(Deno.env.get("SEED") ?? 1);
const seeds = Array.from({ length: Number(Deno.env.get("HISTORIES") ?? 1) }, (_, n) => FIRST + n);
const STEPS = 60;

/** A word that somebody has written, and in which entry. */
interface Word {
  word: string;
  author: string;
  entry: string;
}

class World {
  readonly words: Word[] = [];
  readonly deleted = new Set<string>();
  readonly faults: string[] = [];
  private readonly random: (below: number) => number;
  private step = 0;

  constructor(
    seed: number,
    readonly devices: SealedDevice[],
    readonly notebook: string,
    private readonly owner: string,
    readonly members: Set<string>,
  ) {
    this.random = randomNumbers(seed);
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[this.random(from.length)];
  }

  /** Does something, which fails only without a network, or where the user is not a member. */
  private async attempt(own: SealedDevice, act: () => Promise<unknown>): Promise<void> {
    const wasMember = this.members.has(own.who.id);
    try {
      await act();
    } catch (error) {
      if (error instanceof JournalError && error.isTemporary && error.code === "no_network") return;
      if (!wasMember || !this.members.has(own.who.id)) return;
      this.faults.push(`Step ${this.step}: ${error}`);
    }
  }

  async play(): Promise<void> {
    const acts = [
      ...Array<string>(6).fill("write"),
      ...Array<string>(8).fill("edit"),
      ...Array<string>(8).fill("sync"),
      ...["delete", "offline", "offline", "online", "online", "lose", "lose", "race", "race"],
      ...["restart", "remove", "add", "add", "rotate"],
    ];
    for (this.step = 1; this.step <= STEPS; this.step++) {
      const device = this.random(this.devices.length);
      await this.act(this.pick(acts)!, this.devices[device]!, device);
    }
  }

  private async act(name: string, own: SealedDevice, device: number): Promise<void> {
    const { sealed, network, who } = own;
    if (name === "write") return await this.attempt(own, () => this.write(own));
    if (name === "edit") return await this.attempt(own, () => this.edit(own));
    if (name === "sync") return await this.attempt(own, () => sealed.sync());
    if (name === "offline") network.fate = "lost";
    if (name === "online") network.fate = "arrives";
    if (name === "lose") return await this.lose(own);
    if (name === "race") return await this.race();
    if (name === "restart") return await this.restart(own, device);
    if (name === "rotate") {
      return await this.attempt(own, () => sealed.notebooks.renewKey(this.notebook));
    }
    if (name === "delete") {
      const entry = this.pick(this.own(own));
      if (!entry) return;
      this.deleted.add(entry.id);
      await this.attempt(own, () => sealed.entries.remove(entry.id));
    }
    if (who.id !== this.owner) return;
    if (name === "remove") await this.remove(own);
    if (name === "add") await this.add(own);
  }

  private own({ sealed, who }: SealedDevice) {
    return sealed.entries.list().filter(({ user_id, failure }) => user_id === who.id && !failure);
  }

  private newWord(author: string, entry: string): string {
    const word = `word${this.words.length}`;
    this.words.push({ word, author, entry });
    return word;
  }

  private async write({ sealed, who }: SealedDevice): Promise<void> {
    const id = crypto.randomUUID();
    const content = this.newWord(who.id, id);
    await sealed.entries.create({ notebook_id: this.notebook, content }, id);
  }

  private async edit(own: SealedDevice): Promise<void> {
    const entry = this.pick(this.own(own));
    if (!entry) return await this.write(own);
    const word = this.newWord(own.who.id, entry.id);
    const { content } = entry;
    const changed = this.random(2) ? `${content}\n\n${word}` : `${word}\n\n${content}`;
    await own.sealed.entries.update(entry.id, { content: changed }, { content });
  }

  /** A sync in which every third answer is lost. */
  private async lose(own: SealedDevice): Promise<void> {
    own.proxy.change = async (_, answer) => {
      const response = await answer();
      if (this.random(3)) return response;
      await response.body?.cancel();
      throw new TypeError("fetch failed");
    };
    await this.attempt(own, () => own.sealed.sync());
    own.proxy.change = undefined;
  }

  /** Several devices sync at once, two of them while both make a new key. */
  private async race(): Promise<void> {
    const some = [this.pick(this.devices)!, this.pick(this.devices)!, this.pick(this.devices)!];
    await Promise.all([...new Set(some)].map((own, n) =>
      this.attempt(own, async () => {
        if (n < 2) await own.sealed.notebooks.renewKey(this.notebook);
        await own.sealed.sync();
      })
    ));
  }

  /** The program ends and starts again. */
  private async restart({ sealed, offline, storage, who }: SealedDevice, device: number) {
    await sealed.close();
    offline.close();
    this.devices[device] = await signedIn(who, { storage });
  }

  private async remove(own: SealedDevice): Promise<void> {
    const gone = this.pick([...this.members].filter((id) => id !== this.owner));
    if (!gone) return;
    await this.attempt(own, async () => {
      await own.sealed.notebooks.remove(this.notebook, [gone]);
      await this.lookWho(own);
    });
  }

  private async add(own: SealedDevice): Promise<void> {
    const all = new Set(this.devices.map(({ who }) => who.id));
    await this.attempt(own, async () => {
      await own.sealed.notebooks.add(this.notebook, [...all]);
      await this.lookWho(own);
    });
  }

  /** Takes the members from a log that has just been read. */
  private async lookWho(own: SealedDevice): Promise<void> {
    const { readers } = await own.sealed.notebooks.get(this.notebook);
    this.members.clear();
    for (const { id } of readers) this.members.add(id);
  }

  private get remaining(): SealedDevice[] {
    return this.devices.filter(({ who }) => this.members.has(who.id));
  }

  /** All devices have a network, and their users decide what is left to decide. */
  async end(): Promise<void> {
    for (const { network } of this.devices) network.fate = "arrives";
    for (let round = 1; round <= 8; round++) {
      let isSettled = true;
      for (const own of this.devices) {
        await this.attempt(own, () => own.sealed.sync({ whole: true }));
        if (!this.members.has(own.who.id)) continue;
        const { entries } = own.sealed;
        for (const conflict of entries.conflicts) {
          isSettled = false;
          const isOther = conflict.theirs && !conflict.refusal;
          await this.attempt(own, () => entries.resolve(conflict, isOther ? "both" : "mine"));
        }
        if (Object.keys(entries.status!.pending).length) isSettled = false;
      }
      if (isSettled && round > 2) return;
    }
    this.faults.push("The devices come to no end");
  }

  /** The faults of the end. */
  check(): string[] {
    const [one, ...others] = this.remaining.map(textsOf);
    for (const [n, other] of others.entries()) {
      if (JSON.stringify(other) !== JSON.stringify(one)) {
        this.faults.push(`Device ${n + 1} shows ${show(other)}\ninstead of ${show(one!)}`);
      }
    }
    const shown = JSON.stringify(one);
    for (const { word, author, entry } of this.words) {
      const isThere = (text: string) =>
        new RegExp(`\\b${word}\\b`).test(text.replaceAll("\\n", " "));
      if (isThere(shown) || this.deleted.has(entry)) continue;
      // A person who has been removed has it on a device, to decide on it.
      const kept = this.members.has(author)
        ? []
        : this.devices.filter(({ who }) => who.id === author).map(({ sealed: { entries } }) =>
          JSON.stringify([entries.list(), entries.conflicts])
        );
      if (!kept.some(isThere)) this.faults.push(`${word} of the entry ${entry} is lost`);
    }
    return this.faults;
  }
}

const show = (value: unknown) => JSON.stringify(value, null, 1);

/** The entries that a device shows. */
const textsOf = ({ sealed }: SealedDevice) =>
  sealed.entries.list().map(({ id, user_id, content, failure }) => ({
    ...{ id, user_id, content, failure },
  })).sort((a, b) => a.id < b.id ? -1 : 1);

async function newWorld(seed: number, ana: Person, ben: Person, cleo: Person): Promise<World> {
  const devices: SealedDevice[] = [];
  const firsts = await Promise.all([ana, ben, cleo].map((who) => first(who)));
  const { team_id } = await makeTeam(ana, [ben, cleo]);
  const id = await firsts[0]!.sealed.notebooks.create({ name: "Ours", team_id });
  await firsts[0]!.sealed.notebooks.add(id, [ben.id, cleo.id]);
  for (const [n, own] of firsts.entries()) {
    devices.push(own);
    for (let more = n ? 2 : 3; more > 0; more--) devices.push(await second(own));
  }
  for (const { sealed } of devices) await sealed.sync();
  return new World(seed, devices, id, ana.id, new Set([ana.id, ben.id, cleo.id]));
}

for (const seed of seeds) {
  it(
    `ten devices of three people show the same texts, with the seed ${seed}`,
    async ({ ana, ben, cleo }) => {
      const world = await newWorld(seed, ana, ben, cleo);
      expect(world.devices).toHaveLength(10);
      await world.play();
      await world.end();
      expect(world.check().join("\n")).toBe("");
      expect(world.words.length).toBeGreaterThan(10);
    },
    patience(180_000),
  );
}
