/** Moving an entry to another day: its author alone, the range of times, streaks and versions. */
import { describe, expect, it } from "vitest";
import { person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { ago, arrive, brief, kept, write } from "../streaks/support.ts";
import { write as writeEntry } from "./people.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const expected = "expected a time from the year 1000 to five minutes after the present";

describe("PUT /api/journal/:id with written_at", () => {
  it("moves an entry into the past and back until now, with a new version", async () => {
    const ana = await person("Ana");
    const { id } = await writeEntry(ana, { content: "Cold" });
    const path = `/api/journal/${id}`;
    const put = async (written_at: unknown) => (await ok(ana, "PUT", path, { written_at })).entry;
    const past = await put("2020-02-29T07:30:00Z");
    expect(past).toMatchObject({
      written_at: "2020-02-29T07:30:00+00:00",
      version: 2,
      content: "Cold",
    });
    const now = new Date().toISOString();
    expect(Date.parse((await put(now)).written_at)).toBe(Date.parse(now));
    const { entry } = await ok(ana, "GET", path);
    expect(entry).toMatchObject({ version: 3, created_at: past.created_at });
    // Null leaves it where it is, as an absent field does.
    const titled = (await ok(ana, "PUT", path, { written_at: null, title: "Ice" })).entry;
    expect([titled.title, titled.written_at]).toEqual(["Ice", entry.written_at]);
  });

  it("reaches days between the first writing and the move", async () => {
    const ana = await person("Ana");
    const id = await arrive(ana, hoursAgo(240), hoursAgo(240));
    const { entry } = await ok(ana, "PUT", `/api/journal/${id}`, { written_at: hoursAgo(48) });
    expect(entry.written_at.slice(0, 10)).toBe(hoursAgo(48).slice(0, 10));
  });

  it.each([["in six minutes", -6 / 60], ["before the year 1000", 24 * 365 * 1100]])(
    "refuses a time %s",
    async (_when, hours) => {
      const ana = await person("Ana");
      const { id, written_at } = await writeEntry(ana);
      const path = `/api/journal/${id}`;
      expect(await ana.api("PUT", path, { written_at: hoursAgo(hours), title: "Other" }))
        .toMatchObject({
          status: 400,
          body: { error: `written_at: ${expected}`, fields: [{ path: "written_at" }] },
        });
      expect((await ok(ana, "GET", path)).entry).toMatchObject({ written_at, version: 1 });
    },
  );

  it("refuses others, an outdated version, and words in place of a time", async () => {
    const [ana, ben] = [await person("Ana"), await person("Ben")];
    const shared = { metadata_visibility: "public", content_visibility: "public" };
    const { id } = await writeEntry(ana, shared);
    const path = `/api/journal/${id}`;
    const body = { written_at: hoursAgo(30) };
    expect(await outcome(ben, "PUT", path, body)).toMatch(/^403/);
    const outdated = await ana.api("PUT", path, body, { "If-Match": '"7"' });
    expect(outdated.status).toBe(412);
    for (const written_at of ["yesterday", 5, ""]) {
      expect((await ana.api("PUT", path, { written_at })).status).toBe(400);
    }
    expect((await ok(ana, "GET", path)).entry.version).toBe(1);
  });

  it("takes its day along in the streak, within two days of the first writing", async () => {
    const ana = await person("Ana");
    await write(ana, 2);
    const today = await write(ana, 0);
    expect([await brief(ana), (await kept(ana)).days]).toEqual(["1 of 1", [ago(2), ago(0)]]);
    await ok(ana, "PUT", `/api/journal/${today}`, { written_at: hoursAgo(24) });
    expect([await brief(ana), (await kept(ana)).days])
      .toEqual(["2 of 2 at risk", [ago(2), ago(1)]]);
    // A day far back does not count as a day of writing: the day of the arrival does.
    await ok(ana, "PUT", `/api/journal/${today}`, { written_at: hoursAgo(24 * 30) });
    expect((await kept(ana)).days).toEqual([ago(2), ago(0)]);
  });
});
