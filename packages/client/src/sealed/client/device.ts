/** A device that is open: the keys of its user, and what it keeps under its own key. */
import type { Api } from "../../api.ts";
import type { Offline } from "../../offline/offline.ts";
import type { AccountKeys, SealedAccount } from "../account.ts";
import type { Bytes } from "../bytes.ts";
import type { SlotKind } from "../slot.ts";
import type { SealedOptions } from "./types.ts";
import type { Vault } from "./vault.ts";

/** The client's parts that sealed notebooks stand on. */
export interface Base {
  /** Copies of what the service has, records among it. */
  offline: Offline;
  options: SealedOptions;
  /** Something that screens show has changed. */
  tell(): void;
}

export interface Device extends Base {
  userId: string;
  /** The service as this user. */
  api: Api;
  account: SealedAccount;
  vault: Vault;
}

/** A slot as the device keeps it, to be unlocked without a network. */
export interface KeptSlot {
  id: string;
  kind: SlotKind;
  parameters: Record<string, unknown>;
  sealed_secret: string;
}

/** Keys that a device takes. */
export interface Adoption {
  secret: Bytes;
  account: AccountKeys;
  slots: KeptSlot[];
  /** The user has agreed to lose what a locked device keeps under other keys. */
  isAnew?: boolean;
}

/** The open part of what the device keeps: nothing of it opens anything alone. */
export interface Plain {
  /** The name of the vault, another one for each key. */
  vault: string;
  /** The device's key under the account secret. */
  wrapped: string;
  account: { x25519: string; ed25519: string };
  slots: KeptSlot[];
  /** The time (ms) without use after which it locks; null for never. */
  lockAfter: number | null;
  usedAt: number;
}
