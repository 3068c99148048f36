/** Constraints behind functions that never break them: the database refuses all the same. */
import { expect, it } from "vitest";
import { sql, undone } from "../support/sql.ts";

it.each([
  ["public.workout_window_checkins", "workout_window_checkins_chips_check", {
    battle_chips_earned: -1,
  }],
  ["private.share_link_secrets", "share_link_secrets_passphrase_check", { salt: "a".repeat(16) }],
  ["public.opportunities", "opportunities_kind_check", { kind: "job" }],
])("%s has %s", async (table, constraint_name, row) => {
  const inserted = undone(async (tx) => {
    // The checks of the table, and nothing that a row also needs.
    await tx.unsafe(`create temp table probe (like ${table} including constraints)`);
    const columns = await tx<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = 'probe'::regclass and attnum > 0 and attnotnull`;
    for (const { name } of columns) await tx`alter table probe alter ${sql(name)} drop not null`;
    await tx`insert into probe ${tx(row)}`;
  });
  await expect(inserted).rejects.toMatchObject({ code: "23514", constraint_name });
});
