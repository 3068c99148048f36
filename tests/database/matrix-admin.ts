/** Administration in the row-security matrix: super admins read, functions write. */
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import type { Role } from "../support/world.ts";
import {
  type Case,
  type Matrix,
  ofOwner,
  ownerAndAdmins,
  put,
  readOnly,
  signedIn,
  type Values,
} from "./matrix.ts";

const key = () => `matrix-${crypto.randomUUID()}`;

/** A row that only super admins may read and nobody may write directly. */
const forSuperAdmins = (row: string, make: () => Promise<Values>, change: Values): Case[] => [
  { row, make, select: ["superAdmin"], write: readOnly(change) },
];

/** An existing setting; nobody may write it directly. */
const setting = (name: string, select: Role[], value: unknown): Case => ({
  row: `the setting ${name}`,
  make: () => Promise.resolve({ key: name }),
  select,
  write: readOnly({ value }),
});

export const admin: Matrix = {
  admin_impersonations: [{
    row: "an impersonation of the owner",
    make: ({ people }) =>
      put("admin_impersonations", {
        admin_id: people.superAdmin.id,
        target_id: people.owner.id,
        reason: "Ticket 4711",
      }),
    select: ["superAdmin"],
    write: readOnly({ reason: "forged" }),
  }],
  audit_log: forSuperAdmins("an administrative act", () =>
    put("audit_log", {
      actor_id: crypto.randomUUID(),
      act: "matrix.tried",
      target_type: "user",
      target_id: "x",
    }), { act: "forged" }),
  // Long past, so that it is not in force.
  currency_conversion_rates: forSuperAdmins(
    "a conversion rate",
    () =>
      put("currency_conversion_rates", {
        tokens_per_drop: 1000,
        effective_from: new Date("2020-01-01"),
      }),
    { tokens_per_drop: 1 },
  ),
  feature_flags: forSuperAdmins(
    "a feature flag",
    () => put("feature_flags", { key: key() }, "key"),
    { enabled: true },
  ),
  feature_flag_users: forSuperAdmins("a user whom a flag names", async () => {
    const { key: flag_key } = await put("feature_flags", { key: key() }, "key");
    const row = { flag_key, user_id: (await person("Flagged")).id };
    await sql`insert into public.feature_flag_users ${sql(row as Record<string, string>)}`;
    return row;
  }, { flag_key: "forged" }),
  prompts: [
    {
      row: "an active prompt",
      make: () => put("prompts", { text: "Why?", language: "fr", active_since: new Date() }),
      select: signedIn,
      write: readOnly({ text: "forged" }),
    },
    ...forSuperAdmins("a prompt that is not active", () =>
      put("prompts", {
        text: "Why?",
        is_active: false,
        active_since: new Date(),
        inactive_since: new Date(),
      }), { text: "forged" }),
    {
      row: "a deleted prompt",
      make: () =>
        put("prompts", {
          text: "Why?",
          is_active: false,
          active_since: new Date(),
          inactive_since: new Date(),
          deleted_at: new Date(),
        }),
      select: [],
      write: readOnly({ text: "forged" }),
    },
  ],
  refused_requests: forSuperAdmins(
    "refusals of an hour",
    () =>
      put("refused_requests", { hour: new Date(), status: 404, code: key(), requests: 1 }, "code"),
    { requests: 2 },
  ),
  service_days: forSuperAdmins(
    "a day of the service",
    async () => {
      // A day that the job neither counts nor removes.
      const day = new Date(Date.UTC(2200, 0, 1 + Math.floor(Math.random() * 30_000)))
        .toISOString().slice(0, 10);
      const none = { sign_ups: 0, active_people: 0, entries: 0, ai_cost_usd: 0 };
      await put("service_days", { day, ...none }, "day");
      return { day };
    },
    { sign_ups: 2 },
  ),
  roadmap_tasks: forSuperAdmins(
    "a task of the roadmap",
    () => put("roadmap_tasks", { title: "Matrix" }),
    { title: "forged" },
  ),
  kit_waitlist: forSuperAdmins(
    "a signup of the waitlist",
    () =>
      put("kit_waitlist", { email: `${key()}@example.com`, created_at: new Date("2020-01-01") }),
    {
      notes: "forged",
    },
  ),
  service_metrics: forSuperAdmins(
    "a metric",
    () => Promise.resolve({ metric: "ai_cost_today" }),
    { value: 0 },
  ),
  site_settings: [
    setting("support_email", [...signedIn, "anonymous"], "forged@example.com"),
    setting("chat_enabled", signedIn, false),
    setting("chat_system_prompt", ["superAdmin"], "forged"),
  ],
  token_usage: [{
    row: "a call of the owner's to the AI provider",
    make: ofOwner("token_usage", { type: "chat", model: "model", cost_usd: 0.01 }),
    select: ownerAndAdmins,
    write: readOnly({ cost_usd: 0.02 }),
  }],
};
