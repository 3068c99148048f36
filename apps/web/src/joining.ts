/** The invitation for whose sake somebody signs up. It waits for the link of their mail. */
const KEY = "journal-joining";
/** Milliseconds for which the invitation counts: later, another person may sign in here. */
const VALID = 60 * 60_000;

export const beginJoining = (code: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ code, at: Date.now() }));

/** The code of the invitation's link. */
export function joining(): string | undefined {
  const begun: { code: string; at: number } | null = JSON.parse(
    localStorage.getItem(KEY) ?? "null",
  );
  return begun && Date.now() - begun.at < VALID ? begun.code : undefined;
}

export const endJoining = (): void => localStorage.removeItem(KEY);

/** The address where somebody with the code of a link joins. */
export const joinAddress = (code: string): string =>
  `${location.origin}${location.pathname}#/join/${code}`;
