/** Administration in the row-security matrix: super admins read, functions write. */
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import type { Role } from "../support/world.ts";
import { type Case, type Matrix, readOnly, type Values } from "./matrix.ts";

const key = () => `matrix-${crypto.randomUUID()}`;

/** A row that only super admins may read and nobody may write directly. */
const forSuperAdmins = (
  row: string,
  make: () => Promise<Values>,
  change: Values,
): Case => ({ row, make, select: ["superAdmin"], ...readOnly(change) });

/** An existing setting; nobody may write it directly. */
const setting = (name: string, select: Role[], value: unknown): Case => ({
  row: `the setting ${name}`,
  make: () => Promise.resolve({ key: name }),
  select,
  ...readOnly({ value }),
});

const signedIn: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];

export const admin: Matrix = {
  audit_log: [forSuperAdmins("an administrative act", async () => {
    const [row] = await sql`
      insert into public.audit_log (actor_id, act, target_type, target_id)
      values (gen_random_uuid(), 'matrix.tried', 'user', 'x') returning id`;
    return { id: row!.id };
  }, { act: "forged" })],
  currency_conversion_rates: [forSuperAdmins("a conversion rate", async () => {
    // Long past, so that it is not in force.
    const [row] = await sql`
      insert into public.currency_conversion_rates (tokens_per_drop, effective_from)
      values (1000, '2020-01-01') returning id`;
    return { id: row!.id };
  }, { tokens_per_drop: 1 })],
  feature_flags: [forSuperAdmins("a feature flag", async () => {
    const [row] = await sql`
      insert into public.feature_flags (key) values (${key()}) returning key`;
    return { key: row!.key };
  }, { enabled: true })],
  feature_flag_users: [forSuperAdmins("a user whom a flag names", async () => {
    const { id } = await person("Flagged");
    const [row] = await sql`
      with flag as (insert into public.feature_flags (key) values (${key()}) returning key)
      insert into public.feature_flag_users (flag_key, user_id)
      select key, ${id} from flag returning flag_key, user_id`;
    return { flag_key: row!.flag_key, user_id: row!.user_id };
  }, { flag_key: "forged" })],
  roadmap_tasks: [forSuperAdmins("a task of the roadmap", async () => {
    const [row] = await sql`
      insert into public.roadmap_tasks (title) values ('Matrix') returning id`;
    return { id: row!.id };
  }, { title: "forged" })],
  kit_waitlist: [forSuperAdmins("a signup of the waitlist", async () => {
    const [row] = await sql`
      insert into public.kit_waitlist (email, created_at)
      values (${`${key()}@example.com`}, '2020-01-01') returning id`;
    return { id: row!.id };
  }, { notes: "forged" })],
  site_settings: [
    setting("support_email", [...signedIn, "anonymous"], "forged@example.com"),
    setting("chat_enabled", signedIn, false),
    setting("chat_system_prompt", ["superAdmin"], "forged"),
  ],
  token_usage: [{
    row: "a call of the owner's to the AI provider",
    make: async (world) => {
      const [row] = await sql`
        insert into public.token_usage (user_id, type, model, cost_usd)
        values (${world.people.owner.id}, 'chat', 'model', 0) returning id`;
      return { id: row!.id };
    },
    select: ["owner", "superAdmin"],
    ...readOnly({ cost_usd: 0 }),
  }],
};
