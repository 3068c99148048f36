/** How the ways in of a user open the account secret. */
import { type AccountKeys, memberOf, newSecret, openAccount } from "../account.ts";
import { type Bytes, wipe } from "../bytes.ts";
import { SealedError } from "../failures.ts";
import { readRecoveryCode } from "../recovery-code.ts";
import { newSlot, type Opener, openSlot, type Slot } from "../slot.ts";
import type { KeptSlot } from "./device.ts";
import type { Passkey, Unlocker } from "./types.ts";

/** How a slot opens. The code or the passkey in it is overwritten by `opening`. */
async function openerOf(way: Unlocker): Promise<Opener> {
  if ("passphrase" in way) return way;
  if ("recoveryCode" in way) return { code: await readRecoveryCode(way.recoveryCode) };
  return way.passkey;
}

/** Opens slots with a way in, whose code or passkey is overwritten then. */
export async function opening<T>(way: Unlocker, work: (opener: Opener) => Promise<T>): Promise<T> {
  const opener = await openerOf(way);
  try {
    return await work(opener);
  } finally {
    if ("code" in opener) wipe(opener.code);
    else if ("prf" in opener) wipe(opener.prf);
  }
}

/** The account secret, and the first slot that opens. @throws {SealedError} wrong_key */
export async function secretIn<S extends KeptSlot>(
  userId: string,
  slots: S[],
  opener: Opener,
  account: AccountKeys,
): Promise<{ secret: Bytes; slot: S }> {
  const kind = "passphrase" in opener ? 1 : "code" in opener ? 2 : 3;
  const fits = slots.filter((slot) =>
    slot.kind === kind &&
    !("prf" in opener && slot.parameters.credential_id !== opener.credential_id)
  );
  let failure: unknown;
  for (const slot of fits) {
    try {
      return { secret: await openSlot(userId, slot as Slot, opener, account), slot };
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? new SealedError("wrong_key", "No way in is of this kind");
}

/** A new account with its two slots. */
export async function newAccount(
  userId: string,
  code: Bytes,
  way: { passphrase: string } | { passkey: Passkey },
  label = "",
) {
  const secret = newSecret();
  return await opening(way, async (opener) => {
    try {
      const { x25519, ed25519, proof } = memberOf(await openAccount(secret, userId));
      const slots = [
        { ...await newSlot(userId, { code }, secret), label: "" },
        { ...await newSlot(userId, opener, secret), label },
      ];
      return { secret, keys: { x25519, ed25519, proof }, slots };
    } catch (error) {
      wipe(secret);
      throw error;
    }
  });
}
