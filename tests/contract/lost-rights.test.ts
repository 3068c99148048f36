/**
 * A repeated request with its Idempotency-Key is refused where the route would refuse its caller now:
 * every operation of the document that takes a key, after each loss of a right.
 */
import { beforeAll, expect, it } from "vitest";
import { persons, superAdmin } from "../support/people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { webp } from "../support/images.ts";
import { wav } from "../support/sounds.ts";
import { shared } from "../journal/people.ts";
import { sql } from "../support/sql.ts";
import { exampleBody, fill, isForSuperAdmins, type Operation, readDocument } from "./document.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const { operations } = await readDocument();
const keyed = operations.filter(({ takesKey }) => takesKey);

/** Somebody with every right to what belongs to another person, and these objects. */
async function scene() {
  const [owner, caller, friend, newcomer] = await persons("Olga", "Cora", "Finn", "Nils");
  const admin = await superAdmin("Ada");
  const { organization } = await ok(owner, "POST", "/api/organizations", { name: "Club" });
  const members = `/api/organizations/${organization.id}/members`;
  for (const { id } of [caller, friend]) await ok(owner, "POST", members, { user_id: id });
  await sql`update public.organization_members set role = 'owner'
    where org_id = ${organization.id} and user_id = ${caller.id}`;
  const team =
    (await ok(owner, "POST", "/api/teams", { name: "Team", org_id: organization.id })).team;
  await ok(owner, "POST", `/api/teams/${team.id}/members`, { user_id: caller.id, role: "admin" });
  const { entry } = await ok(owner, "POST", "/api/journal", {
    title: "Hi",
    content: "All",
    ...shared,
  });
  const own = (await ok(caller, "POST", "/api/journal", { title: "Mine", content: "Mine" })).entry;
  const { pack } = await ok(owner, "POST", "/api/tone-packs", { name: "Pack", theme: "origami" });
  await ok(owner, "POST", `/api/tone-packs/${pack.id}/share`, { user_id: caller.id });
  const ownPack =
    (await ok(caller, "POST", "/api/tone-packs", { name: "Own", theme: "animals" })).pack;
  const { goal } = await ok(caller, "POST", "/api/goals", { title: "Run" });
  const { dream } = await ok(admin, "POST", "/api/lab/dreams", { title: "A coil" });
  const { template } = await ok(admin, "POST", "/api/lab/admin/templates", {
    dream_id: dream.id,
    is_public: true,
  });
  const circle = await ok(caller, "POST", "/api/invitations");
  await ok(friend, "POST", "/api/user/invitations/accept", { code: circle.invitation.code });
  const owned = (await ok(caller, "POST", "/api/lab/dreams", { title: "My coil" })).dream;
  return {
    owner,
    caller,
    friend,
    circle: circle.team,
    newcomer,
    dream: owned,
    organization,
    team,
    entry,
    own,
    pack,
    ownPack,
    goal,
    template,
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** Ids and bodies where the example of the document names nothing that is there. */
const inputs = (s: Scene): Record<string, { id?: string; body?: unknown }> => ({
  createEntryComment: { id: s.entry.id },
  createShareLink: { id: s.own.id, body: {} },
  createGoalCheckIn: { id: s.goal.id },
  createEntry: {
    body: { title: "To all", content: "Of us", metadata_visibility: "team", team_id: s.team.id },
  },
  createNotebook: { body: { name: "Of all", org_id: s.organization.id } },
  createTeam: { body: { name: "New", org_id: s.organization.id } },
  addOrganizationMember: { id: s.organization.id, body: { user_id: s.newcomer.id } },
  inviteToOrganization: { id: s.organization.id, body: { link: true } },
  addTeamMember: { id: s.team.id, body: { user_id: s.friend.id } },
  sendTeamMessage: { id: s.team.id, body: { content: "Hello" } },
  createReport: { body: { ...exampleOf("createReport"), about: "entry", id: s.entry.id } },
  sendEmail: { body: { to: `${s.owner.id}@example.com`, subject: "Hello", text: "Hello" } },
  addAttachment: { id: s.own.id },
  createProgressReport: { id: s.dream.id },
  recordBuild: { id: s.dream.id },
  completeDream: { id: s.dream.id },
  sendDrop: { body: { recipient_id: s.owner.id, drop_type: "encouragement", content: "Go on" } },
  getBadges: { body: { user_ids: [s.owner.id] } },
  activateTonePack: { id: s.pack.id, body: { is_active: true } },
  shareTonePack: { id: s.ownPack.id, body: { user_id: s.friend.id } },
  cloneTemplate: { id: s.template.id, body: {} },
  askPairStreak: { id: s.friend.id },
  createReminder: { body: { ...exampleOf("createReminder"), goal_id: undefined } },
});

const exampleOf = (id: string) =>
  exampleBody(keyed.find(({ operationId }) => operationId === id)!) as Record<string, unknown>;

/** They end the scene, or call a provider. */
const left =
  /^(stopImpersonation|transferOrganization|acceptInvitation|declineInvitation|generate.*|transcribe.*|analyze.*|sendChat.*|createNoteAnalysis|create(Checkout|Portal)Session|redeemMusicGrant|syncMusic)$/;
const called = keyed.filter((each) => !isForSuperAdmins(each) && !left.test(each.operationId));

async function send(operation: Operation, s: Scene, key: string) {
  const { id = NOWHERE, body } = inputs(s)[operation.operationId] ?? {};
  const form = operation.requestBody?.content["multipart/form-data"] && new FormData();
  const file = operation.operationId === "recordCheer" ? wav(1) : await webp();
  form?.set("file", new Blob([file as BlobPart]), "file");
  const path = fill(operation.path, () => id);
  const { status } = await s.caller.api("POST", path, form || (body ?? exampleBody(operation)), {
    "idempotency-key": key,
  });
  return status;
}

const CLASSROOM = "a classroom account";

/** How each right is lost, and some of the operations that need it. */
const losses: Record<string, [lose: (s: Scene) => Promise<unknown>, operations: string[]]> = {
  [CLASSROOM]: [
    ({ caller }) => sql`update public.profiles set is_classroom = true where id = ${caller.id}`,
    ["createPersonalToken", "createWebhook", "createShareLink", "inviteFriend", "cloneTemplate"],
  ],
  "a block by the author": [
    ({ owner, caller }) =>
      sql`update public.profiles set blocked_user_ids = ${[caller.id]} where id = ${owner.id}`,
    ["createEntryComment", "sendDrop"],
  ],
  "a removal from the team": [
    ({ team, caller }) =>
      sql`delete from public.team_members where team_id = ${team.id} and user_id = ${caller.id}`,
    ["addTeamMember", "sendTeamMessage"],
  ],
  "a lower role in the organization": [
    ({ organization, caller }) =>
      sql`update public.organization_members set role = 'member'
      where org_id = ${organization.id} and user_id = ${caller.id}`,
    ["inviteToOrganization"],
  ],
  "a removal from the organization": [
    ({ organization, owner, caller }) =>
      ok(owner, "DELETE", `/api/organizations/${organization.id}/members/${caller.id}`),
    ["inviteToOrganization", "createTeam", "sendTeamMessage"],
  ],
  "an entry that is private now": [
    ({ owner, entry }) =>
      ok(owner, "PUT", `/api/journal/${entry.id}`, {
        metadata_visibility: "user",
        content_visibility: "user",
      }),
    ["createEntryComment"],
  ],
  "the end of a friendship": [
    ({ friend, circle }) => ok(friend, "DELETE", `/api/teams/${circle.id}/members/${friend.id}`),
    ["askPairStreak"],
  ],
  "a pack that is no longer shared": [
    ({ owner, pack, caller }) =>
      ok(owner, "DELETE", `/api/tone-packs/${pack.id}/share/${caller.id}`),
    ["activateTonePack"],
  ],
  "a template that is private now": [
    ({ template }) => sql`update public.dreams set is_public = false where id = ${template.id}`,
    ["cloneTemplate"],
  ],
};

const isRefusal = (status: number) => [401, 403, 404].includes(status);

/**
 * Sends the first request of each operation. Answers the operations that succeeded, and the operations
 * whose answer the service has kept.
 */
async function begun(s: Scene, operations: Operation[]) {
  const [succeeded, kept]: Operation[][] = [[], []];
  for (const each of operations) {
    const status = await send(each, s, "first");
    if (status < 300) succeeded!.push(each);
    // Other answers are not kept: the next request is the first.
    if (status !== 429 && status < 500) kept!.push(each);
  }
  return { succeeded: succeeded!, kept: kept! };
}

/** No operation gives the answer that it has kept for an account that may call nothing. */
async function expectRefusals(s: Scene, kept: Operation[]) {
  expect(kept.length).toBeGreaterThan(45);
  for (const each of kept) {
    expect([each.operationId, await send(each, s, "first")]).toEqual([each.operationId, 403]);
  }
}

/** A scene whose caller has every right, and the status of a second request: a quota may refuse it. */
let whole: Scene;
let first: Awaited<ReturnType<typeof begun>>;
const repeated = new Map<string, number>();
beforeAll(async () => {
  whole = await scene();
  first = await begun(whole, called);
  for (const each of first.succeeded) {
    repeated.set(each.operationId, await send(each, whole, "second"));
  }
}, patience(120_000));

it.each(Object.entries(losses))(
  "after %s a repetition is refused as the route refuses",
  async (loss, [lose, expected]) => {
    const s = await scene();
    const isOfAll = loss === CLASSROOM;
    const { succeeded, kept } = await begun(s, isOfAll ? called : first.succeeded);
    expect(succeeded.length).toBeGreaterThan(25);
    await lose(s);
    const refused: string[] = [];
    const answered: string[] = [];
    for (const each of succeeded) {
      const now = await send(each, s, "new");
      if (!isRefusal(now) || now === repeated.get(each.operationId)) continue;
      const kept = await send(each, s, "first");
      (isRefusal(kept) ? refused : answered).push(each.operationId);
    }
    expect(answered).toEqual([]);
    expect(refused).toEqual(expect.arrayContaining(expected));
    if (isOfAll) await expectRefusals(s, kept);
  },
  patience(300_000),
);

it("after an account is blocked no operation gives the answer that it has kept", async () => {
  await sql`update public.profiles set is_active = false where id = ${whole.caller.id}`;
  await expectRefusals(whole, first.kept);
}, patience(300_000));
