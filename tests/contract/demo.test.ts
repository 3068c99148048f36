/** The demo data: every list and every view of a day shows something to the demo accounts. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { projectRoot } from "../../packages/local-supabase/helpers.ts";
import { readDemo } from "../../packages/local-supabase/mod.ts";
import { tones } from "../../shared/ai/tones.ts";
import { beginSession } from "../support/accounts.ts";
import { type Api, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { readDocument } from "./document.ts";

/** Answers that need a provider, a file, a code or somebody's act, and the list of faults. */
const empty = new Set([
  // It takes the token of a monitor.
  "/api/metrics",
  "/api/admin/health",
  "/api/calendar/{secret}",
  "/api/invitations/{code}",
  "/api/journal/{id}/attachments/room",
  "/api/journal/{id}/background",
  "/api/music/callback",
  "/api/music/connect",
  // Devices make the keys of sealed notebooks, and the demo accounts have no device.
  "/api/notebooks/{id}/sealed",
  "/api/payment/subscription",
  "/api/sealed/enrolments",
  "/api/sealed/slots",
  "/api/shared/{code}",
  // The demo data has no program that signs in.
  "/api/user/grants",
  "/api/users/{id}/sealed",
  "/api/workout-window/mosaic/{date}",
  "/oauth/authorize",
  // Access tokens are not JWTs.
  "/oauth/jwks.json",
]);

const yesterday = new Date(Date.now() - 86_400_000);
const monday = new Date(Date.now() - ((new Date().getUTCDay() + 6) % 7 + 7) * 86_400_000);
const values: Record<string, string> = {
  kind: "sleep",
  date: yesterday.toISOString().slice(0, 10),
  weekStartDate: monday.toISOString().slice(0, 10),
  userId: "d0000000-0000-4000-8000-000000000006",
};

async function demo(place: number): Promise<Api> {
  const { email } = platform.accounts[place]!;
  const [{ id }] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`;
  const { token } = await beginSession({ id, email, name: email });
  return withToken(token);
}

/** The id of the oldest row of a list: the programs of the docs act as the demo user too. */
async function oldestId(api: Api, list: string): Promise<string> {
  if (list === "/api/lab/competitions") {
    // Other tests make competitions too, also one of this name.
    const [{ id }] = await sql<[{ id: string }]>`
      select id from public.competitions where title = 'Winter of coils'
      order by created_at limit 1`;
    return id;
  }
  if (list === "/api/journal") {
    const [{ id }] = await sql<[{ id: string }]>`
      select entry_id as id from public.journal_comments order by created_at limit 1`;
    return id;
  }
  const { body } = await api("GET", list);
  return Object.values(body).find(Array.isArray)?.at(-1).id;
}

describe("the demo data", async () => {
  const reads = (await readDocument()).operations.filter(({ method, path }) =>
    method === "GET" && !path.endsWith("{id}") && !empty.has(path)
  );
  const [user, admin] = await Promise.all([demo(0), demo(1)]);

  it.each(reads.map(({ path }) => path))("of %s is not empty", async (path) => {
    const api = path.includes("/admin/") ? admin : user;
    let filled = path === "/api/users" ? "/api/users?q=ingrid" : path;
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      const value = values[name!] ?? await oldestId(api, path.slice(0, path.indexOf("/{")));
      filled = filled.replace(`{${name}}`, value);
    }
    const { status, body } = await api("GET", filled);
    expect([path, status]).toEqual([path, 200]);
    for (const [field, value] of Object.entries(body ?? {})) {
      if (Array.isArray(value) && field !== "deleted") {
        expect([field, value]).not.toEqual([field, []]);
      }
    }
  });

  it("of the shop has a picture for each mood of a pack", async () => {
    const { requests } = await readDemo(projectRoot);
    const folders: string[] = [];
    for (const { path, each } of requests) {
      if (!each) continue;
      const pack = path.replace(/^.*(\/api\/tone-packs\/[^/]+)\/.*$/, "$1");
      if (!(await user("GET", pack)).body.pack.is_public) continue;
      folders.push(each);
      const files = await readdir(join(projectRoot, "supabase", each));
      expect(files.sort()).toEqual(tones.map((tone) => `${tone}.webp`).sort());
    }
    expect(folders).toHaveLength(3);
  });
});
