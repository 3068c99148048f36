/** The consent of the user, which a program must not get from another person or page. */
import { describe, expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { it } from "../support/it.ts";
import { withToken } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { post } from "../mcp/support.ts";
import {
  approve,
  begin,
  connect,
  errorOf,
  exchange,
  pathOf,
  refresh,
  register,
} from "./support.ts";

const REDIRECT = "https://editor.example/back";

describe("the consent", () => {
  it("of a second signed-in user is refused", async ({ ana, ben }) => {
    const begun = await begin(await register(REDIRECT));
    await ok(ana, "GET", pathOf(begun));
    for (const [method, end] of [["GET", ""], ["POST", "/approve"], ["POST", "/deny"]] as const) {
      const body = end === "/approve" ? { scopes: ["journal:read"] } : undefined;
      expect(await outcome(ben, method, pathOf(begun) + end, body)).toBe("404 Request not found");
    }
    const { error } = await ben.client.rpc("approve_oauth_request", {
      p_id: begun.id,
      p_scopes: ["journal:read"],
    });
    expect(error?.code).toBe("PT404");
  });

  it("to scopes that the program has not asked for is refused", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT), { scope: "journal:read" });
    await ok(ana, "GET", pathOf(begun));
    const scopes = ["journal:read", "goals:write"];
    expect(await codeOf(ana.api("POST", `${pathOf(begun)}/approve`, { scopes })))
      .toBe("400 invalid_scope");
    for (const p_scopes of [scopes, [], ["admin"], [null]]) {
      const { error } = await ana.client.rpc("approve_oauth_request", { p_id: begun.id, p_scopes });
      expect(error?.code).toBe("PT400");
    }
  });

  it("of a super admin who acts as the user is refused", async ({ ana, admin }) => {
    const begun = await begin(await register(REDIRECT));
    await ok(ana, "GET", pathOf(begun));
    const { token, client } = await impersonate(admin, ana);
    const api = withToken(token);
    expect(await codeOf(api("GET", pathOf(begun)))).toBe("403 impersonated");
    expect(await codeOf(api("POST", `${pathOf(begun)}/approve`, { scopes: ["journal:read"] })))
      .toBe("403 impersonated");
    const { error } = await client.rpc("approve_oauth_request", {
      p_id: begun.id,
      p_scopes: ["journal:read"],
    });
    expect(error?.code).toBe("PT403");
  });

  it("of a classroom account is refused, and what it had let in ends", async ({ ana }) => {
    const { client, api, refresh: first } = await connect(ana);
    const begun = await begin(await register(REDIRECT));
    await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
    expect(await outcome(ana, "GET", pathOf(begun)))
      .toBe("403 Classroom accounts may not connect programs");
    expect((await post(api, "ping")).status).toBe(401);
    expect(await errorOf(refresh(client, first))).toBe("invalid_grant");
  });

  it("of an account that becomes a classroom account meanwhile gives nothing", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    const answered = await approve(ana, begun);
    const answer = await sql.begin(async (tx) => {
      await tx`update public.profiles set is_classroom = true where id = ${ana.id}`;
      const answer = errorOf(exchange(begun, answered));
      await somebodyWaitsFor(tx);
      return { answer };
    });
    expect(await answer.answer).toBe("invalid_grant");
  });

  it("is given once, within ten minutes", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    await approve(ana, begun);
    expect(await codeOf(ana.api("POST", `${pathOf(begun)}/approve`, { scopes: ["journal:read"] })))
      .toBe("409 already_decided");
    const late = await begin(await register(REDIRECT));
    await sql`update private.oauth_requests set expires_at = now() where id = ${late.id}`;
    expect(await codeOf(ana.api("GET", pathOf(late)))).toBe("410 gone");
  });
});
