/** The keys that sign the headers of personal tokens: while they change, and where there is none. */
import { beforeAll, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { routes: goals } = await import("../../functions/goals/routes.ts");
const { routes: tokens } = await import("../../functions/personal-tokens/routes.ts");
const { inProcess, useProject } = await import("../http/project.ts");
const { person } = await import("../support/people.ts");
const { codeOf } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { keysInVault } = await import("../support/vault.ts");
const { makeToken, naming, newKey, tokenHeader } = await import("./support.ts");

const ana = await person("Ana");
const token = await makeToken(ana);
const old = await keysInVault();
const young = newKey();

const putIntoVault = (keys: string) =>
  sql`
  select vault.update_secret(id, ${keys}) from vault.secrets where name = 'PERSONAL_TOKEN_KEY'`;

/** The outcome of a read whose header this key has signed. */
async function read(key: string): Promise<string> {
  const { error } = await naming(await tokenHeader(token.id, { key })).from("goals").select("id");
  return error?.code ?? "read";
}

/** The outcome of a request to the functions, which sign with the old key. */
const request = () => codeOf(token.api("GET", "/api/goals"));

describe("the vault", () => {
  it.each([
    ["before a rotation", () => old, ["read", "PT403", "200"]],
    ["during a rotation", () => `young:${young}, ${old}`, ["read", "read", "200"]],
    ["during a rotation, in the other order", () => `${old},${young}`, ["read", "read", "200"]],
    ["after a rotation", () => young, ["PT403", "read", "403 forbidden"]],
  ])("accepts the keys that it has: %s", async (_when, keys, expected) => {
    await putIntoVault(keys());
    expect([await read(old), await read(young), await request()]).toEqual(expected);
  });

  it.each([
    ["nothing behind the comma", (key: string) => `${key},`],
    ["a name alone", (key: string) => `${key},b:`],
    ["a short key", (key: string) => `${key},YWI=`],
    ["no base64", (key: string) => `${key},%`],
  ])("lets no token in when a part of its keys is malformed: %s", async (_what, keys) => {
    await putIntoVault(keys(old));
    expect([await read(old), await read("")]).toEqual(["PT503", "PT503"]);
    await putIntoVault(old);
    expect([await read(old), await read("")]).toEqual(["read", "PT403"]);
  });

  it("lets no header in that is valid for longer than five minutes", async () => {
    const header = (seconds: number) => tokenHeader(token.id, { key: old, seconds });
    const outcome = async (seconds: number) =>
      (await naming(await header(seconds)).from("goals").select("id")).error?.code ?? "read";
    expect([await outcome(120), await outcome(1_000_000)]).toEqual(["read", "PT403"]);
  });

  it("without a key lets no token in", async () => {
    await sql`delete from vault.secrets where name = 'PERSONAL_TOKEN_KEY'`;
    expect([await read(old), await read(young), await request()])
      .toEqual(["PT503", "PT503", "503 not_configured"]);
    await sql`select vault.create_secret(${old}, 'PERSONAL_TOKEN_KEY')`;
    expect(await request()).toBe("200");
  });
});

describe("functions without a key", () => {
  const bySession = inProcess(tokens, ana);
  beforeAll(useProject);

  it.each([undefined, "too short"])("answer 503 to a token, and make none: %s", async (keys) => {
    if (keys) Deno.env.set("PERSONAL_TOKEN_KEY", keys);
    else Deno.env.delete("PERSONAL_TOKEN_KEY");
    expect(await codeOf(inProcess(goals, { token: token.secret })("GET", "/goals")))
      .toBe("503 not_configured");
    const made = { name: "Backup", scopes: ["goals:read"] };
    expect(await codeOf(bySession("POST", "/user/tokens", made))).toBe("503 not_configured");
  });

  it("serve sessions, which list and revoke tokens", async () => {
    Deno.env.delete("PERSONAL_TOKEN_KEY");
    expect(await codeOf(inProcess(goals, ana)("GET", "/goals"))).toBe("200");
    expect(await codeOf(bySession("GET", "/user/tokens"))).toBe("200");
    expect(await codeOf(bySession("DELETE", `/user/tokens/${token.id}`))).toBe("200");
  });
});
