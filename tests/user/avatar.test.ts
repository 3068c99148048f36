/** The uploaded picture of a profile. */
import { Buffer } from "node:buffer";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { readPhoto } from "../../functions/workout-window/photo.ts";
import { type Answer, type Person, person, service } from "../support/people.ts";
import { filesAreGoing, lastingFiles } from "../support/files.ts";
import { jpeg, webp } from "../support/images.ts";
import { ok, outcome } from "../support/requests.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { png } from "../tone-packs/support.ts";
import { exifBlock, photo, SECRET } from "../workout-window/photos.ts";

const path = "/api/user/avatar";
const PUBLIC = "/storage/v1/object/public/avatars/";

function upload(who: Person, bytes: Uint8Array<ArrayBuffer>, type = "image/png"): Promise<Answer> {
  const form = new FormData();
  form.set("file", new File([bytes], "me.svg", { type }));
  return who.api("POST", path, form);
}

async function uploaded(who: Person, bytes = png()): Promise<string> {
  const { status, body } = await upload(who, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.profile.avatar_url;
}

const pathIn = (url: string) => url.split(PUBLIC)[1]!;
const files = (who: Person) => lastingFiles("avatars", `${who.id}/%`);

it.for([["png", png()], ["jpg", jpeg()], ["webp", webp()]] as const)(
  "stores a %s by its bytes, at an address that anyone opens",
  async ([extension, bytes], { ana }) => {
    // The service ignores the type that the client claims.
    const { body } = await upload(ana, bytes, "text/html");
    const url: string = body.profile.avatar_url;
    expect(body.profile.id).toBe(ana.id);
    expect(url).toMatch(
      new RegExp(`^${platform.api_url}${PUBLIC}${ana.id}/[0-9a-f-]{36}\\.${extension}$`),
    );
    const opened = await fetch(url);
    expect(opened.headers.get("content-type")).toMatch(/^image\//);
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(new Uint8Array(bytes));
    const [card] = (await ana.client.from("profile_cards").select("avatar_url").eq("id", ana.id))
      .data!;
    expect(card!.avatar_url).toBe(url);
  },
);

it.for(["image/jpeg", "image/png", "image/webp"] as const)(
  "removes metadata of a %s but the orientation, and what follows the picture",
  async (type, { ana }) => {
    const original = photo[type](exifBlock({ orientation: 6 }));
    const url = await uploaded(ana, original);
    const stored = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(Buffer.from(original).includes(SECRET)).toBe(true);
    expect(Buffer.from(stored).includes(SECRET)).toBe(false);
    const { orientation } = await readPhoto([stored]);
    expect(orientation).toBe(type === "image/png" ? undefined : 6);
  },
);

describe("the former file is deleted", () => {
  it("by another upload", async ({ ana }) => {
    const [first, second] = [await uploaded(ana), await uploaded(ana)];
    expect(first).not.toBe(second);
    await filesAreGoing("avatars", `${ana.id}/%`, [pathIn(second)]);
  });

  it("by another address, also directly", async ({ ana, ben }) => {
    for (const who of [ana, ben]) await uploaded(who);
    const avatar_url = "https://example.com/a.png";
    await ok(ana, "PUT", "/api/user/profile", { avatar_url });
    expect((await ben.client.from("profiles").update({ avatar_url }).eq("id", ben.id)).error)
      .toBeNull();
    for (const who of [ana, ben]) {
      await filesAreGoing("avatars", `${who.id}/%`);
      expect((await ok(who, "GET", "/api/user/profile")).profile.avatar_url).toBe(avatar_url);
    }
  });

  it("by DELETE, which may be repeated", async ({ ana }) => {
    await uploaded(ana);
    for (let n = 0; n < 2; n++) {
      expect(await ok(ana, "DELETE", path)).toEqual({ message: "Avatar deleted" });
    }
    expect((await ok(ana, "GET", "/api/user/profile")).profile.avatar_url).toBeNull();
    await filesAreGoing("avatars", `${ana.id}/%`);
  });

  it("with the account", async ({ ana }) => {
    await uploaded(ana);
    await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email });
    expect(await files(ana)).toEqual([]);
  });

  it("by several uploads at once, of which the last one stays", async ({ ana }) => {
    await Promise.all(Array.from({ length: 4 }, () => uploaded(ana)));
    const { profile } = await ok(ana, "GET", "/api/user/profile");
    await filesAreGoing("avatars", `${ana.id}/%`, [pathIn(profile.avatar_url)]);
  });
});

it("keeps the file when the profile is written with the same address", async ({ ana }) => {
  const url = await uploaded(ana);
  await ok(ana, "PUT", "/api/user/profile", { avatar_url: url, full_name: "Ana Ruiz" });
  expect(await files(ana)).toEqual([pathIn(url)]);
});

it("an address of the project over http belongs to its uploader alone", async ({ ana, ben }) => {
  const url = await uploaded(ana);
  expect(await outcome(ben, "PUT", "/api/user/profile", { avatar_url: url })).toBe(
    "400 avatar_url: expected an https URL",
  );
  for (const changes of [{ avatar_url: url }, { avatar_path: pathIn(url) }]) {
    const { error } = await ben.client.from("profiles").update(changes).eq("id", ben.id);
    expect(["23514", "42501"]).toContain(error?.code);
  }
  // Once the picture is another one, the address is no longer the uploader's either.
  await ok(ana, "DELETE", path);
  expect((await ana.api("PUT", "/api/user/profile", { avatar_url: url })).status).toBe(400);
});

it("the export lists the file", async ({ ana }) => {
  const url = await uploaded(ana);
  const { export: data } = await ok(ana, "GET", "/api/user/export");
  expect(data.files).toMatchObject([{ bucket: "avatars", path: pathIn(url) }]);
});

describe("refused", () => {
  it("a file of more than 2 MB", async () => {
    const bytes = new Uint8Array(2 * 1024 * 1024 + 1);
    bytes.set(png());
    const { status, body } = await upload(await person(), bytes);
    expect([status, body.error]).toEqual([413, "file: larger than 2 MB"]);
    const far = await upload(await person(), new Uint8Array(4 * 1024 * 1024));
    expect(far.status).toBe(413);
  });

  it.for(
    [
      ["GIF", new TextEncoder().encode("GIF89a\x01\0\x01\0\0\0\0")],
      ["text with the type of a picture", new TextEncoder().encode("hello")],
    ] as const,
  )("%s", async ([_what, bytes], { ana }) => {
    expect((await upload(ana, bytes)).status).toBe(415);
    expect(await files(ana)).toEqual([]);
  });

  it("an empty file, a missing one, another field, and JSON", async ({ ana }) => {
    expect((await upload(ana, new Uint8Array())).body.error).toBe("file: is empty");
    const form = new FormData();
    form.set("photo", new File([png()], "a.png"));
    expect(await outcome(ana, "POST", path, form)).toBe("400 file: required");
    expect((await ana.api("POST", path, { file: "x" })).status).toBe(415);
  });

  it("a blocked user, before the file is stored", async ({ ana }) => {
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect((await upload(ana, png())).body.code).toBe("account_blocked");
    expect(await sql`select name from storage.objects where name like ${`${ana.id}/%`}`).toEqual(
      [],
    );
  });

  it("listing the files of others", async ({ ana, ben }) => {
    await uploaded(ana);
    const listed = async (who: Person) =>
      (await who.client.storage.from("avatars").list(ana.id)).data?.length ?? 0;
    expect([await listed(ana), await listed(ben)]).toEqual([1, 0]);
  });
});

it("a picture is recorded only while its place is reserved", async ({ ana }) => {
  const p_path = `${ana.id}/${crypto.randomUUID()}.png`;
  const record = () =>
    service.rpc("set_avatar", { p_user_id: ana.id, p_path, p_url: `https://x.example/${p_path}` });
  expect((await record()).error?.message).toBe("The file was not stored in time");
  await service.rpc("reserve_file", { p_bucket: "avatars", p_path });
  expect((await record()).error).toBeNull();
});
