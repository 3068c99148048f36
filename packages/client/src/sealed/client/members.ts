/** Sealed notebooks and the people who read them. */
import { must } from "../failures.ts";
import type { Change } from "../statement.ts";
import { type Notebooks, ROTATE } from "./notebooks.ts";
import { type KnownPerson, type SealedNotebook } from "./types.ts";

/** Sealed notebooks, their readers and their keys. Reading needs no network, changing does. */
export class SealedNotebooks {
  constructor(
    /** @throws {SealedError} refused while the device is not open */
    private readonly opened: () => Notebooks,
    private readonly isOpen: () => boolean,
  ) {}

  /** The ids of the notebooks that this device has seen sealed. */
  get ids(): string[] {
    return this.isOpen() ? this.opened().ids : [];
  }

  /** The notebooks in which the user cannot write any more: not a member, or without an owner. */
  get readOnly(): string[] {
    return this.ids.filter((id) => {
      const { isOut, given } = this.opened().kept(id)!;
      return isOut || given.closed;
    });
  }

  /**
   * A notebook as its log describes it. It is read from the device, or from the service when this
   * device has not seen it yet.
   *
   * @throws {SealedError} when the device is not open, or the log of a new notebook is not believed
   */
  async get(id: string): Promise<SealedNotebook> {
    const notebooks = this.opened();
    const { log, given } = await notebooks.open(id);
    const { failure = null, isOut = false } = notebooks.kept(id) ?? {};
    return {
      id,
      owner: log.owner,
      readers: [...log.members.values()].map((member) => ({
        id: member.id,
        isOwner: member.id === log.owner,
        isGone: given.gone.includes(member.id),
        isOther: ["changed", "former"].includes(notebooks.people.compare(member)),
      })),
      epoch: log.epoch,
      rotationDue: log.rotationDue || given.rotation_due,
      closed: given.closed,
      isOut,
      failure,
    };
  }

  /** Reads the log anew. @throws {SealedError} the name of its failure */
  async refresh(id: string): Promise<void> {
    await this.opened().refresh(id);
  }

  /**
   * Makes a sealed notebook, of the user alone or of a team, whose members are added one by one.
   * Answers its id: with the same id a call that was cut off can be made again.
   */
  create(fields: { name: string; team_id?: string; id?: string }): Promise<string> {
    return this.opened().create({ ...fields, id: fields.id ?? crypto.randomUUID() });
  }

  /** Deletes an empty notebook of the user. @throws {JournalError} 409 `not_empty` */
  delete(id: string): Promise<void> {
    return this.opened().delete(id);
  }

  /** The keys of a person: whether this device knows them, and the digits to compare. */
  person(userId: string): Promise<KnownPerson> {
    return this.opened().people.look(userId);
  }

  /**
   * Takes other keys of a person, when both have compared the digits that `person` answered.
   *
   * @throws {SealedError} forked when the service gives others by now, rolled_back for former keys
   */
  accept(userId: string, digits: string): Promise<void> {
    return this.opened().people.accept(userId, digits);
  }

  /**
   * Lets people of the notebook's team read it, and all that was written in it before.
   *
   * @throws {SealedError} forked or rolled_back when the service gives other keys of a person than this
   * device knows, not_a_member when the user is not the owner
   * @throws {JournalError} 404 for somebody without keys, 409 `not_a_member` outside of the team
   */
  async add(id: string, userIds: string[]): Promise<void> {
    const notebooks = this.opened();
    await notebooks.change(id, async (ready) => {
      const fresh = userIds.filter((user) => !ready.log.members.has(user));
      if (!fresh.length) return [];
      const added = await Promise.all(fresh.map(async (user): Promise<Change> => ({
        type: "add",
        member: await notebooks.people.trusted(user),
      })));
      return [...notebooks.settling(ready), ...added];
    });
  }

  /** Removes people, and makes a new key: what is written from now on they cannot read. */
  async remove(id: string, userIds: string[]): Promise<void> {
    await this.opened().change(id, ({ log, given }) => {
      const gone = given.gone.filter((user) => user !== log.owner);
      const removed = [...new Set([...userIds, ...gone])].filter((user) => log.members.has(user));
      const isDue = removed.length > 0 || log.rotationDue || given.rotation_due;
      const removals = removed.map((member_id): Change => ({ type: "remove", member_id }));
      return Promise.resolve(isDue ? [...removals, ROTATE] : []);
    });
  }

  /** Leaves the notebook of somebody else: the others make a new key. */
  async leave(id: string): Promise<void> {
    const notebooks = this.opened();
    await notebooks.change(id, ({ log }) => {
      const member_id = notebooks.userId;
      must(log.owner !== member_id, "refused", "The owner hands the notebook over first");
      return Promise.resolve(log.members.has(member_id) ? [{ type: "remove", member_id }] : []);
    });
  }

  /** Makes another member the owner. */
  async handOver(id: string, userId: string): Promise<void> {
    await this.opened().change(
      id,
      ({ log }) =>
        Promise.resolve(log.owner === userId ? [] : [{ type: "owner", member_id: userId }]),
    );
  }

  /** Makes a new key, such as when a device of a member is lost. Removes who is gone. */
  async renewKey(id: string): Promise<void> {
    const notebooks = this.opened();
    await notebooks.change(id, (ready) => {
      const settling = notebooks.settling(ready);
      return Promise.resolve(settling.length ? settling : [ROTATE]);
    });
  }
}
