import process from "node:process";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { decrypt, encrypt, isSigned, newSecret, sign } from "../../functions/music/encryption.ts";

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
    expect(one).toMatch(/^default\.[\w-]{16}\.[\w-]+$/);
    expect(await decrypt(one, "of Ana")).toBe("token");
    await expect(decrypt(one, "of Ben")).rejects.toMatchObject(refusal);
  });

  it("is refused when altered", async () => {
    const [id, iv, body] = (await encrypt("token", "x")).split(".");
    const first = body!.startsWith("A") ? "B" : "A";
    for (
      const altered of [`${id}.${iv}.${first}${body!.slice(1)}`, `${id}.AAAA.${body}`, `${id}`, ""]
    ) {
      await expect(decrypt(altered, "x")).rejects.toMatchObject(refusal);
    }
  });

  it("uses the first key, and decrypts with those before it", async () => {
    const old = await encrypt("old", "x");
    keys(`new:${key("b")},default:${key("a")}`);
    expect(await encrypt("token", "x")).toMatch(/^new\./);
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

describe("sign", () => {
  it("is recognized with the same keys alone", async () => {
    const signed = await sign(newSecret());
    expect(await isSigned(signed)).toBe(true);
    expect(await isSigned(`x${signed}`)).toBe(false);
    expect(await isSigned(signed.slice(0, -1))).toBe(false);
    expect(await isSigned("")).toBe(false);
    keys(`new:${key("b")},default:${key("a")}`);
    expect(await isSigned(signed)).toBe(true);
    keys(`new:${key("b")}`);
    expect(await isSigned(signed)).toBe(false);
  });
});
