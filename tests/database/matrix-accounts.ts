/** Accounts, organizations and teams in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import { type Case, type Matrix, ofOwner, ownerAndAdmins, readOnly, signedIn } from "./matrix.ts";

const organization: Role[] = ["owner", "teammate", "orgMember", "superAdmin"];

const ownId = ({ people }: World) => Promise.resolve({ id: people.owner.id });

/** The organization or the team, in a table or view of it. */
const group = (row: "the organization" | "the team"): Case => ({
  row,
  make: ({ orgId, teamId }) => Promise.resolve({ id: row === "the team" ? teamId : orgId }),
  select: organization,
  write: readOnly({ name: "Forged" }),
});

/** The owner's entry of the ledger that every account begins with. */
const bonus = async ({ people }: World) => {
  const [row] = await sql`
    select id from public.drops_ledger where user_id = ${people.owner.id} limit 1`;
  return { id: row!.id };
};

const goal = async ({ people }: World) => {
  const [row] = await sql`
    insert into public.goals (user_id, title) values (${people.owner.id}, 'Run') returning id`;
  return row!.id as string;
};

export const accounts: Matrix = {
  profiles: [
    {
      row: "the owner's profile",
      make: ownId,
      select: ownerAndAdmins,
      write: {
        ...readOnly({ id: crypto.randomUUID(), handle: "forged" }),
        update: { values: { full_name: "Renamed" }, by: ["owner"] },
      },
    },
    ...Object.entries({
      role: "super_admin",
      drops_balance: 9999,
      is_active: true,
      is_ai: true,
      is_classroom: true,
    }).map(([column, value]) => ({
      row: `${column} of the owner's profile`,
      make: ownId,
      select: ownerAndAdmins,
      write: readOnly({ [column]: value }),
    })),
  ],
  profile_cards: [{
    row: "the owner's card",
    make: ownId,
    select: signedIn,
    write: readOnly({ full_name: "Forged" }),
  }],
  organizations: [group("the organization")],
  organization_cards: [group("the organization")],
  organization_members: [{
    row: "a membership of the organization",
    make: ({ orgId, people }) => Promise.resolve({ org_id: orgId, user_id: people.orgMember.id }),
    select: organization,
    write: {
      ...readOnly({ role: "owner" }),
      insert: {
        values: ({ orgId }, user_id) => ({ org_id: orgId, user_id, role: "owner" }),
        by: [],
      },
    },
  }],
  teams: [group("the team")],
  team_cards: [group("the team")],
  team_members: [{
    row: "a membership of the team",
    make: ({ teamId, people }) => Promise.resolve({ team_id: teamId, user_id: people.teammate.id }),
    select: organization,
    write: {
      ...readOnly({ role: "admin" }),
      insert: {
        values: ({ orgId: org_id, teamId: team_id }, user_id) => ({
          team_id,
          org_id,
          user_id,
          role: "admin",
        }),
        by: [],
      },
    },
  }],
  team_messages: [{
    row: "a message in the team's chat",
    make: ofOwner("team_messages", ({ teamId }) => ({ team_id: teamId, content: "hello" })),
    select: ["owner", "teammate", "superAdmin"],
    write: {
      update: { values: { content: "forged" }, by: [] },
      // The owner is the author and the team's admin.
      delete: ownerAndAdmins,
      insert: {
        values: ({ teamId }, user_id) => ({ team_id: teamId, user_id, content: "forged" }),
        by: [],
      },
    },
  }],
  notifications: [{
    row: "a notification of the owner's",
    make: ofOwner("notifications", { type: "mention", title: "You were mentioned" }),
    select: ["owner"],
    write: readOnly({ title: "forged" }),
  }],
  inbound_emails: [{
    row: "a mail to the owner's journal",
    make: ofOwner("inbound_emails", () => ({
      event_id: crypto.randomUUID(),
      provider_id: crypto.randomUUID(),
      sender: "x",
      recipients: [],
      subject: "x",
      status: "entry",
    })),
    select: ownerAndAdmins,
    write: readOnly({ subject: "forged" }),
  }],
  push_devices: [{
    row: "a device of the owner's",
    make: ofOwner("push_devices", () => ({ token: crypto.randomUUID(), platform: "ios" })),
    select: ["owner"],
    write: { ...readOnly({ platform: "web" }), delete: ["owner"] },
  }],
  goals: [{
    row: "a goal of the owner's",
    make: ofOwner("goals", { title: "Read" }),
    select: ownerAndAdmins,
    write: {
      update: { values: { title: "Read more" }, by: ["owner"] },
      delete: ["owner"],
      insert: { values: () => ({ title: "Mine" }), by: signedIn },
    },
  }, {
    row: "a goal in the owner's name",
    make: ({ people }) => Promise.resolve({ user_id: people.owner.id, title: "no such goal" }),
    select: [],
    write: {
      update: { values: { user_id: "00000000-0000-4000-8000-000000000000" }, by: [] },
      delete: [],
      insert: { values: ({ people }) => ({ title: "Forged", user_id: people.owner.id }), by: [] },
    },
  }],
  goal_cards: [{
    row: "a goal of the owner's",
    make: async (world) => ({ id: await goal(world) }),
    select: ownerAndAdmins,
    write: readOnly({ title: "forged" }),
  }],
  goal_check_ins: [{
    row: "a check-in of the owner's goal",
    make: ofOwner(
      "goal_check_ins",
      async (world) => ({ goal_id: await goal(world), status: "completed" }),
    ),
    select: ownerAndAdmins,
    write: {
      update: { values: { status: "partial" }, by: ["owner"] },
      delete: ["owner"],
      insert: {
        values: async (world) => ({ goal_id: await goal(world), status: "completed" }),
        by: ["owner"],
      },
    },
  }],
  reminders: [{
    row: "a reminder of the owner's",
    make: ofOwner("reminders", { kind: "journal", local_time: "08:00", days: [1] }),
    select: ["owner"],
    write: {
      update: { values: { local_time: "09:00" }, by: ["owner"] },
      delete: ["owner"],
      insert: { values: () => ({ kind: "journal", local_time: "08:00", days: [1] }), by: signedIn },
    },
  }],
  entry_template_cards: [{
    row: "a template of the owner's",
    make: ofOwner("entry_templates", { name: "Mine", title: "{{date}}" }),
    select: ["owner"],
    write: readOnly({ title: "forged" }),
  }],
  entry_templates: [{
    row: "a template of the owner's",
    make: ofOwner("entry_templates", { name: "Mine", title: "{{date}}" }),
    select: ["owner"],
    write: {
      update: { values: { title: "Today" }, by: ["owner"] },
      delete: ["owner"],
      insert: { values: () => ({ name: "Mine", title: "{{date}}" }), by: signedIn },
    },
  }, {
    row: "a template that comes with the service",
    make: async () => {
      const [row] = await sql`select id from public.entry_templates where user_id is null limit 1`;
      return { id: row!.id };
    },
    select: signedIn,
    write: {
      update: { values: { title: "Forged" }, by: [] },
      delete: [],
      insert: { values: () => ({ name: "Forged", title: "Forged", user_id: null }), by: [] },
    },
  }],
  subscriptions: [{
    row: "the owner's subscription",
    make: ofOwner("subscriptions", () => ({
      payment_customer_id: "cus_1",
      payment_subscription_id: crypto.randomUUID(),
      status: "active",
      provider_updated_at: new Date(),
    })),
    select: ownerAndAdmins,
    write: readOnly({ status: "active" }),
  }],
  drops_ledger: [{
    row: "the owner's signup bonus",
    make: bonus,
    select: ownerAndAdmins,
    columns: "id, user_id, delta, balance_after, type, reason, source, reference_id, created_at",
    write: readOnly({ delta: 1000 }),
  }],
  drop_transactions: [{
    row: "the owner's signup bonus",
    make: bonus,
    select: ownerAndAdmins,
    write: readOnly({ amount: 1000 }),
  }],
  monthly_drops: [{
    row: "the owner's award of a month",
    make: async ({ people }) => {
      await sql`select private.award_month(array[${people.owner.id}]::uuid[])`;
      return { user_id: people.owner.id };
    },
    select: ownerAndAdmins,
    write: readOnly({ amount: 1000 }),
  }],
};
