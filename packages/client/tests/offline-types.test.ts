/** Calls of `offline` that compile and calls that must not: the check of types reads this file. */
import { expect, expectTypeOf } from "vitest";
import type { Changeable, Creatable, Kind, Offline, Removable } from "@journal/client";
import { it } from "../../../tests/support/it.ts";
import { device } from "./device.ts";

type Written =
  | "journal_entries"
  | "notebooks"
  | "goals"
  | "goal_check_ins"
  | "reminders"
  | "entry_templates";
type Noted = "satisfaction_entries" | "action_notes" | "sleep_entries";

it("writes offline only what the service takes from a device", async ({ ana }) => {
  expectTypeOf<Creatable>().toEqualTypeOf<Written | Noted>();
  expectTypeOf<Changeable>().toEqualTypeOf<Written | "profile">();
  expectTypeOf<Removable>().toEqualTypeOf<Written | "attachments">();
  const { offline }: { offline: Offline } = await device(ana);
  const refused = { name: "TypeError", message: expect.stringMatching(/is not possible$/) };

  // @ts-expect-error -- files need a network
  await expect(offline.create("attachments", {})).rejects.toMatchObject(refused);
  // @ts-expect-error -- the service makes them
  await expect(offline.create("streaks", {})).rejects.toMatchObject(refused);
  // @ts-expect-error -- the service writes their text
  await expect(offline.update("notifications", "id", {})).rejects.toMatchObject(refused);
  // @ts-expect-error -- they stay
  await expect(offline.remove("sleep_entries", "id")).rejects.toMatchObject(refused);
  // @ts-expect-error -- no field of a goal
  void (() => offline.create("goals", { titel: "Run" }));
  // @ts-expect-error -- no kind
  await expect(offline.create("dreams", {})).rejects.toMatchObject(refused);

  // A kind that is known only at run time.
  const kind: Kind = "goals";
  await offline.create(kind, { title: "Run" });
  expect(offline.pending).toBe(1);
});
