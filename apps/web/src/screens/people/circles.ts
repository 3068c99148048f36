/** The organizations and teams of the user, with their members. */
import { signal } from "@preact/signals";
import type { Answer } from "@journal/client";
import { say } from "../../parts/dialog.tsx";
import { failureOf } from "../../remote.ts";
import { api } from "../../service.ts";
import { heard } from "../../session.ts";
import { words } from "../../words/circles.ts";

export type Organization = Answer<"/api/organizations/{id}", "get">["organization"];
export type Team = Answer<"/api/teams/{id}", "get">["team"];
export type Card = Answer<"/api/users/{id}", "get">["user"];

const changes = signal(0);

/** Changes when circles are to be read again: after own acts, and after news of others' acts. */
export const circlesVersion = () => changes.value + heard.value;

/** To be called after an own act of which `act` does not know. */
export const circlesChanged = () => void changes.value++;

/** Does the work of a button, and shows the refusal of the service. Returns whether it was done. */
export async function act(work: () => Promise<unknown>, done = ""): Promise<boolean> {
  try {
    await work();
    circlesChanged();
    if (done) say(done);
    return true;
  } catch (error) {
    const { isOffline, message } = failureOf(error);
    say(isOffline ? words.needsNetwork : message);
    return false;
  }
}

export const organizations = async (cursor?: string) => {
  const page = await api.get("/api/organizations", { params: { query: { limit: 50, cursor } } });
  return { items: page.organizations, next: page.next_cursor };
};

/** The teams of an organization, or of all of the user's. */
export const teams = (org_id?: string) => async (cursor?: string) => {
  const query = { org_id, limit: 50, cursor };
  const page = await api.get("/api/teams", { params: { query } });
  return { items: page.teams, next: page.next_cursor };
};

export const organizationMembers = (id: string) => async (cursor?: string) => {
  const params = { path: { id }, query: { limit: 50, cursor } };
  const page = await api.get("/api/organizations/{id}/members", { params });
  return { items: page.members, next: page.next_cursor };
};

export const teamMembers = (id: string) => async (cursor?: string) => {
  const params = { path: { id }, query: { limit: 100, cursor } };
  const page = await api.get("/api/teams/{id}/members", { params });
  return { items: page.members, next: page.next_cursor };
};

/** The title of a role; members have none. */
export const titleOf = (
  { role, is_owner = false }: { role: string | null; is_owner?: boolean },
): string =>
  role === "owner" ? is_owner ? words.owner : words.coOwner : role === "admin" ? words.admin : "";
