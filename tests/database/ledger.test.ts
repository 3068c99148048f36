/** The rules of the ledger in the database; its reconciliation: ledger-reconciliation.test.ts. */
import type { PostgresError } from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";

interface Post {
  user_id?: string | null;
  delta?: number | null;
  type?: string;
  reason?: string;
  source?: string;
  idempotency_key?: string;
}

/** Posts all movements in one call, as a function of the service does. */
const post = (...posts: Post[]) =>
  sql`
    select e.* from private.post_drops(array(
      select jsonb_populate_record(null::private.drop_post, p)
      from jsonb_array_elements(${
    sql.json(posts.map((each) => ({
      delta: 1,
      type: "admin_adjustment",
      reason: "A test",
      source: "test",
      ...each,
    })))
  }) as p)) as e`;

const balanceOf = async ({ id }: { id: string }) =>
  (await sql`select drops_balance from public.profiles where id = ${id}`)[0]?.drops_balance;

const deltasOf = async ({ id }: { id: string }) =>
  (await sql`select delta from public.drops_ledger where user_id = ${id} order by id`)
    .map(({ delta }) => delta);

/** The SQLSTATE and the message of a statement's refusal. */
const refusal = async (statement: PromiseLike<unknown>) => {
  const { code, message } = await Promise.resolve(statement).then(
    () => ({ code: "none", message: "" }),
    (error: PostgresError) => error,
  );
  return [code, message];
};

describe("posting", () => {
  it("moves the balance and writes the entry", async ({ ana }) => {
    const [entry] = await post({ user_id: ana.id, delta: -20, type: "purchase" });
    expect(entry).toMatchObject({
      user_id: ana.id,
      delta: -20,
      balance_before: 50,
      balance_after: 30,
    });
    expect([await balanceOf(ana), await deltasOf(ana)]).toEqual([30, [50, -20]]);
  });

  it("posts once per key and user", async ({ ana, ben }) => {
    const key = { idempotency_key: "once" };
    expect(await post({ user_id: ana.id, ...key })).toHaveLength(1);
    expect(await post({ user_id: ana.id, ...key })).toHaveLength(0);
    expect(await post({ user_id: ana.id, ...key, delta: 500 })).toHaveLength(0);
    // Of several movements, the new ones are posted.
    expect(await post({ user_id: ana.id, ...key }, { user_id: ben.id, ...key })).toHaveLength(1);
    expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([51, 51]);
  });

  it("posts all or nothing", async ({ ana, ben }) => {
    const both = post({ user_id: ana.id, delta: 10 }, { user_id: ben.id, delta: -51 });
    expect(await refusal(both)).toEqual(["PT402", "Not enough drops"]);
    expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([50, 50]);
    expect([await deltasOf(ana), await deltasOf(ben)]).toEqual([[50], [50]]);
  });

  it("spends the last drop and not one more", async ({ ana }) => {
    await post({ user_id: ana.id, delta: -50, type: "purchase" });
    expect(await balanceOf(ana)).toBe(0);
    const [code] = await refusal(post({ user_id: ana.id, delta: -1, type: "purchase" }));
    expect(code).toBe("PT402");
  });

  it("refuses a balance above the integer range", async ({ ana }) => {
    const too = post({ user_id: ana.id, delta: 2147483647 });
    expect(await refusal(too)).toEqual(["PT409", "The balance would become too large"]);
    await post({ user_id: ana.id, delta: 2147483647 - 50 });
    expect(await balanceOf(ana)).toBe(2147483647);
    await post({ user_id: ana.id, delta: -2147483647 });
    expect(await balanceOf(ana)).toBe(0);
  });

  it("refuses two movements of one user in one call, and movements without a user", async ({ ana }) => {
    for (
      const posts of [
        [{ user_id: ana.id }, { user_id: ana.id }],
        [{ user_id: ana.id, idempotency_key: "k" }, { user_id: ana.id, idempotency_key: "k" }],
        [{ user_id: ana.id }, { user_id: null }],
        [{ user_id: null }],
      ]
    ) {
      expect((await refusal(post(...posts)))[0]).toBe("22023");
    }
    expect(await refusal(sql`select private.post_drops(array[null]::private.drop_post[])`))
      .toEqual(["22023", "Each movement needs a user of its own"]);
    expect(await deltasOf(ana)).toEqual([50]);
    expect(await post()).toEqual([]);
    expect(await sql`select * from private.post_drops(null)`).toEqual([]);
  });

  it("refuses an unknown user, instead of reporting a repeated key", async () => {
    const [ana, unknown] = [await person("Ana"), crypto.randomUUID()];
    expect(await refusal(post({ user_id: unknown }))).toEqual(["PT404", "User not found"]);
    expect((await refusal(post({ user_id: ana.id }, { user_id: unknown })))[0]).toBe("PT404");
    expect(await deltasOf(ana)).toEqual([50]);
  });

  it.each<[string, Post]>([
    ["no amount", { delta: null }],
    ["nothing", { delta: 0 }],
    ["an unknown type", { type: "gift" }],
    ["a purchase that gives", { type: "purchase", delta: 5 }],
    ["a refund that takes", { type: "refund", delta: -5 }],
    ["no reason", { reason: "" }],
    ["no source", { source: "" }],
    ["an empty key", { idempotency_key: "" }],
    ["a second signup bonus", { type: "signup_bonus" }],
    ["a signup bonus under another key", { type: "signup_bonus", idempotency_key: "signup2" }],
    ["a month's award without its month", { type: "monthly_recurring" }],
    ["a month's award under another key", { type: "monthly_recurring", idempotency_key: "x" }],
    ["another type under a month's key", { idempotency_key: "monthly:2099-01" }],
  ])("refuses %s", async (_, bad) => {
    const ana = await person("Ana");
    expect((await refusal(post({ user_id: ana.id, ...bad })))[0]).toMatch(/^235/);
    expect([await balanceOf(ana), await deltasOf(ana)]).toEqual([50, [50]]);
  });

  it("treats a caller's key `signup` as the key of the posted bonus", async ({ ana }) => {
    expect(await post({ user_id: ana.id, idempotency_key: "signup" })).toEqual([]);
    expect(await deltasOf(ana)).toEqual([50]);
  });
});

describe("an entry", () => {
  it.each([
    ["changed", "update public.drops_ledger set reason = 'Other' where user_id = $1"],
    ["deleted", "delete from public.drops_ledger where user_id = $1"],
    [
      "changed by an insert",
      `insert into public.drops_ledger
      (user_id, delta, balance_before, balance_after, type, reason, source, idempotency_key)
      values ($1, 50, 0, 50, 'signup_bonus', 'x', 'x', 'signup')
      on conflict (user_id, idempotency_key) where idempotency_key is not null
        do update set delta = 500`,
    ],
    [
      "changed by a merge",
      `merge into public.drops_ledger as l using (select 1) as one
      on l.user_id = $1 when matched then update set reason = 'Other'`,
    ],
  ])("cannot be %s, even by its owner", async (_, statement) => {
    const ana = await person("Ana");
    const [code, message] = await refusal(sql.unsafe(statement, [ana.id]));
    expect([code, message]).toEqual([
      "42501",
      "drops_ledger is append-only",
    ]);
    expect(await deltasOf(ana)).toEqual([50]);
  });

  it("cannot be truncated", async () => {
    expect((await refusal(sql`truncate public.drops_ledger cascade`))[0]).toBe("42501");
  });

  it("stays when the account is deleted, as does the month's award", async ({ ana }) => {
    await ana.api("POST", "/api/drops/award-monthly");
    await service.auth.admin.deleteUser(ana.id);
    expect(await deltasOf(ana)).toEqual([50, 30]);
    expect(await sql`select amount from public.monthly_drops where user_id = ${ana.id}`)
      .toEqual([{ amount: 30 }]);
  });
});

describe("a recreated profile", () => {
  const remake = async ({ id }: Person) => {
    expect((await service.from("profiles").delete().eq("id", id)).error).toBeNull();
    const handle = `again_${id.slice(0, 8)}`;
    expect((await service.from("profiles").insert({ id, handle })).error).toBeNull();
  };

  it("gets no second bonus", async ({ ana }) => {
    for (let i = 0; i < 3; i++) await remake(ana);
    expect([await balanceOf(ana), await deltasOf(ana)]).toEqual([50, [50]]);
  });

  it("keeps its balance, also 0", async ({ ana, ben }) => {
    await post({ user_id: ana.id, delta: -20 }, { user_id: ben.id, delta: -50 });
    await Promise.all([remake(ana), remake(ben)]);
    expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([30, 0]);
  });

  it("includes entries that are posted during its creation", async ({ ana }) => {
    const { inserted } = await sql.begin(async (tx) => {
      await tx`select private.post_drop(${ana.id}, 7, 'refund', 'A test', 'test')`;
      await tx`delete from public.profiles where id = ${ana.id}`;
      // Waits for this transaction, which holds the id; its snapshot is then out of date.
      const inserted = sql`
        insert into public.profiles (id, handle) values (${ana.id}, ${"w" + ana.id.slice(0, 8)})`
        .execute();
      await somebodyWaitsFor(tx);
      return { inserted };
    });
    await inserted;
    expect([await balanceOf(ana), await deltasOf(ana)]).toEqual([57, [50, 7]]);
  });
});

describe("writing", () => {
  it("is not granted to any role of the API, on any column", async () => {
    const tables = [
      "drops_ledger",
      "monthly_drops",
      "drop_transactions",
      "subscriptions",
      "token_usage",
    ];
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
          'schedule_job', 'schedule_statement', 'reconcile_ledger', 'ledger_mismatches',
          'ledger_breaks', 'ledger_balance')
        and has_function_privilege(r.oid, p.oid, 'execute')
        and p.prorettype <> 'trigger'::regtype`;
    expect(callable).toEqual([]);
  });

  it("leaves other columns and new profiles to the service", async ({ ana }) => {
    const change = await service.from("profiles").update({ is_ai: true }).eq("id", ana.id)
      .select("is_ai, drops_balance");
    expect([change.error, change.data]).toEqual([null, [{ is_ai: true, drops_balance: 50 }]]);
  });
});

it("hides keys and actors from clients, also from super admins", async ({ ana, admin }) => {
  for (const { client } of [ana, admin]) {
    for (const column of ["*", "idempotency_key", "actor_id"]) {
      const { error } = await client.from("drops_ledger").select(column);
      expect([column, error?.code]).toEqual([column, "42501"]);
    }
    const by = await client.from("drops_ledger").select("id").eq("actor_id", admin.id);
    expect(by.error?.code).toBe("42501");
  }
});

it("is read by the user and super admins over the Data API, with its sources", async ({ ana, ben, admin }) => {
  const read = async ({ client }: Person) =>
    (await client.from("drops_ledger").select("user_id, delta, reason, source, type")
      .eq("user_id", ana.id)).data;
  const bonus = {
    user_id: ana.id,
    delta: 50,
    reason: "Welcome",
    source: "signup",
    type: "signup_bonus",
  };
  expect(await read(ana)).toEqual([bonus]);
  expect(await read(admin)).toEqual([bonus]);
  expect(await read(ben)).toEqual([]);
});
