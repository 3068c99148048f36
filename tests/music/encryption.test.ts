import process from "node:process";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { decrypt, encrypt, isEncrypted } from "../../functions/music/encryption.ts";

const given = process.env.MUSIC_TOKEN_KEY;
const key = (letter: string) => btoa(letter.repeat(32));
const keys = (setting: string) => Deno.env.set("MUSIC_TOKEN_KEY", setting);

beforeEach(() => keys(key("a")));
afterAll(() => keys(given!));

const refusal = { status: 503, code: "not_configured" };

describe("encrypt", () => {
  it("gives another text each time, which only the same context decrypts", async () => {
    const [one, two] = [await encrypt("token", "of Ana"), await encrypt("token", "of Ana")];
    expect(one).not.toBe(two);
    expect(decodeProtectedHeader(one)).toEqual({ alg: "dir", enc: "A256GCM", kid: "default" });
    expect(await decrypt(one, "of Ana")).toBe("token");
    await expect(decrypt(one, "of Ben")).rejects.toMatchObject(refusal);
  });

  it("is refused when altered", async () => {
    const [header, key, iv, body, tag] = (await encrypt("token", "x")).split(".");
    const first = body!.startsWith("A") ? "B" : "A";
    const parts = [
      [header, key, iv, first + body!.slice(1), tag],
      [header, key, "AAAA", body, tag],
      [header, key, iv, body, tag!.slice(0, -4)],
      [header],
      [],
    ];
    for (const altered of parts) {
      await expect(decrypt(altered.join("."), "x")).rejects.toMatchObject(refusal);
      expect(await isEncrypted(altered.join("."), "x")).toBe(false);
    }
  });

  it("uses the first key, and decrypts with those before it", async () => {
    const old = await encrypt("old", "x");
    keys(`new:${key("b")},default:${key("a")}`);
    expect(decodeProtectedHeader(await encrypt("token", "x")).kid).toBe("new");
    expect(await decrypt(old, "x")).toBe("old");
    keys(`new:${key("b")}`);
    await expect(decrypt(old, "x")).rejects.toMatchObject(refusal);
    keys(`default:${key("b")}`);
    await expect(decrypt(old, "x")).rejects.toMatchObject(refusal);
  });

  it.each(["", "x", btoa("short"), `${key("a")},`, `a b:${key("a")}`])(
    "refuses %j as a key",
    async (setting) => {
      keys(setting);
      await expect(encrypt("token", "x")).rejects.toMatchObject(refusal);
    },
  );
});
