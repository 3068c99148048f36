/**
 * Where things of sealed notebooks lie in a device's storage. A name without a slash has a log of its
 * own in a browser: it is read without the packs, and its former value is deleted with the write of
 * the next.
 */
import { sealedPrefix } from "../../offline/copies.ts";

/** The device's key, while the device is open. */
export const deviceKeyOf = (userId: string): string => `${sealedPrefix(userId)} key`;

/** The open part of what the device keeps. */
export const plainKeyOf = (userId: string): string => `${sealedPrefix(userId)} plain`;

/** The value in front of a vault's packs. */
export const frontKeyOf = (userId: string, vault: string): string =>
  `${sealedPrefix(userId)} front ${vault}`;
