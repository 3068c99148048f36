/** The log of a notebook on a device: reading it (`log-reading.ts`), and signing what comes next. */
import { memberOf, type SealedAccount } from "./account.ts";
import { toBase64url, toJson } from "./bytes.ts";
import { readLogWith, type SealedLog, type SeenLog, signedText } from "./log-reading.ts";
import { hash, isSigned, signed, verifyingKey } from "./primitives.ts";
import type { Change, SignedStatement } from "./statement.ts";

export type { Membership, SealedLog, SeenLog } from "./log-reading.ts";

/** Reads the log of a notebook: see `readLogWith`. */
export const readLog = (
  notebook: string,
  given: SignedStatement[],
  options: { seen?: SeenLog | undefined; before?: SealedLog | undefined } = {},
): Promise<SealedLog> => readLogWith({ hash, verifyingKey, isSigned }, notebook, given, options);

/**
 * Signs the next statement of a log, or the first one of a notebook. It is checked as a reader does.
 * @throws {SealedError} not_a_member when this account may not say it
 */
export async function signStatement(
  account: SealedAccount,
  notebook: string,
  log: SealedLog | null,
  change: Change,
): Promise<SignedStatement & { log: SealedLog }> {
  const { type, ...rest } = change;
  const statement = toJson({
    notebook,
    seq: (log?.seq ?? 0) + 1,
    prev: log?.hash ?? null,
    type,
    by: account.id,
    at: new Date().toISOString(),
    ...("member" in rest ? { ...rest, member: memberOf(rest.member) } : rest),
  });
  const signature = toBase64url(await signed(account.signing, signedText(statement)));
  const next = await readLog(notebook, [{ statement, signature }], { before: log ?? undefined });
  return { statement, signature, log: next };
}
