/** Codes of refusals are the same in the code, the functions of the database and docs/errors.md. */
import { describe, expect, it } from "vitest";
import { errorCodes, fieldCodes, isErrorCode, isFieldCode } from "../../shared/base/codes.ts";
import { fromDatabase } from "../../shared/database/errors.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const statuses: Record<string, number> = errorCodes;

/** Every call of `private.refuse` and `private.refuse_if` with a literal code, from the catalog. */
async function refusalsInSql(): Promise<{ status: number; code: string }[]> {
  const functions = await sql<{ body: string }[]>`
    select prosrc as body from pg_proc where prosrc like '%private.refuse%'`;
  const call =
    /private\.refuse(?:\(|_if\([^;]*?,)\s*(\d{3}),[^;]*?(?:,\s*'([a-z_]+)'(?:,[^;']*)?)?\s*\);/g;
  return functions.flatMap(({ body }) =>
    [...body.matchAll(call)].map(([, status, code]) => ({ status: Number(status), code: code! }))
  ).filter(({ code }) => code !== undefined);
}

describe("every code", () => {
  it("of a SQL function is listed, with the status of its refusals", async () => {
    const refusals = await refusalsInSql();
    expect(refusals.length).toBeGreaterThan(30);
    for (const { status, code } of refusals) {
      expect(isErrorCode(code) || (status === 400 && isFieldCode(code)), code).toBe(true);
      // The code of a field may be that of another refusal too.
      const isOfField = status === 400 && isFieldCode(code);
      if (isErrorCode(code) && !isOfField) expect([code, statuses[code]]).toEqual([code, status]);
    }
  });

  it("is used", async () => {
    const used = new Set((await refusalsInSql()).map(({ code }) => code));
    const files = await Promise.all(["functions", "shared"].map(sources));
    const general = new Set<number>();
    for (const [code, status] of Object.entries(statuses)) {
      // The first code of a status is the default for refusals without a code.
      const given = !general.has(status) || used.has(code) ||
        files.flat().some((text) => text.includes(`"${code}"`));
      general.add(status);
      expect([code, given]).toEqual([code, true]);
    }
  });

  it("is in docs/errors.md, with its status", async () => {
    const text = await Deno.readTextFile("docs/errors.md");
    const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split("\n## ")[0];
    const [codes, fields] = [section("Codes"), section("Codes of fields")];
    const rows = [...codes!.matchAll(/^\| `([a-z_]+)` +\| (\d{3}) /gm)];
    expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)])))
      .toEqual(statuses);
    expect(rows).toHaveLength(Object.keys(statuses).length);
    const named = [...fields!.matchAll(/^\| (`.*?) \|/gm)]
      .flatMap(([, names]) => [...names!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual([...fieldCodes].sort());
  });
});

/** The texts of the TypeScript files below a folder, except the list of codes. */
async function sources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await sources(path));
    else if (path.endsWith(".ts") && path !== "shared/base/codes.ts") {
      found.push(await Deno.readTextFile(path));
    }
  }
  return found;
}

describe("a refusal of a SQL function", () => {
  it("carries its code to clients of the Data API", async () => {
    const { client } = await person();
    const { error } = await client.rpc("award_monthly").single();
    const again = await client.rpc("award_monthly").single();
    expect([error, again.error]).toMatchObject([null, {
      code: "PT409",
      message: "This month's drops were awarded already",
      details: "already_awarded",
      hint: null,
    }]);
  });

  it("has null details without a specific code", async () => {
    const { client } = await person();
    const { error } = await client.rpc("delete_organization", {
      p_org_id: "00000000-0000-4000-8000-00000000dead",
    });
    expect(error).toMatchObject({ code: "PT404", details: null });
  });

  it("carries its code through the routes", async () => {
    const { api } = await person();
    await api("POST", "/api/drops/award-monthly");
    expect((await api("POST", "/api/drops/award-monthly")).body).toEqual({
      error: "This month's drops were awarded already",
      code: "already_awarded",
    });
    const entry = { content: "x", content_visibility: "team" };
    expect((await api("POST", "/api/journal", { title: "x", ...entry })).body).toEqual({
      error: "team_id: required when a visibility is team",
      code: "invalid_input",
      fields: [{
        path: "team_id",
        code: "required",
        message: "required when a visibility is team",
      }],
    });
  });
});

it("the constraint of a violation is found in the error of the Data API", async () => {
  const { client } = await person();
  const { error } = await client.from("goals").insert({ title: "" });
  expect(fromDatabase(error!)).toMatchObject({
    status: 400,
    cause: { code: "23514", constraint: "goals_title_check" },
  });
});
