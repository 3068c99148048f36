/** A blocked user gets 403 before any other refusal of the request. */
import { describe, expect, it } from "vitest";
import { person } from "../support/people.ts";
import { outcome } from "../support/requests.ts";
import { as, sql } from "../support/sql.ts";

const [blocked, deleted] = await Promise.all([person("Blocked"), person("Deleted")]);
await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
await sql`delete from auth.users where id = ${deleted.id}`;

describe("a blocked user's request that is also invalid", () => {
  it.each([
    ["POST", "/api/goals", {}],
    ["POST", "/api/goals", "not json"],
    ["GET", "/api/journal?limit=0", undefined],
    ["GET", "/goals/no-uuid", undefined],
    ["PUT", "/api/user/profile", { unknown: 1 }],
  ])("%s %s", async (method, path, body) => {
    expect(await outcome(blocked, method, path, body)).toBe("403 This account is blocked");
    expect(await outcome(deleted, method, path, body)).toBe("401 This account no longer exists");
  });
});

describe("a blocked user at the Data API", () => {
  it("is refused by tables and functions before anything else", async () => {
    const { client } = blocked;
    for (
      const attempt of [
        client.from("goals").select(),
        client.from("profile_cards").select(),
        client.from("goals").insert({ title: "x" }),
        client.rpc("list_teams"),
        client.rpc("create_organization", { p_name: "x" }),
        client.rpc("update_profile", { p_changes: { full_name: "x" } }),
      ]
    ) {
      const { data, error, status } = await attempt;
      expect([data, error?.code, status]).toEqual([null, "PT403", 403]);
      expect(error?.message).toBe("This account is blocked");
    }
  });

  it.each([
    "create_organization('x')",
    "create_tone_pack('{}')",
    'create_journal_entry(\'{"title": "x", "content": ""}\')',
    "purchase_tone_pack(gen_random_uuid())",
  ])("is refused by the function itself: %s", async (call) => {
    const calling = as(
      { role: "authenticated", sub: blocked.id },
      (tx) => tx.unsafe(`select public.${call}`),
    );
    await expect(calling).rejects.toThrow("This account is blocked");
  });
});
