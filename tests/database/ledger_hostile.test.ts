/** Attempts of clients to change or read drops without permission, also with the secret key. */
import { describe, expect, it } from "vitest";
import {
  anonymous,
  type Client,
  type Person,
  person,
  service,
  superAdmin,
} from "../support/people.ts";
import { sql } from "../support/sql.ts";

const entry = (user_id: string) => ({
  user_id,
  delta: 1000,
  balance_after: 1050,
  type: "admin_adjustment",
  reason: "Mine",
  source: "me",
});

const stateOf = async ({ id }: Person) => {
  const [state] = await sql`
    select p.drops_balance as balance, count(l.id)::int as entries, sum(l.delta)::int as sum
    from public.profiles p join public.drops_ledger l on l.user_id = p.id
    where p.id = ${id} group by p.id`;
  return { ...state };
};
const untouched = { balance: 50, entries: 1, sum: 50 };

/** Every way to write; each must be refused. */
const attempts = (client: Client, { id }: Person) => ({
  "update the balance": client.from("profiles").update({ drops_balance: 9999 }).eq("id", id),
  "update the balance among others": client.from("profiles")
    .update({ full_name: "Rich", drops_balance: 9999 }).eq("id", id),
  "upsert the balance": client.from("profiles")
    .upsert({ id, handle: `h_${id.slice(0, 8)}`, drops_balance: 9999 }),
  "insert a balance": client.from("profiles")
    .insert({ id: crypto.randomUUID(), handle: `i_${id.slice(0, 8)}`, drops_balance: 9999 }),
  "insert an entry": client.from("drops_ledger").insert(entry(id)),
  "upsert an entry": client.from("drops_ledger").upsert(entry(id)),
  "update entries": client.from("drops_ledger").update({ delta: 9999 }).eq("user_id", id),
  "delete entries": client.from("drops_ledger").delete().eq("user_id", id),
  "insert through the view": client.from("drop_transactions")
    .insert({ user_id: id, amount: 5, balance_after: 55, type: "refund", description: "x" }),
  "update through the view": client.from("drop_transactions").update({ amount: 9 })
    .eq("user_id", id),
  "delete through the view": client.from("drop_transactions").delete().eq("user_id", id),
  "insert an award": client.from("monthly_drops")
    .insert({ user_id: id, month: "2020-01-01", amount: 30, ledger_id: 1 }),
  "update awards": client.from("monthly_drops").update({ amount: 9999 }).eq("user_id", id),
  "delete awards": client.from("monthly_drops").delete().eq("user_id", id),
});

describe("writing", () => {
  it.each(["the user", "a super admin", "somebody who is not signed in", "the service"])(
    "is refused to %s in every way",
    async (who) => {
      const ana = await person("Ana");
      const client = who === "the user"
        ? ana.client
        : who === "a super admin"
        ? (await superAdmin()).client
        : who === "the service"
        ? service
        : anonymous.client;
      for (const [what, attempt] of Object.entries(attempts(client, ana))) {
        const { error } = await attempt;
        expect([what, error?.code]).toEqual([what, "42501"]);
      }
      expect(await stateOf(ana)).toEqual(untouched);
    },
  );

  it("is not granted to any role of the API, on any column", async () => {
    const tables = ["drops_ledger", "monthly_drops", "drop_transactions"];
    const granted = await sql`
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and table_name in ${sql(tables)}
        and grantee <> 'postgres' and privilege_type <> 'SELECT'
      union all
      select grantee, table_name || '.' || column_name, privilege_type
      from information_schema.column_privileges
      where table_schema = 'public' and grantee <> 'postgres' and privilege_type <> 'SELECT'
        and (table_name in ${sql(tables)}
          or table_name = 'profiles' and column_name = 'drops_balance')
      union all
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and table_name = 'profiles' and grantee <> 'postgres'
        and privilege_type in ('INSERT', 'UPDATE', 'TRUNCATE', 'TRIGGER', 'REFERENCES')`;
    expect(granted).toEqual([]);
  });

  it("is not possible for any role through the functions that write", async () => {
    const callable = await sql`
      select r.rolname, p.oid::regprocedure::text as function
      from pg_proc p cross join pg_roles r
      where r.rolname in ('anon', 'authenticated', 'service_role')
        and p.pronamespace = 'private'::regnamespace
        and p.proname in ('post_drops', 'post_drop', 'award_month', 'open_account', 'run_job',
          'schedule_job', 'schedule_statement', 'reconcile_ledger', 'ledger_mismatches')
        and has_function_privilege(r.oid, p.oid, 'execute')
        and p.prorettype <> 'trigger'::regtype`;
    expect(callable).toEqual([]);
  });

  it("is not possible for others through any exposed function", async () => {
    const ana = await person("Ana");
    const move = { p_user_id: ana.id, p_delta: 5, p_type: "refund", p_reason: "x", p_source: "x" };
    for (const { client } of [ana, anonymous, { client: service }]) {
      expect((await client.rpc("post_drop", move)).error?.code).toBe("PGRST202");
      expect((await client.schema("private").rpc("post_drop", move)).error).not.toBeNull();
    }
    for (const { client } of [ana, await superAdmin(), anonymous]) {
      const calls = [
        client.rpc("award_monthly_batch", { p_after: null, p_limit: 10 }),
        client.rpc("award_monthly_remaining"),
        client.rpc("start_job_run", { p_job: "drops-award-monthly" }),
        client.rpc("end_job_run", { p_run: 1, p_complete: true, p_result: {} }),
      ];
      for (const call of calls) expect((await call).error?.code).toBe("42501");
    }
    for (const client of [anonymous.client, service]) {
      expect((await client.rpc("award_monthly")).error).not.toBeNull();
    }
    expect(await stateOf(ana)).toEqual(untouched);
  });

  it("leaves other columns and new profiles to the service", async () => {
    const ana = await person("Ana");
    const change = await service.from("profiles").update({ is_ai: true }).eq("id", ana.id)
      .select("is_ai, drops_balance");
    expect([change.error, change.data]).toEqual([null, [{ is_ai: true, drops_balance: 50 }]]);
  });
});

describe("reading", () => {
  it("shows the user their own history and award, by table, view, filter and count", async () => {
    const ana = await person("Ana");
    await ana.client.rpc("award_monthly");
    const { data, count } = await ana.client.from("drop_transactions")
      .select("*", { count: "exact" }).order("id");
    expect(count).toBe(2);
    expect(data?.map(({ amount, description }) => [amount, description]))
      .toEqual([[50, "Welcome"], [30, "Monthly drops"]]);
    expect((await ana.client.from("monthly_drops").select("amount")).data)
      .toEqual([{ amount: 30 }]);
  });

  it("shows no entries of other users", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await ana.client.rpc("award_monthly");
    for (
      const [table, column] of [
        ["drop_transactions", "amount"],
        ["drops_ledger", "delta"],
        ["monthly_drops", "amount"],
      ] as const
    ) {
      const { data, count } = await ben.client.from(table)
        .select(`user_id, ${column}`, { count: "exact" }).eq("user_id", ana.id);
      expect([table, data, count]).toEqual([table, [], 0]);
      const large = await ben.client.from(table).select("user_id").gte(column, 1);
      expect(new Set(large.data?.map(({ user_id }) => user_id))).not.toContain(ana.id);
    }
    expect((await ben.client.from("profiles").select("drops_balance").eq("id", ana.id)).data)
      .toEqual([]);
  });

  it("hides keys, sources and actors from clients", async () => {
    const ana = await person("Ana");
    for (const column of ["*", "idempotency_key", "source", "actor_id"]) {
      const { error } = await ana.client.from("drops_ledger").select(column);
      expect([column, error?.code]).toEqual([column, "42501"]);
    }
    const { error } = await ana.client.from("drops_ledger").select("id").eq("source", "signup");
    expect(error?.code).toBe("42501");
  });

  it("shows super admins every entry", async () => {
    const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
    const { data } = await admin.client.from("drops_ledger").select("user_id, delta, reason")
      .eq("user_id", ana.id);
    expect(data).toEqual([{ user_id: ana.id, delta: 50, reason: "Welcome" }]);
  });

  it("shows nothing to anonymous and blocked callers", async () => {
    const ben = await person("Ben");
    await sql`update public.profiles set is_active = false where id = ${ben.id}`;
    for (const table of ["drop_transactions", "drops_ledger", "monthly_drops"]) {
      expect((await anonymous.client.from(table).select("user_id")).error?.code).toBe("42501");
      expect((await ben.client.from(table).select("user_id")).error?.code).toBe("PT403");
    }
    expect((await ben.client.rpc("award_monthly")).error?.code).toBe("PT403");
    expect(await stateOf(ben)).toEqual(untouched);
  });
});
