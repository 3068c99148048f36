/** Access to files of backgrounds in storage, by person: with real tokens at the Storage API. */
import { Buffer } from "node:buffer";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { paint } from "../../packages/stand-ins/png.ts";
import { anonymous, service } from "../support/people.ts";
import { audience, makeWorld, type Role, roles, type Visibility } from "../support/world.ts";

const BUCKET = "entry-backgrounds";
const image = new Blob([Buffer.from(paint("test"))], { type: "image/png" });

const world = await makeWorld();

const files = (role: Role) => world.client[role].storage.from(BUCKET);

/** The owner's entry, whose background is in storage. */
async function background(metadata: Visibility, content: Visibility) {
  const { data } = await world.client.owner.rpc("create_journal_entry", {
    p_entry: {
      title: "Lake",
      content: "still",
      mood: "calm",
      metadata_visibility: metadata,
      content_visibility: content,
      team_id: world.teamId,
      org_id: world.orgId,
    },
  });
  return { entryId: data.id as string, path: await stored(data.id) };
}

async function stored(entryId?: string): Promise<string> {
  const owner = world.people.owner.id;
  const path = `${owner}/${crypto.randomUUID()}.png`;
  await service.rpc("reserve_file", { p_bucket: BUCKET, p_path: path });
  const { error } = await service.storage.from(BUCKET).upload(path, image);
  if (error) throw error;
  const version = entryId &&
    await world.client.owner.rpc("own_entry_content_version", { p_entry_id: entryId });
  const recorded = await service.rpc("record_entry_background", {
    p_user_id: owner,
    p_path: path,
    p_prompt: "a lake",
    p_tone: "calm",
    p_quality: "standard",
    p_entry_id: entryId,
    p_content_version: version && version.data,
  });
  if (recorded.error) throw recorded.error;
  return path;
}

/** Asks the function for the background of an entry. */
const ask = (role: Role, entryId: string) =>
  (role === "anonymous" ? anonymous : world.people[role])
    .api("GET", `/api/journal/${entryId}/background`);

/** The people to whom the function gives an address of the file. */
async function readers(entryId: string): Promise<Role[]> {
  const found: Role[] = [];
  for (const role of roles) {
    const { status, body } = await ask(role, entryId);
    if (status !== 200) {
      expect(status, role).toBe({ anonymous: 401, blocked: 403 }[role as string] ?? 404);
      continue;
    }
    expect(Object.keys(body.background).sort()).toEqual(["prompt", "tone", "url"]);
    const bytes = await (await fetch(body.background.url)).arrayBuffer();
    expect(bytes.byteLength).toBe(image.size);
    found.push(role);
  }
  return found.sort();
}

/** The people who can read the file with the Storage API or sign a URL for it. */
async function directReaders(path: string): Promise<Role[]> {
  const found: Role[] = [];
  for (const role of roles) {
    const { data } = await files(role).download(path);
    const signed = await files(role).createSignedUrl(path, 3_000_000_000);
    const many = await files(role).createSignedUrls([path], 3_000_000_000);
    expect(signed.error === null, `an address for ${role}`).toBe(data !== null);
    expect(Boolean(many.data?.[0]?.signedUrl), `addresses for ${role}`).toBe(data !== null);
    if (data) found.push(role);
  }
  return found.sort();
}

describe("the file of a background", () => {
  // The rows of backgrounds are in the row-security matrix with every pair.
  it.each<[Visibility, Visibility]>([["team", "team"], ["public", "org"], ["user", "public"]])(
    "of an entry (%s) with content (%s) can be read only by readers of the content",
    async (metadata, content) => {
      const both = audience[metadata].filter((role) => audience[content].includes(role));
      const { entryId } = await background(metadata, content);
      expect(await readers(entryId)).toEqual([...both].sort());
    },
  );

  it("can be read and signed with the Storage API only by its owner", async () => {
    expect(await directReaders((await background("public", "public")).path)).toEqual(["owner"]);
    expect(await directReaders(await stored())).toEqual(["owner"]);
  });

  it("has an address that expires within 15 minutes", async () => {
    const { entryId } = await background("public", "public");
    const { url } = (await ask("stranger", entryId)).body.background;
    const { exp } = decodeJwt(new URL(url).searchParams.get("token")!);
    const seconds = exp! - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it("has no address for a reader who leaves the team", async () => {
    const { owner, stranger } = world.people;
    const { entryId } = await background("team", "team");
    const member = { p_org_id: world.orgId, p_user_id: stranger.id };
    await owner.client.rpc("add_organization_member", { ...member, p_role: "member" });
    const team = { p_team_id: world.teamId, p_user_id: stranger.id };
    await owner.client.rpc("add_team_member", { ...team, p_role: "member" });
    expect((await ask("stranger", entryId)).status).toBe(200);
    await owner.client.rpc("remove_organization_member", member);
    expect((await ask("stranger", entryId)).status).toBe(404);
  });

  it("follows the visibility of its entry", async () => {
    const { entryId } = await background("user", "user");
    const set = (visibility: Visibility) =>
      world.people.owner.api("PUT", `/api/journal/${entryId}`, {
        metadata_visibility: visibility,
        content_visibility: visibility,
      });
    await set("org");
    expect(await readers(entryId)).toEqual([...audience.org].sort());
    await set("user");
    expect(await readers(entryId)).toEqual([...audience.user].sort());
  });

  it("cannot be read at a public address or with a changed signature", async () => {
    const { path } = await background("public", "public");
    const { publicUrl } = files("owner").getPublicUrl(path).data;
    expect((await fetch(publicUrl)).ok).toBe(false);
    const other = (await background("user", "user")).path;
    const { signedUrl } = (await files("owner").createSignedUrl(path, 60)).data!;
    expect((await fetch(signedUrl.replace(path, other))).ok).toBe(false);
  });
});

describe("the bucket", () => {
  it("accepts only PNG files of at most 10 MB", async () => {
    const to = service.storage.from(BUCKET);
    const path = () => `${world.people.owner.id}/${crypto.randomUUID()}`;
    const text = new Blob(["hello"], { type: "text/plain" });
    expect((await to.upload(path(), text)).error).not.toBeNull();
    const large = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: "image/png" });
    expect((await to.upload(path(), large)).error).not.toBeNull();
  });
});
