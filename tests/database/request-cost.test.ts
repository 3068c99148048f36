/** What the database lets one request of a client cost. */
import { expect, it } from "vitest";
import { person } from "../support/people.ts";
import { as, sql } from "../support/sql.ts";

it.each([["GET", "3s"], ["HEAD", "3s"], ["POST", "0"], ["PATCH", "0"]])(
  "a %s has a statement timeout of %s beside that of its role",
  async (method, timeout) => {
    const { id: sub } = await person("Ana");
    const [row] = await as({ role: "authenticated", sub }, async (tx) => {
      await tx`select set_config('request.method', ${method}, true)`;
      await tx`select private.pre_request()`;
      return await tx`select current_setting('statement_timeout') as timeout`;
    });
    expect(row!.timeout).toBe(timeout);
  },
);

it("the role of clients has a time and memory of its own", async () => {
  const [role] = await sql`select rolconfig from pg_roles where rolname = 'authenticated'`;
  expect(role!.rolconfig).toEqual(
    expect.arrayContaining(["statement_timeout=8s", "work_mem=4096"]),
  );
});
