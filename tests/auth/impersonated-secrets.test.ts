/**
 * A super admin who acts as a user finds the user's secret mail address nowhere, and sends no mail in
 * the user's name.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { fill, readDocument } from "../contract/document.ts";
import { arrive, deliver, journalAddress } from "../email/support.ts";
import { person, superAdmin, withToken } from "../support/people.ts";
import { codeOf, NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { impersonate, type Impersonated } from "./impersonating.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const [ana, ben, admin] = [await person("Ana"), await person("Ben"), await superAdmin()];
let acting: Impersonated;
/** The part of the address that nobody else may know. */
let secret: string;

beforeAll(async () => {
  const to = await journalAddress(ana);
  secret = /\+([0-9a-f]{20})@/.exec(to)![1]!;
  await deliver(await arrive({ from: ana.email, to, text: "I wrote this." }));
  acting = await impersonate(admin, ana);
});

describe("the secret mail address", () => {
  it("is in no answer of the routes", async () => {
    const { operations } = await readDocument();
    expect(JSON.stringify((await ana.api("GET", "/api/user/export")).body)).toContain(secret);
    for (const { token } of [acting, admin]) {
      const { api } = { api: withToken(token) };
      for (const { method, path } of operations) {
        if (method !== "GET") continue;
        const address = fill(
          path,
          (name) => /date/i.test(name) ? "2026-01-02" : /user/i.test(path) ? ana.id : NOWHERE,
        );
        const { body } = await api("GET", address);
        expect([path, JSON.stringify(body)?.includes(secret) ?? false]).toEqual([path, false]);
      }
    }
  }, patience(120_000));

  it("is in no table and no function of the Data API", async () => {
    const names = await sql<{ name: string; is_function: boolean; arguments: string[] }[]>`
      select relname as name, false as is_function, '{}'::text[] as arguments from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')
        and has_any_column_privilege('authenticated', oid, 'select')
      union all
      select proname, true, coalesce(proargnames[1:pronargs], '{}') from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile <> 'v'
        and has_function_privilege('authenticated', oid, 'execute')`;
    for (const client of [acting.client, admin.client]) {
      for (const each of names) {
        const { data } = each.is_function
          ? await client.rpc(each.name, Object.fromEntries(each.arguments.map((a) => [a, null])))
          : await client.from(each.name).select();
        expect([each.name, JSON.stringify(data)?.includes(secret) ?? false])
          .toEqual([each.name, false]);
      }
      for (const section of (await client.rpc("list_export_sections")).data) {
        const { data } = await client.rpc("export_pages", { p_section: section });
        expect([section, JSON.stringify(data).includes(secret)]).toEqual([section, false]);
      }
    }
    const { data } = await acting.client.from("inbound_emails").select("recipients");
    expect(data).toEqual([{ recipients: ["journal+...@in.example.com"] }]);
  }, patience(120_000));
});

describe("mails", () => {
  it("are not sent in the user's name", async () => {
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Club" });
    const api = withToken(acting.token);
    const mail = { to: "zoe@example.com", subject: "Hello", text: "Hello" };
    expect(await codeOf(api("POST", "/api/email/send", mail))).toBe("403 impersonated");
    const path = `/api/organizations/${organization.id}/invitations`;
    for (const invited of [{ email: "zoe@example.com" }, { user_id: ben.id }]) {
      expect(await codeOf(api("POST", path, invited))).toBe("403 impersonated");
    }
    const relayed = { to_participant_id: ben.id, subject: "Hello", message: "Hello" };
    expect(await codeOf(api("POST", "/api/lab/outreach", relayed))).toBe("403 impersonated");
    const { error } = await acting.client.rpc("send_relay_message", {
      p_to_participant_id: ben.id,
      p_subject: "Hello",
      p_message: "Hello",
    });
    expect(error?.details).toBe("impersonated");
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from private.emails
      where user_id = ${ana.id} or recipient = 'zoe@example.com'`;
    expect(count).toBe(0);
    // A link is not mailed.
    expect((await api("POST", path, { link: true })).status).toBe(201);
  });
});
