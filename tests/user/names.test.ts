/** Handles are unique, and neither handles nor names may mislead. */
import { describe, expect, it } from "vitest";
import { persons } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";

const [ana, ben] = await persons("Ana", "Ben");
const path = "/api/user/profile";
const aHandle = () => `h_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;

describe("a handle", () => {
  it("is unique in any case", async () => {
    const handle = aHandle();
    expect((await ana.api("PUT", path, { handle })).status).toBe(200);
    for (const taken of [handle, handle.toUpperCase()]) {
      expect(await outcome(ben, "PUT", path, { handle: taken, full_name: "Not Ben" })).toBe(
        "409 handle: already taken",
      );
    }
    expect((await ok(ben, "GET", path)).profile.full_name).toBe("Ben");
    const own = await ana.api("PUT", path, { handle: handle.toUpperCase() });
    expect(own.body.profile.handle).toBe(handle.toUpperCase());
  });

  it("is free again after its owner changes it", async () => {
    const handle = aHandle();
    await ana.api("PUT", path, { handle });
    await ana.api("PUT", path, { handle: aHandle() });
    expect((await ben.api("PUT", path, { handle })).status).toBe(200);
  });
});

describe("names that mislead", () => {
  it.each([
    ...["support", "admin", "ADMIN", "administrator", "system", "help", "root", "moderator"],
    ...["staff", "security", "official", "_admin_", "s_u_p_p_o_r_t", "adm1n", "0ff1cial"],
    ...["offlclaI", "adrnin"],
  ])("cannot be the handle: %s", async (handle) => {
    expect(await outcome(ana, "PUT", path, { handle }))
      .toBe("400 handle: reserved, choose another");
    const direct = await ana.client.from("profiles").update({ handle }).eq("id", ana.id);
    expect(direct.error).toMatchObject({
      code: "23514",
      message: expect.stringContaining("profiles_handle_reserved_check"),
    });
  });

  it("allow handles that only contain a reserved one", async () => {
    const tail = aHandle().slice(2, 12);
    for (const handle of [`rooted_${tail}`, `helping_${tail}`, `admin_${tail}`]) {
      expect((await ok(ana, "PUT", path, { handle })).profile.handle).toBe(handle);
    }
  });

  // Zero-width, other scripts, full width, a final line break: a handle is ASCII.
  it.each(["ana\u200b", "\u2060ana", "ana\u200dm", "аna", "аdmin", "ａｎａ", "ana\n", "anı"])(
    "cannot hold other characters in the handle: %j",
    async (handle) => {
      const direct = await ana.client.from("profiles").update({ handle }).eq("id", ana.id);
      expect(direct.error).toMatchObject({
        code: "23514",
        message: expect.stringContaining("profiles_handle_check"),
      });
    },
  );

  it.each(["A\u200dna", "Ana\u202e", "\u3164Ana", "Ana\u{e0020}", "An\u00ada", "Ana\n"])(
    "cannot hold invisible characters in the name: %j",
    async (full_name) => {
      expect(await outcome(ana, "PUT", path, { full_name }))
        .toBe("400 full_name: contains invisible characters");
      const direct = await ana.client.from("profiles").update({ full_name }).eq("id", ana.id);
      expect(direct.error?.code).toBe("23514");
    },
  );
});
