/** The library of drops that users send. */
import { describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { path, template } from "./support.ts";

const admin = `${path}/admin/templates`;
const library = `${path}/templates`;

const create = async (who: Person, fields: Record<string, unknown> = {}) =>
  (await ok(who, "POST", admin, {
    drop_type: "science_tidbit",
    title: "Breathe",
    content: "A longer exhale slows the heart.",
    ...fields,
  })).template;

const ids = async (who: Person, list: string) =>
  (await walk(who, list, "templates")).map(({ id }: { id: string }) => id);

describe("templates", () => {
  it("are created unapproved, updated and deleted by super admins, and audited", async () => {
    const ada = await superAdmin();
    const made = await create(ada);
    expect(made).toMatchObject({ title: "Breathe", is_approved: false, usage_count: 0 });
    const media = {
      drop_type: "media",
      media_url: "https://vimeo.com/1",
      media_type: "video",
      thumbnail_url: "https://example.com/a.png",
      is_approved: true,
    };
    const { template: changed } = await ok(ada, "PUT", `${admin}/${made.id}`, media);
    expect(changed).toMatchObject({ ...media, title: "Breathe", content: made.content });
    const nulls = { content: null, media_type: null, thumbnail_url: null };
    const { template: bare } = await ok(ada, "PUT", `${admin}/${made.id}`, nulls);
    expect(bare).toMatchObject({ ...nulls, content: "" });
    expect((await ada.api("DELETE", `${admin}/${made.id}`)).body)
      .toEqual({ message: "Template deleted" });
    const acts = await sql`
      select act, actor_id from public.audit_log where target_id = ${made.id} order by id`;
    expect(acts.map(({ act }) => act)).toEqual([
      "drop_template.create",
      "drop_template.update",
      "drop_template.update",
      "drop_template.delete",
    ]);
    expect(new Set(acts.map(({ actor_id }) => actor_id))).toEqual(new Set([ada.id]));
  });

  it.each([
    [{}, "title: required"],
    [{ title: " " }, "title: must not be empty"],
    [{ content: "x".repeat(501) }, "content: expected at most 500 characters"],
    [{ content: "" }, "drop_type: a media template needs media_url"],
    [{ media_url: "https://vimeo.com/1" }, "drop_type: a media template needs media_url"],
    [{ drop_type: "media" }, "drop_type: a media template needs media_url"],
    [{ drop_type: "media", media_url: "https://example.com/1" }, "media_url: expected an https"],
    [{ drop_type: "hug" }, "drop_type: expected one of"],
    [{ thumbnail_url: "http://example.com/a.png" }, "thumbnail_url: expected an https URL"],
    [{ media_type: "film" }, "media_type: expected one of"],
  ])("refuse %j", async (fields, error) => {
    const ada = await superAdmin();
    const body = Object.keys(fields).length
      ? { drop_type: "science_tidbit", title: "x", content: "x", ...fields }
      : { drop_type: "science_tidbit", content: "x" };
    expect(await outcome(ada, "POST", admin, body)).toContain(`400 ${error}`);
  });

  it("are 404 when unknown, and an update needs a field", async () => {
    const ada = await superAdmin();
    expect((await ada.api("PUT", `${admin}/${NOWHERE}`, { title: "x" })).status).toBe(404);
    expect((await ada.api("DELETE", `${admin}/${NOWHERE}`)).status).toBe(404);
    expect((await ada.api("PUT", `${admin}/${(await create(ada)).id}`, {})).status).toBe(400);
  });

  it("are visible to users while they are approved", async () => {
    const [ana, ada, id] = [await person("Ana"), await superAdmin(), await template()];
    expect(await ids(ana, library)).toContain(id);
    await ok(ada, "PUT", `${admin}/${id}`, { is_approved: false });
    expect(await ids(ana, library)).not.toContain(id);
    expect(await ids(ada, library)).not.toContain(id);
    expect(await ids(ada, admin)).toContain(id);
  });

  it("are filtered by type, and listed in pages, newest first", async () => {
    const [ana, ada] = await Promise.all([person("Ana"), superAdmin()]);
    for (let n = 0; n < 3; n++) await template({ drop_type: "science_tidbit" });
    await template();
    for (const [who, list] of [[ana, library], [ada, admin]] as const) {
      const rows = await walk(who, `${list}?type=science_tidbit`, "templates", 2);
      expect(rows.length).toBeGreaterThanOrEqual(3);
      expect(new Set(rows.map((row) => row.drop_type))).toEqual(new Set(["science_tidbit"]));
      const keys = rows.map((row) => `${row.created_at} ${row.id}`);
      expect(keys).toEqual([...keys].sort().reverse());
    }
    expect((await ana.api("GET", `${library}?type=hug`)).status).toBe(400);
  });
});
