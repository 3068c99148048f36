/** An entry's effective visibility follows the entry and its notebook under concurrent changes. */
import type postgres from "postgres";
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person } from "../support/people.ts";
import { randomNumbers } from "../support/random.ts";
import { become, sql } from "../support/sql.ts";
import {
  each,
  makeNotebook,
  makeTeam,
  stale,
  visibilities,
  type Visibility,
  write,
} from "./people.ts";
import { ok } from "../support/requests.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";

const random = randomNumbers(1);
const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;

/** Opens a transaction as a person, and commits it when `meanwhile` waits for it. */
async function during<T>(
  who: Person,
  work: (transaction: postgres.TransactionSql) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const pending = await sql.begin(async (transaction) => {
    await become(who, transaction);
    await work(transaction);
    const answer = meanwhile();
    await somebodyWaitsFor(transaction);
    return { answer };
  });
  return await pending.answer;
}

it("a change of a notebook waits for an entry being written and applies to it", async ({ ana }) => {
  const { id: notebook_id } = await makeNotebook(ana);
  await during(
    ana,
    (transaction) =>
      transaction`select public.create_journal_entry(${
        transaction.json({ title: "Entry", content: "", notebook_id })
      })`,
    () => ok(ana, "PUT", `/api/notebooks/${notebook_id}`, { metadata_visibility: "public" }),
  );
  const { entries } = await ok(ana, "GET", `/api/journal?scope=own`);
  expect(entries).toMatchObject([{ effective_metadata_visibility: "public" }]);
  expect(await stale(ana)).toBe(0);
});

it("an entry written while its notebook changes gets the new visibility", async ({ ana }) => {
  const { id: notebook_id } = await makeNotebook(ana, { metadata_visibility: "public" });
  const entry = await during(
    ana,
    (transaction) =>
      transaction`
        update public.notebooks set metadata_visibility = 'user' where id = ${notebook_id}`,
    () => write(ana, { notebook_id }),
  );
  expect(entry).toMatchObject({ effective_metadata_visibility: "user" });
  expect(await stale(ana)).toBe(0);
});

it("an entry written while its notebook is deleted is refused", async ({ ana }) => {
  const { id: notebook_id } = await makeNotebook(ana);
  const { status, body } = await during(
    ana,
    (transaction) => transaction`delete from public.notebooks where id = ${notebook_id}`,
    () => ana.api("POST", "/api/journal", { title: "Entry", content: "", notebook_id }),
  );
  expect([status, body]).toMatchObject([400, { error: "notebook_id: not found" }]);
});

it("many changes at once leave no stale visibility", async ({ ana, ben }) => {
  const target = await makeTeam(ben, [ana]);
  const notebooks: string[] = [];
  for (let n = 0; n < 3; n++) notebooks.push((await makeNotebook(ana, target)).id);
  const entries: string[] = [];
  for (let n = 0; n < 6; n++) {
    entries.push((await write(ana, { ...target, notebook_id: pick(notebooks) })).id);
  }
  const sharing = (): Record<string, Visibility> => ({
    metadata_visibility: pick(visibilities),
    content_visibility: pick(visibilities),
  });
  const changes = [
    () => ana.api("PUT", `/api/notebooks/${pick(notebooks)}`, sharing()),
    () => ana.api("PUT", `/api/notebooks/${pick(notebooks)}`, sharing()),
    () => ana.api("PUT", `/api/journal/${pick(entries)}`, sharing()),
    () => ana.api("PUT", `/api/journal/${pick(entries)}`, { notebook_id: pick(notebooks) }),
    () => ana.api("PUT", `/api/journal/${pick(entries)}`, { title: "Other", content: "#other" }),
    () => {
      const entry = { title: "New", content: "", notebook_id: pick(notebooks), ...target };
      return ana.api("POST", "/api/journal", { ...entry, ...sharing() });
    },
  ];
  for (let round = 0; round < 5; round++) {
    const statuses = new Set<number>();
    await each(
      Array.from({ length: 24 }, (_, n) => changes[n % changes.length]!),
      async (change) => {
        statuses.add((await change()).status);
      },
      12,
    );
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(await stale(ana)).toBe(0);
  }
  await ok(ben, "DELETE", `/api/teams/${target.team_id}`);
  expect(await stale(ana)).toBe(0);
});

it("leaving a team does not deadlock with writers", async ({ ana, ben }) => {
  const { team_id, org_id } = await makeTeam(ben, [ana]);
  const team = { metadata_visibility: "team", content_visibility: "team", team_id };
  const member = { user_id: ana.id, role: "member" };
  const { id: notebook_id } = await makeNotebook(ana);
  const entries: string[] = [];
  for (let n = 0; n < 4; n++) entries.push((await write(ana, { notebook_id })).id);
  for (let round = 0; round < 4; round++) {
    const work = entries.flatMap((id) => [
      () => ana.api("PUT", `/api/journal/${id}`, team),
      () => ana.api("PUT", `/api/journal/${id}`, { title: "Other" }),
      () => ana.api("PUT", `/api/notebooks/${notebook_id}`, pick([team, { name: "N" }])),
    ]);
    const away = () => ben.api("DELETE", `/api/organizations/${org_id}/members/${ana.id}`);
    const statuses = new Set<number>();
    await each([...work.slice(0, 6), away, ...work.slice(6)], async (change) => {
      statuses.add((await change()).status);
    }, 7);
    // A caller who is no longer a member is refused.
    expect([...statuses].filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    const { notebook } = await ok(ana, "GET", `/api/notebooks/${notebook_id}`);
    expect(notebook).toMatchObject({ metadata_visibility: "user", team_id: null });
    expect(await stale(ana)).toBe(0);
    expect(
      await sql`
        select from public.journal_entries
        where user_id = ${ana.id} and effective_metadata_visibility <> 'user'`,
    ).toEqual([]);
    await ok(ben, "POST", `/api/organizations/${org_id}/members`, member);
    await ok(ben, "POST", `/api/teams/${team_id}/members`, member);
  }
});
