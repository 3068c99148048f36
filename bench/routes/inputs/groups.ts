/** Input for organizations, teams, invitations, encouragement drops and the assistant. */
import type { Recipe, Scene } from "../scene.ts";
import { silence } from "../../../packages/stand-ins/wav.ts";
import { about, aboutNew, formOf, with_ } from "./parts.ts";

/** The largest organization of the caller. */
const organizations = "select org_id from public.organization_members where user_id = $1";
const organization = about("id", organizations, "createOrganization");
const ownedId = (scene: Scene) =>
  scene.pick("select id from public.organizations where owner_id = $1", "createOrganization");
const owned: Recipe = async (scene) => ({ path: { id: await ownedId(scene) } });

/** An active user outside an organization. */
const outsider = async (scene: Scene, orgId: string): Promise<string> =>
  (await scene.strangers(
    1,
    `not exists (select from public.organization_members as m
    where m.org_id = '${orgId}' and m.user_id = p.id)`,
  ))[0]!;

/** Adds somebody to an organization. */
async function join(scene: Scene, id: string): Promise<string> {
  const user_id = await outsider(scene, id);
  await scene.call("addOrganizationMember", { path: { id }, body: { user_id, role: "member" } });
  return user_id;
}

/** A member of the caller's organization who has just been added. */
const newMember: Recipe = async (scene) => {
  const id = await ownedId(scene);
  return { path: { id, userId: await join(scene, id) } };
};

const teams = "select team_id from public.team_members where user_id = $1";
const team = about("id", teams, "createTeam");
const administered: Recipe = async (scene) => ({
  path: {
    id: await scene.pick(
      `select t.id from public.teams as t join public.organizations as o on o.id = t.org_id
      where t.admin_id = $1 and o.owner_id = $1`,
      "createTeam",
    ),
  },
});

/** Somebody of the organization of a team of the caller, outside the team. */
const teamCandidate: Recipe = async (scene) => {
  const { path } = await administered(scene);
  const orgId = await scene.value("select org_id from public.teams where id = $1", path!.id!);
  return { path: path!, body: { user_id: await join(scene, orgId), role: "member" } };
};
const newTeamMember: Recipe = async (scene) => {
  const { path, body } = await teamCandidate(scene);
  await scene.call("addTeamMember", { path, body });
  return { path: { ...path, userId: (body as { user_id: string }).user_id } };
};

const link = async (scene: Scene): Promise<string> =>
  (await scene.call("inviteToOrganization")).code;

const receivedDrop: Recipe = async (scene) => {
  const [sender] = await scene.strangers(1);
  const id = await scene.value(
    `insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
      date_sent, engagement_window_ends_at)
    values ($1, $2, 'encouragement', 'Go on', 2, now(), now() + interval '24 hours')
    returning id`,
    sender!,
    scene.me.id,
  );
  return { path: { id } };
};

const template = aboutNew("createDropTemplate");

export const groups: Record<string, Recipe> = {
  getOrganization: organization,
  updateOrganization: owned,
  deleteOrganization: aboutNew("createOrganization"),
  transferOrganization: async (scene) => {
    const { id } = await scene.make("createOrganization");
    return { path: { id }, body: { new_owner_id: await join(scene, id) } };
  },
  listOrganizationMembers: organization,
  addOrganizationMember: async (scene) => {
    const id = await ownedId(scene);
    return { path: { id }, body: { user_id: await outsider(scene, id), role: "member" } };
  },
  updateOrganizationMember: newMember,
  removeOrganizationMember: newMember,
  inviteToOrganization: async (scene) => ({
    path: { id: await ownedId(scene) },
    body: { link: true, max_uses: 20 },
  }),
  createReport: async (scene) => {
    const [id] = await scene.strangers(1);
    return { body: { about: "user", id, reason: "spam" } };
  },
  resolveReport: async (scene) => {
    const { id } = await scene.make("createReport");
    return { path: { id }, body: { action: "none" } };
  },
  listOrganizationInvitations: owned,
  revokeOrganizationInvitation: async (scene) => {
    const id = await ownedId(scene);
    const { invitation } = await scene.call("inviteToOrganization", { path: { id } });
    return { path: { id, invitationId: invitation.id } };
  },
  getLinkedInvitation: async (scene) => ({ path: { code: await link(scene) } }),
  acceptInvitation: async (scene) => ({
    body: { code: await link(scene) },
    as: await scene.newPerson(),
  }),
  declineInvitation: async (scene) => {
    const guest = await scene.newPerson();
    const { invitation } = await scene.call("inviteToOrganization", {
      body: { email: guest.email },
    });
    return { path: { id: invitation.id }, as: guest };
  },

  createTeam: async (scene) => ({
    body: { name: "Morning Pages", org_id: await ownedId(scene) },
  }),
  getTeam: team,
  updateTeam: with_(administered, () => ({ body: { name: "Morning Pages" } })),
  deleteTeam: aboutNew("createTeam"),
  listTeamMembers: team,
  addTeamMember: teamCandidate,
  updateTeamMember: newTeamMember,
  removeTeamMember: newTeamMember,
  listTeamMessages: team,
  sendTeamMessage: team,
  deleteTeamMessage: async (scene) => {
    const { path } = await team(scene);
    const { id: messageId } = await scene.make("sendTeamMessage", { path });
    return { path: { ...path, messageId } };
  },

  sendDrop: async (scene) => {
    const [recipient_id] = await scene.strangers(1);
    await scene.sql`
      update public.user_drops set drops_used = 0, custom_used = 0 where user_id = ${scene.me.id}`;
    return { body: { recipient_id, drop_type: "encouragement", content: "You are doing great" } };
  },
  readDrop: receivedDrop,
  thankForDrop: receivedDrop,
  recordCheer: async (scene) => {
    await scene.sql`
      delete from private.quota_days where user_id = ${scene.me.id} and kind = 'recordings'`;
    return { body: formOf("file", silence(2)) };
  },
  updateDropTemplate: template,
  deleteDropTemplate: template,
  getUserCard: async (scene) => ({ path: { id: (await scene.strangers(1))[0]! } }),
  getBadge: (scene) => ({ path: { userId: scene.me.id } }),
  getBadges: async (scene) => ({ body: { user_ids: await scene.strangers(50) } }),

  createNoteAnalysis: async (scene) => {
    await scene.call("createEntry");
    await scene.sql`delete from public.note_analyses where user_id = ${scene.me.id}`;
    await scene.sql`update public.profiles set read_notes_enabled = true where id = ${scene.me.id}`;
    return {};
  },
  deleteNoteAnalysis: async (scene) => ({
    path: {
      id: await scene.value(
        `insert into public.note_analyses (user_id, analysis_date, summary, mood_trends, topics,
          patterns, recommendations, insights, entry_count)
        values ($1, '2020-01-01', 'Calm', '{}', '[]', '[]', '',
          '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1)
        on conflict (user_id, analysis_date) do update set summary = 'Calm' returning id`,
        scene.me.id,
      ),
    },
  }),
  deleteChatMessages: async (scene) => (await scene.call("sendChatMessage"), {}),
};
