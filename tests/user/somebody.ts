/**
 * A user with a row in each table that contains data about a person, for the tests of export and
 * deletion.
 */
import { decodeJwt } from "jose";
import { codeFor } from "../auth/impersonating.ts";
import { handleOf, type Person, person, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { call, lab, ok, past } from "./rows.ts";

interface Somebody {
  ana: Person;
  /** Owns the organization of which Ana is a member, with a team that she administers. */
  ben: Person;
  admin: Person;
  orgId: string;
  teamId: string;
  handle: string;
}

/** The bucket of the files of these tests. */
export const BUCKET = "test-files";

/** Creates it once; two test files may try at the same time. */
export const makeBucket = () => service.storage.createBucket(BUCKET, { public: false });

/** Stores a file in the bucket. */
export async function putFile(path: string): Promise<void> {
  const { error } = await service.storage.from(BUCKET).upload(path, new Blob(["bytes"]));
  if (error) throw error;
}

/** Creates the user and the people around her. */
export async function makeSomebody(): Promise<Somebody> {
  const [ana, ben, admin] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
  await makeBucket();
  const handle = await handleOf(ana);

  // An organization of Ben's with Ana as a member, who leads a team; and one of her own.
  const { id: orgId } = await call(ben, "create_organization", { p_name: "Ben's" });
  await call(ben, "add_organization_member", { p_org_id: orgId, p_user_id: ana.id });
  const { id: teamId } = await call(ben, "create_team", {
    p_org_id: orgId,
    p_name: "Ana's team",
    p_admin_id: ana.id,
  });
  await call(ana, "add_team_member", { p_team_id: teamId, p_user_id: ben.id, p_role: "member" });
  await call(ana, "send_team_message", { p_team_id: teamId, p_content: "Hello from Ana" });
  await sql`insert into private.team_removals (team_id, user_id) values (${teamId}, ${ana.id})`;
  // Invitations to her, one of them to her address, and one of hers; an organization she has left.
  const { id: invites } = await call(ben, "create_organization", { p_name: "Ben's second" });
  await call(ben, "invite_to_organization", { p_org_id: invites, p_user_id: ana.id });
  await call(ben, "invite_to_organization", { p_org_id: invites, p_email: ana.email });
  const { id: former } = await call(ben, "create_organization", { p_name: "Ben's third" });
  await call(ben, "add_organization_member", { p_org_id: former, p_user_id: ana.id });
  await call(ana, "remove_organization_member", { p_org_id: former, p_user_id: ana.id });
  const { id: ownOrg } = await call(ana, "create_organization", { p_name: "Ana's own" });
  await call(ana, "invite_to_organization", { p_org_id: ownOrg, p_email: "cleo@example.com" });
  const { id: ownTeam } = await call(ana, "create_team", { p_org_id: ownOrg, p_name: "Just me" });

  // A journal: shared with the team, with her own organization, with everyone; mentions in both
  // directions.
  const notebook = await ok(
    ana.client.from("notebooks").insert({
      name: "Ours",
      metadata_visibility: "team",
      content_visibility: "team",
      team_id: teamId,
    }).select("id").single(),
  );
  const entries = [
    { title: "Private", content: "Nobody reads this" },
    { title: "Imported", content: "old" },
    { title: "Shared", content: "In the notebook", notebook_id: notebook.id },
    {
      title: "Own organization",
      content: "For my team",
      metadata_visibility: "org",
      content_visibility: "team",
      org_id: ownOrg,
      team_id: ownTeam,
    },
    {
      title: "Public",
      content: `To @${await handleOf(ben)}`,
      metadata_visibility: "public",
      content_visibility: "public",
    },
  ];
  for (const entry of entries) {
    const { id } = await call(ana, "create_journal_entry", { p_entry: entry });
    await call(ana, "create_share_link", { p_entry_id: id });
    await call(ana, "create_personal_token", { p_name: "Backup", p_scopes: ["goals:read"] });
    const [webhook] = await ok(service.rpc("create_webhook", {
      p_user_id: ana.id,
      p_session_id: decodeJwt(ana.token).session_id,
      p_url: "https://hooks.example.net/",
      p_events: ["goal.changed"],
      p_description: "",
      p_secret: "encrypted",
    }));
    await call(ana, "ping_webhook", { p_id: webhook!.id });
  }
  await call(ben, "create_journal_entry", {
    p_entry: {
      title: "About Ana",
      content: `With @${handle} and #friends`,
      metadata_visibility: "public",
      content_visibility: "public",
    },
  });

  const goal = await ok(ana.client.from("goals").insert({ title: "Read" }).select("id").single());
  await ok(ana.client.from("goal_check_ins").insert({ goal_id: goal.id, status: "completed" }));
  await ok(
    ana.client.from("reminders").insert({
      kind: "goal",
      goal_id: goal.id,
      local_time: "08:00",
      days: [1],
    }),
  );
  await ok(ana.client.from("entry_templates").insert({ name: "Mine", title: "{{date}}" }));
  for (const [from, to] of [[ana, ben], [ben, ana]] as const) {
    await call(from, "create_report", { p_about: "user", p_id: to.id, p_reason: "other" });
  }
  await sql`
    insert into private.friend_circles (user_id, org_id)
    select owner_id, id from public.organizations where owner_id = ${ana.id} limit 1`;
  // Drops in both directions, a milestone, and what engages them.
  for (const [from, to] of [[ana, ben], [ben, ana]] as const) {
    await call(from, "send_drop", {
      p_recipient_id: to.id,
      p_drop_type: "encouragement",
      p_content: "Go on",
    });
  }
  await sql`
    insert into public.drop_entries (drop_id, entry_id)
    select d.id, e.id from public.drops_sent as d, public.journal_entries as e
    where d.sender_id = ${ana.id} and e.user_id = ${ben.id}`;
  await ok(service.rpc("record_assistant_drop", {
    p_recipient: ana.id,
    p_message: `A note for ${ana.email}`,
  }));
  await sql`
    select private.change_badges(array[row(${ana.id}, 6, 6, 6, 0, null)::private.badge_change])`;
  await ok(ana.client.from("satisfaction_entries").insert({ score: 8 }));
  await ok(ana.client.from("action_notes").insert({ content: "Called Ben" }));
  await ok(
    ana.client.from("sleep_entries").insert({ date: "2026-11-21", hours: 8, quality: 4 }),
  );
  await ok(ben.client.from("profiles").update({ blocked_user_ids: [ana.id] }).eq("id", ben.id));
  await ok(ana.client.rpc("award_monthly"));
  await sql`select private.take_user_rate_limit('email', ${ana.id})`;
  await lab(ana, ben, admin);
  await past(ana, admin);
  await Promise.all([
    putFile(`${ana.id}/a.txt`),
    putFile(`${ana.id}/deep/er/b.txt`),
    putFile(`${ben.id}/c.txt`),
  ]);
  // An admin acted as her, and requested it once more.
  await codeFor(admin, ana);
  return { ana, ben, admin, orgId, teamId, handle };
}
