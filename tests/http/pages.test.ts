/** Pages of lists, their cursors and their limit. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { keyset, newestFirst, pageOf, pageQuery, whole } from "../../shared/fields/pages.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const rows = Array.from({ length: 5 }, (_, n) => ({
  id: id(n),
  created_at: `2026-11-21T08:30:00.00000${9 - n}+00:00`,
}));

/** A query that records the methods called on it. */
class Recorder {
  readonly calls: unknown[][] = [];
  or = (...args: unknown[]) => this.record("or", args);
  lte = (...args: unknown[]) => this.record("lte", args);
  gte = (...args: unknown[]) => this.record("gte", args);
  order = (...args: unknown[]) => this.record("order", args);
  limit = (...args: unknown[]) => this.record("limit", args);

  private record(method: string, args: unknown[]): this {
    this.calls.push([method, ...args]);
    return this;
  }
}

const encode = (value: unknown) =>
  btoa(typeof value === "string" ? value : JSON.stringify(value)).replace(/=+$/, "");

describe("a page", () => {
  it("has the requested number of rows, and a cursor when there are more", () => {
    const page = newestFirst.page("goals", rows.slice(0, 3), 2);
    expect(page.goals).toEqual(rows.slice(0, 2));
    expect(page.next_cursor).toMatch(/^[\w-]+$/);
  });

  it("is the last one when there are no more", () => {
    expect(newestFirst.page("goals", rows.slice(0, 2), 2).next_cursor).toBeNull();
    expect(newestFirst.page("goals", [], 2)).toEqual({ goals: [], next_cursor: null });
  });

  it("begins after the last row of the previous page, to the microsecond", () => {
    const { next_cursor } = newestFirst.page("goals", rows.slice(0, 3), 2);
    const { created_at, id } = rows[1]!;
    expect(newestFirst.position(next_cursor!)).toEqual({ created_at, id });
  });

  it("passes the last row of the previous page to a SQL function", () => {
    expect(newestFirst.args({ limit: 2 })).toEqual({ p_limit: 3 });
    const { next_cursor } = newestFirst.page("goals", rows.slice(0, 3), 2);
    expect(newestFirst.args({ limit: 2, cursor: next_cursor! })).toEqual({
      p_before_at: rows[1]!.created_at,
      p_before_id: rows[1]!.id,
      p_limit: 3,
    });
  });

  it("requests one row more than the client, ordered by all columns", () => {
    const { calls } = newestFirst.seek(new Recorder(), { limit: 2 });
    expect(calls).toEqual([
      ["order", "created_at", { ascending: false }],
      ["order", "id", { ascending: false }],
      ["limit", 3],
    ]);
  });

  it("seeks by all columns, and bounds the first column for the index", () => {
    const { next_cursor } = newestFirst.page("goals", rows.slice(0, 3), 2);
    const { calls } = newestFirst.seek(new Recorder(), { limit: 2, cursor: next_cursor! });
    const { created_at, id } = rows[1]!;
    expect(calls.slice(0, 2)).toEqual([
      ["lte", "created_at", created_at],
      ["or", `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt."${id}")`],
    ]);
  });

  it("can be ascending, over numbers and texts with any characters", () => {
    const byName = keyset({ name: "text", rank: "integer", id: "uuid" }, { ascending: true });
    const name = 'a"),or(id.gt.0,"\\';
    const { next_cursor } = byName.page("x", [
      { name, rank: 3, id: id(1) },
      ...[rows[0]!].map(
        (row) => ({ name, rank: 4, id: row.id }),
      ),
    ], 1);
    const { calls } = byName.seek(new Recorder(), { limit: 1, cursor: next_cursor! });
    expect(calls[0]).toEqual(["gte", "name", name]);
    const quoted = '"a\\"),or(id.gt.0,\\"\\\\"';
    expect(calls[1]![1]).toBe(
      `name.gt.${quoted},and(name.eq.${quoted},rank.gt.3),` +
        `and(name.eq.${quoted},rank.eq.3,id.gt."${id(1)}")`,
    );
  });

  it("keeps non-ASCII characters in its cursor", () => {
    const byName = keyset({ name: "text", id: "uuid" });
    const row = { name: "Zoë 🌍", id: id(1) };
    const { next_cursor } = byName.page("x", [row, row], 1);
    expect(byName.position(next_cursor!)).toEqual(row);
  });
});

describe("a cursor", () => {
  const garbage: [string, string][] = [
    ["empty", ""],
    ["no base64", "%%%"],
    ["no JSON", encode("hello")],
    ["no list", encode({ id: 1 })],
    ["of another version", encode([0, rows[0]!.created_at, id(1)])],
    ["too short", encode([1, rows[0]!.created_at])],
    ["too long", encode([1, rows[0]!.created_at, id(1), "more"])],
    ["with a malformed id", encode([1, rows[0]!.created_at, "1)"])],
    ["with a malformed time", encode([1, "now()", id(1)])],
    ["with an offset of 99 hours", encode([1, "2026-01-01T00:00:00+99", id(1)])],
    ["with an offset of 99 minutes", encode([1, "2026-01-01T00:00:00+15:99", id(1)])],
    ["of a year zero", encode([1, "0000-01-01T00:00:00Z", id(1)])],
    ["with a filter inside", encode([1, '2026-11-21T08:30:00Z",id.gt.', id(1)])],
    ["of bytes that are not text", "_____w"],
  ];

  it.each(garbage)("that is %s is 400", (_, cursor) => {
    expect(() => newestFirst.position(cursor)).toThrow("cursor: not one this list has given out");
  });

  it("is not needed for the first page", () => {
    expect(newestFirst.position(undefined)).toBeUndefined();
  });
});

describe("the limit", () => {
  it("is 50 by default, from 1 to 100", () => {
    expect(pageQuery.parse({}).limit).toBe(50);
    expect(pageQuery.parse({ limit: "1" }).limit).toBe(1);
    expect(pageQuery.parse({ limit: "100" }).limit).toBe(100);
  });

  it("is refused outside that range", () => {
    for (const limit of ["0", "101", "-1", "1.5", "", "ten", "1e1", "0x10", " 5", "99999999"]) {
      const { error } = pageQuery.safeParse({ limit });
      expect([limit, error?.issues[0]?.message])
        .toEqual([limit, "expected an integer from 1 to 100"]);
    }
  });
});

it("declares its answer under the name of the list", () => {
  const schema = pageOf("goals", z.object({ id: z.guid() }));
  expect(schema.safeParse({ goals: [{ id: id(1) }], next_cursor: null }).success).toBe(true);
  expect(schema.safeParse({ goals: [{}], next_cursor: null }).success).toBe(false);
});

it("a page of a list that is in memory refuses the cursor of a row that is not there", () => {
  const page = (all: string[], cursor?: string) =>
    whole((name: string) => name).page("names", all, 1, cursor);
  const { next_cursor } = page(["a", "b"]);
  expect(page(["a", "b"], next_cursor!)).toEqual({ names: ["b"], next_cursor: null });
  expect(() => page(["x", "y"], next_cursor!)).toThrow("cursor: not one this list has given out");
});
