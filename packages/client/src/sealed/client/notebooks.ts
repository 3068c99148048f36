/** The logs and keys of sealed notebooks on this device, and the changes of their members. */
import type { Answer } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { memberOf } from "../account.ts";
import { type Bytes, wipe, wiping } from "../bytes.ts";
import { must, SealedError, type SealedFailure } from "../failures.ts";
import { readLog, type SealedLog, type SeenLog, signStatement } from "../log.ts";
import type { Change, SignedStatement } from "../statement.ts";
import {
  keyHash,
  newNotebookKey,
  type NotebookKeys,
  openNewestKey,
  openNotebookKeys,
  sealPrevious,
  wrapForMembers,
} from "../wrap.ts";
import type { Device } from "./device.ts";
import { People } from "./people.ts";

type Given = Answer<"/api/notebooks/{id}/sealed", "get">;

/** A notebook as the device keeps it: the last answer that it has believed, and its head. */
interface Kept {
  given: Given;
  head: SeenLog & { epoch: number };
  failure: SealedFailure | null;
  /** Whether the service has said last that the user is not a member any more. */
  isOut?: boolean;
}

/** A notebook whose log is read and whose keys are open. */
export interface Ready {
  log: SealedLog;
  keys: NotebookKeys;
  given: Given;
}

const PLACE = "state/notebook/";
/** How often a change is signed anew when others change the log at the same time. */
const ATTEMPTS = 4;

export class Notebooks {
  readonly people: People;
  private readonly ready = new Map<string, Ready>();
  private readonly reading = new Map<string, Promise<Ready>>();
  /** The notebooks that this device makes: their first statement is the user's. */
  private readonly made = new Set<string>();

  constructor(private readonly device: Device) {
    this.people = new People(device);
  }

  get userId(): string {
    return this.device.userId;
  }

  /** The notebooks that this device has seen sealed. They are sealed for good. */
  get ids(): string[] {
    return this.device.vault.all(PLACE).map(([key]) => key.slice(PLACE.length));
  }

  isSealed(id: string | null | undefined): boolean {
    return typeof id === "string" && this.kept(id) !== undefined;
  }

  kept(id: string): Kept | undefined {
    return this.device.vault.get(PLACE + id) as Kept | undefined;
  }

  /** The log and the keys, from the device where it has them. @throws {SealedError} */
  async open(id: string): Promise<Ready> {
    const ready = this.ready.get(id);
    if (ready) return ready;
    const kept = this.kept(id);
    return kept ? await this.read(id, kept.given) : await this.refresh(id);
  }

  /** As `open`, for writing. @throws {SealedError} also when the service's log is not believed now */
  async believed(id: string): Promise<Ready> {
    let ready = await this.open(id);
    // The service has not shown a statement that this device has sent, such as a removal.
    if (ready.log.seq < (this.kept(id)?.head.seq ?? 0)) ready = await this.refresh(id);
    const { failure } = this.kept(id) ?? {};
    if (failure) throw new SealedError(failure, "The log of the notebook must not be believed");
    return ready;
  }

  /**
   * Reads the log and the keys anew.
   * @throws {SealedError} the name of its failure; the former log stays
   */
  refresh(id: string): Promise<Ready> {
    const running = this.reading.get(id);
    if (running) return running;
    const reading = this.refreshNext(id).finally(() => this.reading.delete(id));
    this.reading.set(id, reading);
    return reading;
  }

  private async refreshNext(id: string): Promise<Ready> {
    const { vault } = this.device;
    // Another tab may have seen more.
    await vault.read(PLACE + id);
    const seen = this.kept(id)?.head;
    const given = await this.device.api.get("/api/notebooks/{id}/sealed", {
      params: { path: { id } },
    }).catch(async (error) => {
      const kept = this.kept(id);
      const isOut = error instanceof JournalError && [403, 404].includes(error.status);
      if (kept && isOut && !kept.isOut) await this.keep(id, { ...kept, isOut });
      throw error;
    });
    await vault.read(PLACE + id);
    // Asked before a statement that was sent since.
    if (this.kept(id)?.head.seq !== seen?.seq) return await this.refreshNext(id);
    try {
      const ready = await this.read(id, given, seen);
      await this.take(id, ready);
      return ready;
    } catch (error) {
      const kept = this.kept(id);
      if (error instanceof SealedError && kept && kept.failure !== error.code) {
        await this.keep(id, { ...kept, failure: error.code });
      }
      throw error;
    }
  }

  /** Keeps what is believed. */
  private async take(id: string, { given, log }: Ready): Promise<void> {
    const kept = this.kept(id);
    const isSame = kept && kept.failure === null && !kept.isOut &&
      JSON.stringify(kept.given) === JSON.stringify(given);
    if (isSame) return;
    await this.keep(id, { given, head: headOf(log), failure: null });
  }

  /** Reads an answer of the service, whose log continues what this device has seen. */
  private async read(id: string, given: Given, seen?: Kept["head"]): Promise<Ready> {
    const before = this.ready.get(id);
    // Of the statements that are read already, only the new ones are verified.
    const isLonger = before &&
      before.given.log.every(({ statement, signature }, n) =>
        given.log[n]?.statement === statement && given.log[n]?.signature === signature
      );
    const log = await readLog(id, isLonger ? given.log.slice(before.log.seq) : given.log, {
      seen,
      ...isLonger && { before: before.log },
    });
    must(log.epoch >= (seen?.epoch ?? 0), "rolled_back", "The notebook had a newer key before");
    const first = log.memberships.get(this.userId)?.[0];
    const isOwn = first?.from === 1 && first.member.ed25519 === this.device.account.ed25519;
    must(isOwn || !this.made.has(id), "forked", "Somebody else has made this notebook");
    await this.device.offline.keepSealed(id);
    const keys = await openNotebookKeys(this.device.account, log, given.wrapped, given.previous);
    const ready = { log, keys, given };
    await this.people.meet(log.members.values());
    this.ready.set(id, ready);
    return ready;
  }

  private async keep(id: string, kept: Kept): Promise<void> {
    await this.device.vault.write(() => {
      const known = this.kept(id)?.head;
      // An answer on its way may be older than what this device has signed meanwhile.
      const head = known && known.seq > kept.head.seq ? known : kept.head;
      return [[PLACE + id, { ...kept, head }]];
    });
    this.device.tell();
  }

  /** Deletes an empty notebook, here too. */
  async delete(id: string): Promise<void> {
    await this.device.api.delete("/api/notebooks/{id}", { params: { path: { id } } });
    this.ready.delete(id);
    await this.device.vault.write([[PLACE + id, undefined]]);
  }

  /** Makes a sealed notebook; answers its id. */
  async create(fields: { id: string; name: string; team_id?: string }): Promise<string> {
    const { account, api } = this.device;
    const { id, name, team_id } = fields;
    this.made.add(id);
    const key = newNotebookKey();
    const sealed = await wiping([key], async () => {
      const key_hash = await keyHash(key);
      const change: Change = { type: "create", epoch: 1, key_hash, member: memberOf(account) };
      const { log, ...first } = await signStatement(account, id, null, change);
      const [wrap] = await wrapForMembers(account, log, key);
      return { ...first, wrapped: wrap!.wrapped };
    });
    const team = team_id
      ? { team_id, metadata_visibility: "team", content_visibility: "team" } as const
      : {};
    const body = { id, name, ...team, sealed };
    await api.post("/api/notebooks", { body });
    // An earlier attempt may have made it, with another key.
    const { log: made } = await this.refresh(id);
    const isOwn = made.memberships.get(account.id)?.[0]?.from === 1;
    must(isOwn, "forked", "The service has a notebook of somebody else in its place");
    return id;
  }

  /**
   * Signs changes on the newest log and sends them, with the keys that they need. Begins anew when
   * somebody else was faster; answers without a request when there is nothing to change.
   */
  async change(id: string, changesOn: (ready: Ready) => Promise<Change[]>): Promise<void> {
    for (let attempt = 1;; attempt++) {
      const ready = await this.refresh(id);
      const changes = await changesOn(ready);
      if (!changes.length) return;
      const { head, ...body } = await this.signed(ready, changes);
      try {
        await this.device.api.post("/api/notebooks/{id}/sealed", {
          params: { path: { id } },
          body,
        });
        // The device has seen what it has signed.
        await this.keep(id, { ...this.kept(id)!, head });
        await this.refresh(id).catch((error) => {
          // A member who has left reads it no more.
          if (!(error instanceof JournalError)) throw error;
        });
        return;
      } catch (error) {
        const isMoved = error instanceof JournalError && error.code === "log_moved";
        if (!isMoved || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async signed({ log, given }: Ready, changes: Change[]) {
    const { account } = this.device;
    const rotates = changes.some(({ type }) => type === "rotate");
    const adds = changes.filter((change) => change.type === "add").map(({ member }) => member.id);
    const statements: SignedStatement[] = [];
    let next = log;
    let [key, former] = [null, null] as [Bytes | null, Bytes | null];
    try {
      if (rotates || adds.length) former = key = await openNewestKey(account, log, given.wrapped);
      for (const change of changes) {
        let said = change;
        if (change.type === "rotate") {
          key = newNotebookKey();
          said = { ...change, epoch: next.epoch + 1, key_hash: await keyHash(key) };
        }
        const { log: after, ...statement } = await signStatement(account, log.notebook, next, said);
        statements.push(statement);
        next = after;
      }
      // Keys that others have replaced are never wrapped to again.
      for (const member of key ? next.members.values() : []) {
        const isFormer = this.people.compare(member) === "former";
        must(!isFormer, "rolled_back", "The log has former keys of a member: remove and add it");
      }
      const wraps = key ? await wrapForMembers(account, next, key, rotates ? undefined : adds) : [];
      const previous = rotates
        ? [{
          epoch: next.epoch,
          sealed: await sealPrevious(log.notebook, next.epoch, key!, former!),
        }]
        : [];
      return { statements, wraps, previous, head: headOf(next) };
    } finally {
      for (const each of [key, former]) if (each) wipe(each);
    }
  }

  /** The statements that remove who is gone, and make the new key that is due. */
  settling({ log, given }: Ready): Change[] {
    const gone = given.gone.filter((id) => log.members.has(id) && id !== log.owner);
    const isDue = log.rotationDue || given.rotation_due;
    if (!gone.length && !isDue) return [];
    const removals = gone.map((member_id): Change => ({ type: "remove", member_id }));
    return [...removals, ROTATE];
  }

  /** Removes who is gone and makes the key that is due, so that the notebook can be written again. */
  async settle(id: string): Promise<void> {
    // A closed notebook is for reading.
    await this.change(
      id,
      (ready) => Promise.resolve(ready.given.closed ? [] : this.settling(ready)),
    );
  }
}

const headOf = ({ seq, hash, epoch }: SealedLog): Kept["head"] => ({ seq, hash, epoch });

/** Epoch and hash follow when it is signed. */
export const ROTATE: Change = { type: "rotate", epoch: 0, key_hash: "" };
