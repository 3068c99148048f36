/** The friends of the user, and the circles, teams and organizations, as the last visit knew them. */
import { signal } from "@preact/signals";
import type { Answer } from "@journal/client";
import { keepDraft, readDraft } from "./drafts.ts";
import { offline } from "./service.ts";
import { words } from "./words/rows.ts";

export type Page = Answer<"/api/friends", "get">;
/** A friend; `line` names the latest entry by its title, or by its first line. */
export type Friend = Page["friends"][number] & { line?: string };

export interface Groups {
  friends: Friend[];
  /** Open links to the circle of the user. */
  invitations: Page["invitations"];
  /** The teams of circles; one without an owner is the user's own. */
  circles: { id: string; owner?: string; members: number }[];
  hasTeams: boolean;
  hasOrganizations: boolean;
}

const none: Groups = {
  friends: [],
  invitations: [],
  circles: [],
  hasTeams: false,
  hasOrganizations: false,
};

const changes = signal(0);
let kept: { of: string | null; groups: Groups } | undefined;

/** The groups of the last answer, also without a network. */
export function groups(): Groups {
  changes.value;
  const of = offline.userId;
  if (kept?.of !== of) kept = { of, groups: readDraft<Groups>("groups") ?? none };
  return kept!.groups;
}

/** Keeps what the service has answered to the user. */
export function keepGroups(of: string | null, groups: Groups): void {
  if (of !== offline.userId) return;
  kept = { of, groups };
  keepDraft("groups", groups);
  changes.value++;
}

/** The name of the circle of a team: "Friends", or that of its owner; undefined for other teams. */
export function nameOfCircle(teamId: string | null | undefined): string | undefined {
  const circle = groups().circles.find(({ id }) => id === teamId);
  return circle &&
    (circle.owner ? words.friendsOf({ name: circle.owner }) : words.visibilities.friends);
}

/** The readers of what a team sees: a circle, a team, or friends where there is no team. */
export const nameOfTeam = (teamId?: string | null): string =>
  nameOfCircle(teamId) ?? words.visibilities[groups().hasTeams ? "team" : "friends"];
