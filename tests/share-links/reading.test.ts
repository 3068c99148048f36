/** The holder of a link reads the entry; a passphrase keeps it from others. */
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, vi } from "vitest";
import { routes } from "../../functions/share-links/reading.ts";
import { createApp } from "../../shared/http/app.ts";
import { useProject } from "../http/project.ts";
import { write } from "../journal/people.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { anonymous, type Person, send, service } from "../support/people.ts";
import { codeOf, messageOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { forgetReads, linksOf, make, read } from "./links.ts";

// All tests come from one address.
beforeEach(forgetReads);

const passphrase = "Heron at dawn, 100% é";
const locked = async (who: Person) => {
  const { id } = await write(who);
  return await make(who, id, { passphrase });
};
const views = async (who: Person) => (await linksOf(who))[0].views;

describe("the holder of a link", () => {
  it("reads the entry with its author and nothing else, without an account", async ({ ana, ben }) => {
    const { handle } = (await ok(ben, "GET", "/api/user/profile")).profile;
    const entry = await write(ana, { content: `For @${handle}`, mood: "calm", tags: ["secret"] });
    const { code } = await make(ana, entry.id);
    const { status, body, headers } = await read(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      entry: {
        title: entry.title,
        content: `For @${handle}`,
        mood: "calm",
        written_at: entry.written_at,
        author: entry.author,
        attachments: [],
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    await ok(ana, "PUT", `/api/journal/${entry.id}`, { content: "Changed" });
    expect((await read(code)).body.entry.content).toBe("Changed");
  });

  it("opens the files of this entry alone, for fifteen minutes", async ({ ana }) => {
    const [entry, other] = [await write(ana), await write(ana)];
    const { code } = await make(ana, entry.id);
    for (const each of [entry, other]) {
      const path = `${ana.id}/${each.id}.png`;
      const file = new Blob([`of ${each.id}`], { type: "image/png" });
      const { error } = await service.storage.from("entry-attachments").upload(path, file);
      expect(error).toBeNull();
      await sql`
        insert into public.entry_attachments (entry_id, user_id, kind, type, path, bytes, width, height)
        values (${each.id}, ${ana.id}, 'image', 'image/png', ${path}, 39, 1, 1)`;
    }
    const { attachments } = (await read(code)).body.entry;
    expect(attachments).toHaveLength(1);
    const { url } = attachments[0];
    expect(await (await fetch(url)).text()).toBe(`of ${entry.id}`);
    const { exp, iat } = decodeJwt(new URL(url).searchParams.get("token")!);
    expect(exp! - iat!).toBe(900);
  });

  it("is told of a code that does not exist, not to be kept or indexed", async ({ ana }) => {
    const { id } = await make(ana, (await write(ana)).id);
    // The id of a link does not work as a code.
    for (const unknown of ["0".repeat(48), id, "ü"]) {
      const { status, body, headers } = await read(unknown);
      expect([status, body.error, headers.get("cache-control"), headers.get("x-robots-tag")])
        .toEqual([404, "Share link not found", "no-store", "noindex"]);
    }
  });

  it("counts as a view where the entry is shown, and nowhere else", async ({ ana }) => {
    const { id, code } = await locked(ana);
    await read(code);
    await read(code, "another one");
    await Promise.all([read(code, passphrase), read(code, passphrase)]);
    await eventually(async () => expect(await views(ana)).toBe(2));
    await ok(ana, "DELETE", `/api/share-links/${id}`);
    await read(code, passphrase);
    expect(await views(ana)).toBe(2);
  });

  it("reads it at the front door alone, from any page", async ({ ana }) => {
    const { code } = await make(ana, (await write(ana)).id);
    expect((await anonymous.api("GET", `/share-links/shared/${code}`)).status).toBe(404);
    const { headers } = await send("OPTIONS", `/api/shared/${code}`, undefined, {
      origin: "https://app.example.com",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-share-passphrase",
    });
    expect(headers.get("access-control-allow-headers")).toContain("x-share-passphrase");
  });

  it("leaves no code in the log", async () => {
    await useProject();
    Deno.env.set("LOG_LEVEL", "info");
    const log = vi.spyOn(console, "log").mockReturnValue();
    const code = crypto.randomUUID();
    const app = createApp([routes]);
    for (const path of [code, `${code}/`, `${code}?x=1`, code.repeat(9)]) {
      expect((await app.request(`/shared/${path}`)).status).toBeGreaterThanOrEqual(400);
    }
    const lines = log.mock.calls.flat().join("\n");
    log.mockRestore();
    Deno.env.set("LOG_LEVEL", "silent");
    expect(lines).toContain('"route":"/shared/:code"');
    expect(lines).not.toContain(code);
  });

  it("may ask 60 times a minute from one address, unknown codes included", async () => {
    await useProject();
    const app = createApp([routes]);
    const headers = { "cf-connecting-ip": `test ${crypto.randomUUID()}` };
    const ask = async () => (await app.request("/shared/unknown", { headers })).status;
    const statuses = [];
    for (let count = 0; count < 61; count++) statuses.push(await ask());
    expect(statuses.lastIndexOf(404)).toBe(59);
    expect(statuses[60]).toBe(429);
  });
});

describe("a passphrase", () => {
  it("is asked for, and opens the link however it is composed", async ({ ana }) => {
    const { code } = await locked(ana);
    expect(await messageOf(read(code))).toBe("401 This link needs a passphrase");
    expect(await messageOf(read(code, ""))).toBe("401 This link needs a passphrase");
    expect(await messageOf(read(code, "another one"))).toBe("401 Wrong passphrase");
    expect((await read(code)).body.code).toBe("passphrase_needed");
    expect((await read(code, passphrase)).status).toBe(200);
    expect((await read(code, passphrase.normalize("NFD"))).status).toBe(200);
  });

  it("is needed to its last letter, also after 72 bytes", async ({ ana }) => {
    const long = "é".repeat(199);
    const { code } = await make(ana, (await write(ana)).id, { passphrase: `${long}a` });
    expect((await read(code, `${long}a`)).status).toBe(200);
    expect((await read(code, `${long}b`)).status).toBe(401);
    expect((await read(code, long)).status).toBe(401);
  });

  it("that is not percent-encoded is a wrong one", async ({ ana }) => {
    const { code } = await locked(ana);
    const headers = { "x-share-passphrase": "100%" };
    expect(await codeOf(anonymous.api("GET", `/api/shared/${code}`, undefined, headers)))
      .toBe("401 passphrase_needed");
  });

  it("that is not needed is ignored", async ({ ana }) => {
    const { code } = await make(ana, (await write(ana)).id);
    expect((await read(code, "whatever")).status).toBe(200);
  });

  it("is not looked at when the link has ended", async ({ ana }) => {
    const { id, code } = await locked(ana);
    await ok(ana, "DELETE", `/api/share-links/${id}`);
    for (const guess of [undefined, "another one", passphrase]) {
      expect(await codeOf(read(code, guess))).toBe("410 link_gone");
    }
  });

  it("wrong ten times within an hour locks the link for everybody", async ({ ana }) => {
    const { id, code } = await locked(ana);
    // The oldest of them are 59 and 61 minutes ago.
    await sql`
      update private.share_link_secrets set wrong_at = array(
        select now() - make_interval(mins => m) from unnest('{61,59,5,5,5,5,5,5,5,5}'::int[]) as m)
      where link_id = ${id}`;
    expect((await read(code, passphrase)).status).toBe(200);
    expect(await messageOf(read(code, "another one"))).toBe("401 Wrong passphrase");
    for (const guess of [undefined, "another one", passphrase]) {
      const { status, body, headers } = await read(code, guess);
      expect([status, body.code]).toEqual([429, "rate_limited"]);
      // The wait ends when the attempt of 59 minutes ago no longer counts.
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    const [{ locked_until }] = await linksOf(ana);
    expect(Date.parse(locked_until)).toBeGreaterThan(Date.now());
    await sql`
      update public.share_links set locked_until = now() where id = ${id}`;
    expect((await read(code, passphrase)).status).toBe(200);
  });

  it("is guessed ten times an hour, however many guess at once", async ({ ana }) => {
    const { id, code } = await locked(ana);
    const guesses = Array.from({ length: 25 }, (_, n) => codeOf(read(code, `guess ${n}`)));
    const outcomes = (await Promise.all(guesses)).toSorted();
    expect(outcomes).toEqual([
      ...Array(10).fill("401 passphrase_needed"),
      ...Array(15).fill("429 rate_limited"),
    ]);
    const [row] = await sql`
      select cardinality(wrong_at) as wrong from private.share_link_secrets where link_id = ${id}`;
    expect(row!.wrong).toBe(10);
  });
});
