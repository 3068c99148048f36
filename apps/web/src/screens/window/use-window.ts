/** The user's window of today, for the first screen and for its own place. */
import { keepDraft, readDraft } from "../../drafts.ts";
import { type Remote, useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { heard } from "../../session.ts";
import type { Mine } from "./states.tsx";

/**
 * The user's window; read again when something was heard, such as a baton. Without a network as it was
 * read last, until it is over.
 */
export function useWindow(): Remote<Mine> {
  const remote = useRemote(async () => {
    const mine = await api.get("/api/workout-window/my-window");
    keepDraft("window", mine);
    return mine;
  }, ["window", heard.value]);
  if (!remote.failure?.isOffline || remote.value) return remote;
  const value = asOfNow(readDraft<Mine>("window"));
  return value ? { ...remote, value, failure: undefined } : remote;
}

function asOfNow(mine: Mine | null): Mine | undefined {
  if (!mine?.next || Date.parse(mine.next.counts_until) < Date.now()) return undefined;
  const { date, opens_at } = mine.next;
  if (mine.next.is_open || Date.parse(opens_at) > Date.now()) return mine;
  // It has opened since.
  return {
    ...mine,
    next: { ...mine.next, is_open: true },
    today: { date, status: "not_started", checkin: null },
    checkin_date: date,
  };
}
