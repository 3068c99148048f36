/** Accounts, organizations and teams in the row-security matrix. */
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Matrix, readOnly } from "./matrix.ts";

const everyone = ["owner", "teammate", "orgMember", "stranger", "superAdmin"] as const;
const organization = ["owner", "teammate", "orgMember", "superAdmin"] as const;
const team = ["owner", "teammate", "superAdmin"] as const;
const ownerOnly = ["owner", "superAdmin"] as const;

const ownId = (world: World) => Promise.resolve({ id: world.people.owner.id });

export const accounts: Matrix = {
  profiles: [
    {
      row: "the owner's profile",
      make: ownId,
      select: [...ownerOnly],
      update: { values: { full_name: "Renamed" }, by: ["owner"] },
      delete: [],
      insert: { values: () => ({ id: crypto.randomUUID(), handle: "forged" }), by: [] },
    },
    ...["role", "drops_balance", "is_active", "is_ai", "is_classroom"].map((column) => ({
      row: `${column} of the owner's profile`,
      make: ownId,
      select: [...ownerOnly],
      ...readOnly({
        [column]: column === "role" ? "super_admin" : column === "drops_balance" ? 9999 : true,
      }),
    })),
  ],
  profile_cards: [{
    row: "the owner's card",
    make: ownId,
    select: [...everyone],
    ...readOnly({ full_name: "Forged" }),
  }],
  organizations: [{
    row: "the organization",
    make: (world) => Promise.resolve({ id: world.orgId }),
    select: [...organization],
    ...readOnly({ name: "Forged" }),
  }],
  organization_cards: [{
    row: "the organization",
    make: (world) => Promise.resolve({ id: world.orgId }),
    select: [...organization],
    ...readOnly({ name: "Forged" }),
  }],
  organization_members: [{
    row: "a membership of the organization",
    make: (world) => Promise.resolve({ org_id: world.orgId, user_id: world.people.orgMember.id }),
    select: [...organization],
    update: { values: { role: "owner" }, by: [] },
    delete: [],
    insert: {
      values: (world, by) => ({ org_id: world.orgId, user_id: by, role: "owner" }),
      by: [],
    },
  }],
  teams: [{
    row: "the team",
    make: (world) => Promise.resolve({ id: world.teamId }),
    select: [...organization],
    update: { values: { name: "Forged" }, by: [] },
    delete: [],
    insert: {
      values: (world, by) => ({ org_id: world.orgId, name: "Forged", admin_id: by }),
      by: [],
    },
  }],
  team_cards: [{
    row: "the team",
    make: (world) => Promise.resolve({ id: world.teamId }),
    select: [...organization],
    ...readOnly({ name: "Forged" }),
  }],
  team_members: [{
    row: "a membership of the team",
    make: (world) => Promise.resolve({ team_id: world.teamId, user_id: world.people.teammate.id }),
    select: [...organization],
    update: { values: { role: "admin" }, by: [] },
    delete: [],
    insert: {
      values: (world, by) => ({
        team_id: world.teamId,
        org_id: world.orgId,
        user_id: by,
        role: "admin",
      }),
      by: [],
    },
  }],
  team_messages: [{
    row: "a message in the team's chat",
    make: async (world) => {
      const [row] = await sql`
        insert into public.team_messages (team_id, user_id, content)
        values (${world.teamId}, ${world.people.owner.id}, 'hello') returning id`;
      return { id: row!.id };
    },
    select: [...team],
    update: { values: { content: "forged" }, by: [] },
    // The owner is the author and the team's admin.
    delete: ["owner", "superAdmin"],
    insert: {
      values: (world, by) => ({ team_id: world.teamId, user_id: by, content: "forged" }),
      by: [],
    },
  }],
  notifications: [{
    row: "a notification of the owner's",
    make: async (world) => {
      const [row] = await sql`
        insert into public.notifications (user_id, type, title)
        values (${world.people.owner.id}, 'mention', 'You were mentioned') returning id`;
      return { id: row!.id };
    },
    select: ["owner"],
    ...readOnly({ title: "forged" }),
  }],
  inbound_emails: [{
    row: "a mail to the owner's journal",
    make: async (world) => {
      const [row] = await sql`
        insert into public.inbound_emails (
          event_id, user_id, provider_id, sender, recipients, subject, status
        )
        values (
          gen_random_uuid(), ${world.people.owner.id}, gen_random_uuid(), 'x', '{}', 'x', 'entry'
        )
        returning id`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    ...readOnly({ subject: "forged" }),
  }],
  push_devices: [{
    row: "a device of the owner's",
    make: async (world) => {
      const [row] = await sql`
        insert into public.push_devices (user_id, token, platform)
        values (${world.people.owner.id}, ${crypto.randomUUID()}, 'ios') returning id`;
      return { id: row!.id };
    },
    select: ["owner"],
    ...readOnly({ platform: "web" }),
    delete: ["owner"],
  }],
  goals: [{
    row: "a goal of the owner's",
    make: async (world) => {
      const [row] = await sql`
        insert into public.goals (user_id, title)
        values (${world.people.owner.id}, 'Read') returning id`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    update: { values: { title: "Read more" }, by: ["owner"] },
    delete: ["owner"],
    insert: { values: () => ({ title: "Mine" }), by: [...everyone] },
  }, {
    row: "a goal in the owner's name",
    make: (world) => Promise.resolve({ user_id: world.people.owner.id, title: "no such goal" }),
    select: [],
    update: { values: { user_id: "00000000-0000-4000-8000-000000000000" }, by: [] },
    delete: [],
    insert: {
      values: (world) => ({ title: "Forged", user_id: world.people.owner.id }),
      by: [],
    },
  }],
  goal_cards: [{
    row: "a goal of the owner's",
    make: async (world) => {
      const [row] = await sql`
        insert into public.goals (user_id, title)
        values (${world.people.owner.id}, 'Read') returning id`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    ...readOnly({ title: "forged" }),
  }],
  goal_check_ins: [{
    row: "a check-in of the owner's goal",
    make: async (world) => {
      const [row] = await sql`
        with goal as (
          insert into public.goals (user_id, title)
          values (${world.people.owner.id}, 'Run') returning id, user_id
        )
        insert into public.goal_check_ins (goal_id, user_id, status)
        select id, user_id, 'completed' from goal returning id`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    update: { values: { status: "partial" }, by: ["owner"] },
    delete: ["owner"],
    insert: {
      values: async (world) => {
        const [goal] = await sql`
          insert into public.goals (user_id, title)
          values (${world.people.owner.id}, 'Swim') returning id`;
        return { goal_id: goal!.id, status: "completed" };
      },
      by: ["owner"],
    },
  }],
  subscriptions: [{
    row: "the owner's subscription",
    make: async (world) => {
      const [row] = await sql`
        insert into public.subscriptions (user_id, payment_customer_id, payment_subscription_id,
          status, provider_updated_at)
        values (${world.people.owner.id}, 'cus_1', ${crypto.randomUUID()}, 'active', now())
        returning id`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    update: { values: { status: "active" }, by: [] },
    delete: [],
    insert: {
      values: (_world, by) => ({
        user_id: by,
        payment_customer_id: "cus_2",
        payment_subscription_id: "sub_2",
        status: "active",
        provider_updated_at: "2026-01-01T00:00:00Z",
      }),
      by: [],
    },
  }],
  drops_ledger: [{
    row: "the owner's signup bonus",
    make: async (world) => {
      const [row] = await sql`
        select id from public.drops_ledger where user_id = ${world.people.owner.id} limit 1`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    columns: "id, user_id, delta, balance_after, type, reason, reference_id, created_at",
    ...readOnly({ delta: 1000 }),
  }],
  drop_transactions: [{
    row: "the owner's signup bonus",
    make: async (world) => {
      const [row] = await sql`
        select id from public.drops_ledger where user_id = ${world.people.owner.id} limit 1`;
      return { id: row!.id };
    },
    select: [...ownerOnly],
    ...readOnly({ amount: 1000 }),
  }],
  monthly_drops: [{
    row: "the owner's award of a month",
    make: async () => {
      const { id } = await person("Monthly");
      await sql`select private.award_month(array[${id}]::uuid[])`;
      return { user_id: id };
    },
    select: ["superAdmin"],
    ...readOnly({ amount: 1000 }),
  }],
};
