/** The export of all data about a user as one document. */
import { describe, expect, type MockInstance, vi } from "vitest";
import { it } from "../support/it.ts";
import { routes } from "../../functions/user/export.ts";
import { createApp } from "../../shared/http/app.ts";
import { useProject } from "../http/project.ts";
import { impersonate } from "../auth/impersonating.ts";
import { type Person, person, withToken } from "../support/people.ts";
import { usedOf, useUp } from "../support/limits.ts";
import { sql } from "../support/sql.ts";
import { makeSomebody } from "./somebody.ts";
import { ok } from "../support/requests.ts";

const path = "/api/user/export";

const world = await makeSomebody();
/** Ana's export. */
const answer = await world.ana.api("GET", path);

it("is a download that is not cached", () => {
  const { status, headers, body } = answer;
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("content-disposition"))
    .toMatch(/^attachment; filename="export-\d{4}-\d\d-\d\d\.json"$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body.export).toMatchObject({ user_id: world.ana.id, exported_at: expect.any(String) });
});

describe("an export", () => {
  it("contains everything that the user wrote, did and received", () => {
    const data = answer.body.export;
    expect(data.account).toMatchObject([{
      email: world.ana.email,
      user_metadata: { full_name: "Ana" },
      identities: [{ provider: "email" }],
    }]);
    expect(data.profile).toMatchObject([{ id: world.ana.id, handle: world.handle }]);
    expect(
      data.journal_entries.map(({ title, content }: Record<string, string>) => [title, content]),
    )
      .toEqual(expect.arrayContaining([
        ["Private", "Nobody reads this"],
        ["Shared", "In the notebook"],
        ["Imported", "old"],
      ]));
    expect(data.journal_entries).toHaveLength(5);
    expect(data.goals).toMatchObject([{ title: "Read" }]);
    expect(data.goal_check_ins).toMatchObject([{ status: "completed" }]);
    expect(data.notebooks).toMatchObject([{ name: "Ours" }]);
    expect(data.organizations_owned).toMatchObject([{ name: "Ana's own" }]);
    expect(data.organization_memberships).toHaveLength(2);
    expect(data.teams_administered.map(({ name }: { name: string }) => name).sort())
      .toEqual(["Ana's team", "Just me"]);
    expect(data.team_messages).toMatchObject([{ content: "Hello from Ana" }]);
    expect(data.drops_sent).toMatchObject([{ recipient_id: world.ben.id, content: "Go on" }]);
    expect(data.drops_received).toMatchObject([
      { sender_id: world.ben.id, content: "Go on" },
      { content: `A note for ${world.ana.email}` },
    ]);
    expect(data.drops_received[0]).not.toHaveProperty("bonus_drops_awarded");
    expect(data.drop_allowances).toMatchObject([{ drops_used: 1 }]);
    expect(data.encouragement_badge).toMatchObject([{ level: 2, total_drops_sent: 7 }]);
    expect(data.badge_milestones).toMatchObject([{ level: 2 }]);
    expect(data.satisfaction_entries).toMatchObject([{ score: 8 }]);
    expect(data.action_notes).toMatchObject([{ content: "Called Ben" }]);
    expect(data.sleep_entries).toMatchObject([{ date: "2026-11-21", quality: 4 }]);
    expect(data.notifications).toContainEqual(
      expect.objectContaining({ type: "mention", title: "You were mentioned" }),
    );
    expect(data.notifications.map(({ type }: { type: string }) => type))
      .toEqual(expect.arrayContaining(["drop_received", "badge_reached"]));
    expect(data.invitations_received).toMatchObject([
      { user_id: world.ana.id, invited_by: world.ben.id },
      { email: world.ana.email, invited_by: world.ben.id },
    ]);
    expect(data.invitations_sent).toMatchObject([{ email: "cleo@example.com" }]);
    expect(data.organization_departures).toHaveLength(1);
    expect(data.drop_transactions.map(({ amount }: { amount: number }) => amount))
      .toEqual([50, 30, 5]);
    expect(data.subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(data.token_usage).toMatchObject([{ type: "chat", input_tokens: 10 }]);
    expect(data.chat_messages).toMatchObject([
      { role: "user", content: "Hello, assistant" },
      { role: "assistant", content: "Hello" },
    ]);
    expect(data.note_analyses).toMatchObject([{ summary: "A calm week." }]);
    expect(data.imports).toMatchObject([{ file_name: "old.json", imported: 1 }]);
    expect(data.files.map(({ path }: { path: string }) => path).sort())
      .toEqual([`${world.ana.id}/a.txt`, `${world.ana.id}/deep/er/b.txt`]);
    expect(data.administration_of_the_account).toContainEqual(
      expect.objectContaining({ act: "user.drops", reason: "A gift" }),
    );
    expect(data.impersonations_of_the_account).toMatchObject([{ reason: "Ticket 4711" }]);
  });

  it("contains no data of other users or administrators, and no secret", () => {
    const { body } = answer;
    const text = JSON.stringify(body);
    expect(text).not.toContain(world.ben.email);
    expect(text).not.toContain('About Ana","content');
    expect(text).not.toContain(world.admin.id);
    expect(text).not.toMatch(/encrypted_password|refresh_token|code_hash/);
    expect(
      body.export.journal_entries.every((entry: { user_id: string }) =>
        entry.user_id === world.ana.id
      ),
    ).toBe(true);
  });

  it("of an administrator contains their acts", async () => {
    const body = await ok(world.admin, "GET", path);
    expect(body.export.impersonations_as_administrator)
      .toMatchObject([{ target_id: world.ana.id, reason: "Ticket 4711" }]);
    expect(body.export.acts_as_administrator.map(({ act }: { act: string }) => act))
      .toEqual(expect.arrayContaining(["user.drops", "impersonation.issue"]));
  });

  it("of a new user contains every section", async ({ ben }) => {
    const body = await ok(ben, "GET", path);
    const names = await sql<{ name: string }[]>`
      select name from private.export_sections order by position`;
    expect(Object.keys(body.export))
      .toEqual(["exported_at", "user_id", ...names.map(({ name }) => name)]);
    expect(body.export.goals).toEqual([]);
  });

  it("contains each row once, in sections of every order, and keeps every character", async ({ cleo }) => {
    const content = `"\\ \u0007 \n\t é 漢字 🙂 ${"\u2028"} </script>`;
    const p_entry = { title: content.slice(0, 50), content };
    await cleo.client.rpc("create_journal_entry", { p_entry }).throwOnError();
    await sql`
      insert into public.goals (user_id, title)
      select ${cleo.id}, 'Goal ' || i from generate_series(1, 1200) as i`;
    await sql`
      insert into public.notifications (user_id, type, title, created_at)
      select ${cleo.id}, 'mention', repeat('x', 5000), now() - i * interval '1 s'
      from generate_series(1, 600) as i`;
    const body = await ok(cleo, "GET", path);
    expect(body.export.journal_entries[0].content).toBe(content);
    // All have the same time: the id orders them.
    expect(new Set(body.export.goals.map(({ id }: { id: string }) => id)).size).toBe(1200);
    expect(body.export.goals).toHaveLength(1200);
    expect(body.export.notifications).toHaveLength(600);
    const times = body.export.notifications.map(({ created_at }: { created_at: string }) =>
      created_at
    );
    expect(times).toEqual([...times].sort());
  });

  it("holds no conversation with the assistant in an impersonated session", async () => {
    const { token } = await impersonate(world.admin, world.ana);
    const { status, body } = await withToken(token)("GET", path);
    expect([status, body.export.user_id]).toEqual([200, world.ana.id]);
    expect(body.export.journal_entries).toHaveLength(5);
    expect([body.export.chat_messages, body.export.note_analyses]).toEqual([[], []]);
  });
});

describe("export_pages over the Data API", () => {
  const pages = "export_pages";

  it("gives callers only their own rows, and the sections that follow", async () => {
    const { data } = await world.ben.client.rpc(pages, { p_section: "journal_entries" });
    expect(JSON.parse(`[${data[0].part}]`)).toMatchObject([{ title: "About Ana" }]);
    expect(data[0].next).toBeNull();
    const following = await sql<{ name: string }[]>`
      select name from private.export_sections
      where position >= (select position from private.export_sections where name = 'journal_entries')
      order by position`;
    expect(data.map(({ section }: { section: string }) => section)).toEqual(
      following.map(({ name }) => name),
    );
  });

  it("ends with the section that fills 1 MB", async ({ ana }) => {
    await addLongEntries(ana, 30);
    await sql`
      insert into private.journal_entry_versions (entry_id, user_id, title, content)
      select id, user_id, 'Former', repeat('words ', 5100) from public.journal_entries
      where user_id = ${ana.id}`;
    const { data } = await ana.client.rpc(pages, { p_section: "journal_entries" });
    const sizes = data.map(({ part }: { part: string }) => part.length);
    expect(data.at(-1)).toMatchObject({ section: "journal_entry_versions", next: null });
    expect([sizes[0] > 900_000, sizes.at(-1) > 900_000]).toEqual([true, true]);
  });

  it("refuses an unknown section and a malformed key", async () => {
    const ask = async (p_section: string | null, p_after: unknown): Promise<string | undefined> =>
      (await world.ana.client.rpc(pages, { p_section, p_after })).error?.code;
    expect(await ask("public.profiles", null)).toBe("PT404");
    expect(await ask(null, null)).toBe("PT404");
    expect(await ask("goals", [])).toBe("PT400");
    expect(await ask("goals", ["x", "y"])).toMatch(/^22/);
    expect(await ask("goals", ["2026-01-01') or true --", crypto.randomUUID()])).toMatch(/^22/);
    expect(await ask("goals", [null, null])).toBeUndefined();
    expect(await ask("goals", { any: "thing" })).toMatch(/^22/);
  });
});

describe("the limit of exports", () => {
  it("is 10 an hour for each user, then 429 with Retry-After", async ({ ana, ben }) => {
    await useUp(ana, "export", 9);
    await ok(ana, "GET", path);
    const { status, headers } = await ana.api("GET", path);
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
    await ok(ben, "GET", path);
    expect(await usedOf(ana, "export")).toMatchObject({ used: 10 });
  });

  it("does not count an export that breaks off", async ({ ana }) => {
    await addLongEntries(ana, 100);
    await useProject();
    const send = globalThis.fetch;
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (to, init) =>
      calls(fetched) > 1 && String(to).includes("/rpc/export_pages")
        ? Response.json({ message: "broken" }, { status: 503 })
        : await send(to, init)
    );
    const answer = await exportOf(ana);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(await usedOf(ana, "export")).toEqual({ used: 0, failed: 1 });
    fetched.mockRestore();
  });
});

/** Entries of 100 kB, which take 600 kB in JSON. */
const addLargeEntries = (who: Person, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) =>
    who.client.rpc("create_journal_entry", {
      p_entry: { title: `Large ${n}`, content: "\u0001".repeat(99_000) },
    }).throwOnError()));

describe("pages", () => {
  it("of at most 10 MB continue each other's lists, and the first alone counts", async ({ ana }) => {
    await addLargeEntries(ana, 20);
    await useUp(ana, "export", 9);
    const pages: { size: number; titles: string[]; names: string[] }[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
      const { body, status } = await ana.api("GET", path + query);
      expect(status).toBe(200);
      pages.push({
        size: JSON.stringify(body).length,
        titles: (body.export.journal_entries ?? []).map(({ title }: { title: string }) => title),
        names: Object.keys(body.export).slice(2),
      });
      cursor = body.next_cursor;
    } while (cursor);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(({ size }) => size))).toBeLessThan(10_000_000);
    expect(pages.flatMap(({ titles }) => titles).toSorted())
      .toEqual(Array.from({ length: 20 }, (_, n) => `Large ${n}`).toSorted());
    const sections = await sql<{ name: string }[]>`select name from private.export_sections`;
    expect(new Set(pages.flatMap(({ names }) => names)))
      .toEqual(new Set(sections.map(({ name }) => name)));
    expect((await ana.api("GET", path)).status).toBe(429);
  });

  it("do not begin with a cursor that the client makes up", async ({ ana }) => {
    const made = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, "");
    for (const cursor of ["x", made({}), made({ section: "secrets" }), made([1])]) {
      expect(await ana.api("GET", `${path}?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { fields: [{ path: "cursor" }] },
      });
    }
  });
});

/** Entries of 30 kB. */
const addLongEntries = ({ id }: Person, count: number) =>
  sql`
    with entries as (
      insert into public.journal_entries (user_id, title)
      select ${id}, 'Entry' from generate_series(1, ${count}::integer) returning id, user_id
    )
    insert into private.journal_entry_contents (entry_id, user_id, content, mentions,
      effective_metadata_visibility, effective_content_visibility)
    select id, user_id, repeat('words ', 5100), '[]', 'user', 'user' from entries`;

/** The calls of `export_pages` that have been sent. */
const calls = (fetched: MockInstance<typeof fetch>) =>
  fetched.mock.calls.filter(([to]) => String(to).includes("/rpc/export_pages")).length;

const exportOf = ({ token }: Person) =>
  createApp([routes]).request("/user/export", { headers: { authorization: `Bearer ${token}` } });

it("of a new user takes few calls of the database", async ({ ana }) => {
  await useProject();
  const fetched = vi.spyOn(globalThis, "fetch");
  const answer = await exportOf(ana);
  expect(Object.keys((await answer.json()).export).length).toBeGreaterThan(60);
  expect(calls(fetched)).toBeLessThanOrEqual(3);
  fetched.mockRestore();
});

it("reads no page before a slow reader takes it", async () => {
  const eve = await person("Eve");
  await addLongEntries(eve, 200);
  await useProject();
  const fetched = vi.spyOn(globalThis, "fetch");
  const answer = await exportOf(eve);
  const reader = answer.body!.getReader();
  let bytes = (await reader.read()).value!.length;
  const before = calls(fetched);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([before > 0, calls(fetched)]).toEqual([true, before]);
  let longest = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    longest = Math.max(longest, read.value.length);
  }
  expect(calls(fetched)).toBeGreaterThan(before + 3);
  expect(bytes).toBeGreaterThan(6_000_000);
  expect(longest).toBeLessThan(2_200_000);
  fetched.mockRestore();
});
