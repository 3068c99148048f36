/** The data that a new user sends at sign-up are cut or refused, and never break the service. */
import { expect, it } from "vitest";
import { newClient } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const signUp = (data: object) =>
  newClient().auth.signUp({
    email: `long-${crypto.randomUUID()}@example.com`,
    password: "a long password",
    options: { data },
  });

it("a very long name is cut, at sign-up and later", async () => {
  const { data, error } = await signUp({
    full_name: "x".repeat(100_000),
    other: "y",
    timezone: "UTC",
  });
  expect(error).toBeNull();
  const stored = async () =>
    (await sql`
      select p.full_name, octet_length(u.raw_user_meta_data::text) as bytes
      from auth.users as u join public.profiles as p on p.id = u.id where u.id = ${data.user!.id}`)[
      0
    ]!;
  expect((await stored()).full_name).toBe("x".repeat(100));
  expect((await stored()).bytes).toBeLessThan(16_384);
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`key${n}`, n]));
  expect((await signUp(values)).error).toBeNull();
});

it("U+0000 in the data of a sign-up is refused", async () => {
  for (const data of [{ full_name: "A\u0000na" }, { deep: [{ "k\u0000": 1 }] }]) {
    expect((await signUp(data)).error?.status).toBe(400);
  }
  expect((await signUp({ full_name: "A\\u0000na" })).error).toBeNull();
});
