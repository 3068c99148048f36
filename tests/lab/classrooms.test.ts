/** Classroom accounts: which templates they clone, and their progress reports. */
import { describe, expect, it } from "vitest";
import type { Person } from "../support/people.ts";
import { codeOf, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { admin, ana, ben, dreamOf, promote, pupil, templateOf } from "./people.ts";

describe("classrooms", () => {
  it("clone promoted templates alone, under supervision where it is needed", async () => {
    const { id } = await templateOf(ana);
    const path = `/api/lab/templates/${id}/clone`;
    expect(await codeOf(pupil.api("POST", path, { supervised: true }))).toBe("403 forbidden");

    expect((await promote(id, { min_grade_band: "9-12", with_supervision: true })).body.template)
      .toMatchObject({ safety_level: "with_supervision", min_grade_band: "9-12" });
    expect(await codeOf(pupil.api("POST", path, {}))).toBe("403 forbidden");
    expect(await codeOf(pupil.api("POST", path, { supervised: true }))).toBe("201");

    expect((await promote(id, { min_grade_band: "9-12" })).body.template.safety_level)
      .toBe("classroom_safe");
    expect(await codeOf(pupil.api("POST", path, {}))).toBe("201");
    expect(await codeOf(promote(id, { min_grade_band: "9-12" }))).toBe("409 already_promoted");
    expect((await promote(id, { min_grade_band: "13" })).status).toBe(400);
  });

  it("keep clones and reports of a template that is demoted, and clone it no more", async () => {
    const { id } = await templateOf(ana);
    await promote(id, { min_grade_band: "K-5" });
    const { dream } = await ok(pupil, "POST", `/api/lab/templates/${id}/clone`, {});
    await ok(pupil, "POST", `/api/lab/dreams/${dream.id}/progress-reports`, {
      content: "It hums.",
    });

    const demote = `/api/lab/admin/templates/${id}/demote`;
    expect((await ok(admin, "POST", demote)).template)
      .toMatchObject({ safety_level: "adult_only", min_grade_band: null });
    expect(await codeOf(admin.api("POST", demote))).toBe("409 already_demoted");
    expect(await codeOf(pupil.api("POST", `/api/lab/templates/${id}/clone`, {})))
      .toBe("403 forbidden");
    expect(await codeOf(ben.api("POST", `/api/lab/templates/${id}/clone`, {}))).toBe("201");
    expect(
      (await walk(pupil, `/api/lab/progress-reports?dream_id=${dream.id}`, "progress_reports"))
        .map(({ content }) => content),
    ).toEqual(["It hums."]);
  });

  it("get public templates only", async () => {
    const { id } = await templateOf(ana);
    await ok(admin, "POST", "/api/lab/admin/templates", { dream_id: id, is_public: false });
    expect(await codeOf(promote(id, { min_grade_band: "K-5" }))).toBe("409 not_public");
    const direct = await admin.client.from("dreams")
      .update({ safety_level: "classroom_safe", min_grade_band: "K-5" }).eq("id", id);
    expect([direct.status, direct.error?.details]).toEqual([409, "not_public"]);
  });

  it("stay public until they are demoted, and a lower level is audited as a demotion", async () => {
    const { id } = await templateOf(ana);
    await promote(id, { min_grade_band: "K-5" });
    await promote(id, { min_grade_band: "K-5", with_supervision: true });
    const hide = () =>
      codeOf(admin.api("POST", "/api/lab/admin/templates", { dream_id: id, is_public: false }));
    expect(await hide()).toEqual("409 not_public");
    await ok(admin, "POST", `/api/lab/admin/templates/${id}/demote`);
    expect(await hide()).toEqual("200");
    const acts = await sql`select act from public.audit_log where target_id = ${id} order by id`;
    expect(acts.map(({ act }) => act).slice(1, 4))
      .toEqual(["template.promote", "template.demote", "template.demote"]);
  });

  it("follow a super admin who changes the safety level in the table", async () => {
    const { id } = await templateOf(ana);
    await promote(id, { min_grade_band: "K-5" });
    const listed = async () =>
      (await walk(pupil, "/api/lab/templates?safety_level=classroom_safe", "templates"))
        .some((template) => template.id === id);
    const change = (who: Person, values: Record<string, unknown>) =>
      who.client.from("dreams").update(values).eq("id", id).select("safety_level, min_grade_band");
    expect(await listed()).toBe(true);
    expect((await change(ana, { safety_level: "adult_only" })).data).toEqual([]);
    expect((await change(admin, { title: "x" })).status).toBe(403);

    expect((await change(admin, { safety_level: "adult_only" })).data)
      .toEqual([{ safety_level: "adult_only", min_grade_band: null }]);
    expect(await listed()).toBe(false);
    expect(await codeOf(pupil.api("POST", `/api/lab/templates/${id}/clone`, {})))
      .toBe("403 forbidden");
    expect((await change(admin, { safety_level: "classroom_safe" })).error?.code).toBe("23514");
    await change(admin, { safety_level: "classroom_safe", min_grade_band: "6-8" });
    expect(await listed()).toBe(true);
    const acts = await sql`
      select act, actor_id from public.audit_log where target_id = ${id} order by id`;
    expect(acts.map(({ act }) => act))
      .toEqual(["template.create", "template.promote", "template.demote", "template.promote"]);
    expect(acts[2]!.actor_id).toBe(admin.id);
  });

  it("require a template, and a super admin in the database too", async () => {
    const { id } = await dreamOf(ana);
    expect((await promote(id, { min_grade_band: "K-5" })).status).toBe(404);
    for (
      const [name, args] of [
        ["promote_template", { p_id: id, p_min_grade_band: "K-5" }],
        ["demote_template", { p_id: id }],
        ["make_template", { p_dream_id: id, p_is_public: true }],
        ["set_golden_spec", { p_template_id: id, p_spec: {} }],
      ] as const
    ) {
      expect((await ana.client.rpc(name, args)).status).toBe(403);
    }
  });
});
