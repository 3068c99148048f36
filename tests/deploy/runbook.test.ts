/** The statements of docs/runbook.md, on a platform without other users. */
import { describe, expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";
import type { Person } from "../support/people.ts";
import { statements } from "./runbook.ts";

await ownPlatform();
const { it } = await import("../support/it.ts");
const { sql } = await import("../support/sql.ts");
const { ledgerFaults } = await import("../support/ledger.ts");

/** Runs one of them. */
const run = (heading: string, place = 0, replace: [string, string] = ["", ""]) =>
  sql.unsafe(statements[heading]![place]!.replace(...replace));

const balanceOf = async ({ id }: Person) =>
  (await sql`select drops_balance from public.profiles where id = ${id}`)[0]!.drops_balance;

describe("the runbook", () => {
  const all = Object.entries(statements).flatMap(([heading, each]) =>
    each.map((_, place): [string, number] => [heading, place])
  );

  it.each(all)("has a valid statement: %s, %i", async (heading, place) => {
    await run(heading, place);
  });

  it("starts a job that stands still", async () => {
    await run("A job fails or stands still", 3);
    const [last] = await sql`
      select complete from private.job_runs where job = 'ledger-reconciliation'
      order by id desc limit 1`;
    expect(last).toEqual({ complete: true });
  });

  it("takes a wrong award back once, from the users who still have it", async ({ ana, ben }) => {
    for (const { id } of [ana, ben]) {
      await sql`select private.post_drop(${id}, 500, 'admin_adjustment', 'A wrong award', 'admin')`;
    }
    await sql`select private.post_drop(${ben.id}, -400, 'admin_adjustment', 'Spent', 'admin')`;
    for (let times = 0; times < 2; times++) {
      await run("A wrong award");
      expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([50, 150]);
    }
    expect(await run("A wrong award", 1))
      .toEqual([{ user_id: ben.id, delta: 500, drops_balance: 150 }]);
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  it("finds the users who make most rows, and blocks a user", async ({ ana }) => {
    await ana.api("POST", "/api/goals", { title: "Rule the world" });
    expect(await run("Block an attacker", 1))
      .toContainEqual({ user_id: ana.id, kind: "goals", made: 1 });
    await run("Block an attacker", 3, ["00000000-0000-0000-0000-000000000000", ana.id]);
    expect(await ana.api("GET", "/api/goals"))
      .toMatchObject({ status: 403, body: { code: "account_blocked" } });
  });
});
