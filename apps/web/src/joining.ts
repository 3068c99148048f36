/**
 * The screen for whose sake somebody signs up: an invitation, or the request of a program. It waits
 * for the link of their mail.
 */
const KEY = "journal-joining";
/** Milliseconds for which the screen counts: later, another person may sign in here. */
const VALID = 60 * 60_000;

export const beginJoining = (address: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ address, at: Date.now() }));

/** The address of the screen. */
export function joining(): string | undefined {
  const begun: { address: string; at: number } | null = JSON.parse(
    localStorage.getItem(KEY) ?? "null",
  );
  return begun && Date.now() - begun.at < VALID ? begun.address : undefined;
}

export const endJoining = (): void => localStorage.removeItem(KEY);

/** The address where somebody with the code of a link joins. */
export const joinAddress = (code: string): string =>
  `${location.origin}${location.pathname}#/join/${code}`;
