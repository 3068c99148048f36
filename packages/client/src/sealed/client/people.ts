/** The keys of people, as this device has seen them first. */
import { JournalError } from "../../errors.ts";
import { safetyNumber, type SealedMember } from "../account.ts";
import { fromBase64url } from "../bytes.ts";
import { must } from "../failures.ts";
import { isSigned, verifyingKey } from "../primitives.ts";
import { proofText } from "../statement.ts";
import type { Device } from "./device.ts";
import type { KnownPerson } from "./types.ts";

/** The keys of a person that a device keeps: both in one text, and the former keys. */
interface Kept {
  now: string;
  former: string[];
}

const keyOf = (userId: string) => `state/person/${userId}`;
const asText = ({ x25519, ed25519 }: Pick<SealedMember, "x25519" | "ed25519">) =>
  `${x25519} ${ed25519}`;

export class People {
  constructor(private readonly device: Device) {}

  private kept(userId: string): Kept | undefined {
    return this.device.vault.get(keyOf(userId)) as Kept | undefined;
  }

  /** The judgement of this device about keys of a person. */
  compare(member: SealedMember): KnownPerson["keys"] {
    if (member.id === this.device.userId) {
      return asText(member) === asText(this.device.account) ? "known" : "changed";
    }
    const kept = this.kept(member.id);
    if (!kept) return "new";
    if (kept.now === asText(member)) return "known";
    return kept.former.includes(asText(member)) ? "former" : "changed";
  }

  /** Keeps the keys of people whom this device sees for the first time. */
  async meet(members: Iterable<SealedMember>): Promise<void> {
    const all = [...members];
    const fresh = () => all.filter((member) => this.compare(member) === "new");
    if (!fresh().length) return;
    await this.device.vault.write(() =>
      fresh().map((member) => [
        keyOf(member.id),
        { now: asText(member), former: [] } satisfies Kept,
      ])
    );
  }

  /**
   * The keys that the service gives of a person now.
   *
   * @throws {SealedError} not_signed when they are not tied to the person
   * @throws {JournalError} 404 for somebody who shares no team with the user, or has no keys
   */
  async fetch(userId: string): Promise<SealedMember> {
    const { account: { x25519, ed25519, proof } } = await this.device.api.get(
      "/api/users/{id}/sealed",
      { params: { path: { id: userId } } },
    );
    const key = await verifyingKey(fromBase64url(ed25519, 32));
    const text = proofText(userId, fromBase64url(x25519, 32));
    const isProven = await isSigned(key, text, fromBase64url(proof, 64));
    must(isProven, "not_signed", "The keys are not tied to this person");
    // Another tab may have seen the person first.
    await this.device.vault.read(keyOf(userId));
    return { id: userId, x25519, ed25519, proof };
  }

  async look(userId: string): Promise<KnownPerson> {
    const member = await this.fetch(userId);
    const keys = this.compare(member);
    // The keys that people compare are added then, and no others.
    await this.meet([member]);
    return {
      id: userId,
      keys,
      digits: await safetyNumber(this.device.account, member),
    };
  }

  /**
   * The keys of a person who is to be added.
   * @throws {SealedError} forked when they are others than this device knows, rolled_back when it has
   * seen others replace them
   */
  async trusted(userId: string): Promise<SealedMember> {
    const member = await this.fetch(userId);
    const keys = this.compare(member);
    must(keys !== "former", "rolled_back", "Other keys have replaced these keys of the person");
    must(keys !== "changed", "forked", "The person has other keys than this device knows");
    return member;
  }

  async accept(userId: string, digits: string): Promise<void> {
    const member = await this.fetch(userId);
    const keys = this.compare(member);
    must(keys !== "former", "rolled_back", "Other keys have replaced these keys of the person");
    const isCompared = await safetyNumber(this.device.account, member) === digits;
    must(isCompared, "forked", "The service gives other keys than the people have compared");
    await this.device.vault.write(() => {
      const { now, former = [] } = this.kept(userId) ?? {};
      const kept: Kept = {
        now: asText(member),
        former: now && now !== asText(member) ? [...former, now] : former,
      };
      return [[keyOf(userId), kept]];
    });
  }

  /** Whether the error says that the person has no keys yet, or shares no team. */
  static isUnknown(error: unknown): boolean {
    return error instanceof JournalError && error.status === 404;
  }
}
