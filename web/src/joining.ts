/** The invitation that somebody has signed up to accept: the link of a mail may come between. */
import { dropDraft, keepDraft, readDraft } from "./drafts.ts";

const NAME = "joining";
/** Milliseconds after which it is no longer theirs who signs in here. */
const VALID = 60 * 60_000;

export const beginJoining = (code: string): void => keepDraft(NAME, { code, at: Date.now() });

/** The code of the invitation's link. */
export function joining(): string | undefined {
  const begun = readDraft<{ code: string; at: number }>(NAME);
  return begun && Date.now() - begun.at < VALID ? begun.code : undefined;
}

export const endJoining = (): void => dropDraft(NAME);
