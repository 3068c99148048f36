/** Reads the friends and the groups of the user. */
import { useEffect } from "preact/hooks";
import { type Groups, groups, keepGroups, type Page } from "../../groups.ts";
import { nameOfEntry } from "../../names.ts";
import { api, offline } from "../../service.ts";
import { circlesVersion } from "../people/circles.ts";
import { nameOf } from "../../words.ts";

let asked: { of: string | null; at: number; since: number; done: Promise<void> } | undefined;

/** Screens that are drawn within this time (ms) share an answer. */
const SHARED = 3000;

/**
 * Reads them when a screen is drawn, because nobody is told when a friend is done or accepts, and when
 * `version` changes. A failed reading leaves them as they were.
 */
export function useGroups(version = circlesVersion()): Groups {
  useEffect(() => void readGroups(version), [version]);
  return groups();
}

function readGroups(at: number): Promise<void> {
  const of = offline.userId;
  const now = Date.now();
  if (asked?.of !== of || asked.at !== at || now - asked.since > SHARED) {
    asked = {
      of,
      at,
      since: now,
      done: ask().then((groups) => keepGroups(of, groups), () => void (asked = undefined)),
    };
  }
  return asked.done;
}

async function ask(): Promise<Groups> {
  const params = { query: { limit: 100 } };
  const [{ friends, invitations }, { teams }, { organizations }] = await Promise.all([
    api.get("/api/friends", { params }),
    api.get("/api/teams", { params }),
    api.get("/api/organizations", { params }),
  ]);
  const names = await namesOf(friends);
  const people = new Map(friends.map(({ user }) => [user.id, nameOf(user)]));
  const own = teams.filter(({ user_role }) => user_role);
  return {
    friends: friends.map((friend) => ({ ...friend, line: names.get(friend.last_entry?.id) })),
    invitations,
    circles: own.filter(({ is_circle }) => is_circle).map(({ id, admin_id, member_count }) => ({
      id,
      owner: admin_id === offline.userId ? undefined : people.get(admin_id) ?? "",
      members: member_count,
    })),
    hasTeams: own.some(({ is_circle }) => !is_circle),
    hasOrganizations: organizations.some(({ is_circle }) => !is_circle),
  };
}

/** The names of the latest entries; entries without a title are read, for their first lines. */
async function namesOf(friends: Page["friends"]): Promise<Map<string | undefined, string>> {
  const latest = friends.flatMap(({ last_entry }) => last_entry ?? []);
  const query = { scope: "friends", limit: 50 } as const;
  const { entries } = latest.every(({ title }) => title.trim())
    ? { entries: [] }
    : await api.get("/api/journal", { params: { query } });
  return new Map([
    ...latest.flatMap(({ id, title }) => title.trim() ? [[id, title] as const] : []),
    ...entries.flatMap((entry) => entry.content ? [[entry.id, nameOfEntry(entry)] as const] : []),
  ]);
}
