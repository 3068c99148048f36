/** Dreams, templates, clones and progress reports. */
import { beforeAll, describe, expect, it } from "vitest";
import { session } from "../organizations/sessions.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { codeOf, NOWHERE, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

let ana: Person, ben: Person, pupil: Person, admin: Person;
beforeAll(async () => {
  [ana, ben, pupil, admin] = await Promise.all([
    person("Ana"),
    person("Ben"),
    person("Pupil"),
    superAdmin(),
  ]);
  await ok(admin, "PUT", `/api/admin/users/${pupil.id}/classroom`, { is_classroom: true });
});

const fields = {
  title: "A coil",
  description: "Copper wire.",
  calculator: "coil",
  steps: [{ title: "Wind it", done: true }, { title: "Measure it", done: false }],
};

const dreamOf = async (who: Person, extra = {}) =>
  (await ok(who, "POST", "/api/lab/dreams", { ...fields, ...extra })).dream;

const templateOf = async (who: Person, is_public = true) => {
  const { id } = await dreamOf(who);
  const { template } = await ok(admin, "POST", "/api/lab/admin/templates", {
    dream_id: id,
    is_public,
  });
  return template;
};

const promote = (id: string, body: unknown) =>
  admin.api("POST", `/api/lab/admin/templates/${id}/promote-to-classroom`, body);

const statusAs = async (who: Person, method: string, path: string, body?: unknown) => {
  const answer = await who.api(method, path, body);
  return [answer.status, answer.body.code ?? null];
};

describe("/api/lab/dreams", () => {
  it("creates, lists, updates and deletes a dream", async () => {
    const dream = await dreamOf(ana);
    expect(dream).toMatchObject({
      ...fields,
      user_id: ana.id,
      is_template: false,
      is_public: false,
      safety_level: "adult_only",
      min_grade_band: null,
      predicted_values: null,
      cloned_from: null,
      completed_at: null,
    });
    expect((await walk(ana, "/api/lab/dreams", "dreams", 1)).map(({ id }) => id))
      .toContain(dream.id);

    const steps = [{ title: "Wind it again", done: false }];
    const changed = await ok(ana, "PUT", `/api/lab/dreams/${dream.id}`, {
      steps,
      calculator: null,
    });
    expect(changed.dream).toMatchObject({ title: fields.title, steps, calculator: null });

    expect(await ok(ana, "DELETE", `/api/lab/dreams/${dream.id}`))
      .toEqual({ message: "Dream deleted" });
    expect(await statusAs(ana, "DELETE", `/api/lab/dreams/${dream.id}`)).toEqual([
      404,
      "not_found",
    ]);
  });

  it("refuses malformed fields", async () => {
    for (
      const body of [
        {},
        { title: "" },
        { ...fields, calculator: "perpetuum" },
        { ...fields, steps: [{ title: "No state" }] },
        { ...fields, steps: Array(51).fill(fields.steps[0]) },
      ]
    ) {
      expect((await ana.api("POST", "/api/lab/dreams", body)).status).toBe(400);
    }
    const { error } = await ana.client.rpc("create_dream", {
      p_fields: { title: "Direct", steps: [{ title: "x", done: "yes" }] },
    });
    expect(error?.code).toBe("23514");
  });

  it("hides a dream from others unless it is public", async () => {
    const hidden = await dreamOf(ana);
    const shown = await dreamOf(ana, { is_public: true });
    const convergence = (id: string) => statusAs(ben, "GET", `/api/lab/dreams/${id}/convergence`);
    expect(await convergence(hidden.id)).toEqual([404, "not_found"]);
    expect(await convergence(shown.id)).toEqual([200, null]);
    for (const id of [hidden.id, shown.id]) {
      const status = id === hidden.id ? [404, "not_found"] : [403, "forbidden"];
      expect(await statusAs(ben, "PUT", `/api/lab/dreams/${id}`, { title: "Mine" })).toEqual(
        status,
      );
      expect(await statusAs(ben, "DELETE", `/api/lab/dreams/${id}`)).toEqual(status);
      expect(await statusAs(ben, "POST", `/api/lab/dreams/${id}/complete`)).toEqual(status);
    }
  });

  it("completes a dream once", async () => {
    const { id } = await dreamOf(ana);
    const { dream } = await ok(ana, "POST", `/api/lab/dreams/${id}/complete`);
    expect(dream.completed_at).not.toBeNull();
    expect(dream.completion_count).toBe(1);
    expect(await statusAs(ana, "POST", `/api/lab/dreams/${id}/complete`))
      .toEqual([409, "already_completed"]);
  });
});

describe("templates", () => {
  it("are made by super admins from dreams, keep the id, and can be hidden again", async () => {
    const { id } = await dreamOf(ana);
    const make = (is_public: boolean) => ({ dream_id: id, is_public });
    const { template } = await ok(admin, "POST", "/api/lab/admin/templates", make(true));
    expect(template).toMatchObject({ id, is_template: true, is_public: true });
    expect((await ok(ben, "GET", `/api/lab/templates/${id}`)).template).toMatchObject({
      id,
      videos: [],
      convergence: { status: "collecting", confirmations: 0, values: [] },
    });
    await ok(admin, "POST", "/api/lab/admin/templates", make(false));
    expect(await statusAs(ben, "GET", `/api/lab/templates/${id}`)).toEqual([404, "not_found"]);
    expect(await statusAs(ana, "GET", `/api/lab/templates/${id}`)).toEqual([200, null]);
    expect(
      await statusAs(admin, "POST", "/api/lab/admin/templates", {
        dream_id: NOWHERE,
        is_public: true,
      }),
    ).toEqual([404, "not_found"]);
  });

  it("are changed and deleted by super admins alone", async () => {
    const { id } = await templateOf(ana);
    const path = `/api/lab/dreams/${id}`;
    expect(await statusAs(ana, "PUT", path, { title: "Other" })).toEqual([403, "forbidden"]);
    expect(await statusAs(ana, "DELETE", path)).toEqual([403, "forbidden"]);
    expect((await ok(admin, "PUT", path, { title: "Better" })).dream.title).toBe("Better");
    await ok(admin, "DELETE", path);
    const acts = await sql`select act from public.audit_log where target_id = ${id} order by id`;
    expect(acts.map(({ act }) => act))
      .toEqual(["template.create", "template.update", "template.delete"]);
  });

  it("are listed by safety level and grade band", async () => {
    const { id } = await templateOf(ana);
    await promote(id, { min_grade_band: "6-8" });
    const ids = async (query: string) =>
      (await walk(ben, `/api/lab/templates?${query}`, "templates")).map((it) => it.id);
    expect(await ids("safety_level=classroom_safe&grade_band=6-8")).toContain(id);
    expect(await ids("safety_level=adult_only")).not.toContain(id);
    expect(await ids("grade_band=K-5")).not.toContain(id);
    // What suits a band suits those above it.
    expect(await ids("grade_band=9-12")).toContain(id);
  });
});

describe("classrooms", () => {
  it("clone what is promoted, under supervision where it is needed, and nothing else", async () => {
    const { id } = await templateOf(ana);
    const path = `/api/lab/templates/${id}/clone`;
    expect(await statusAs(pupil, "POST", path, { supervised: true })).toEqual([403, "forbidden"]);

    expect((await promote(id, { min_grade_band: "9-12", with_supervision: true })).body.template)
      .toMatchObject({ safety_level: "with_supervision", min_grade_band: "9-12" });
    expect(await statusAs(pupil, "POST", path, {})).toEqual([403, "forbidden"]);
    expect(await statusAs(pupil, "POST", path, { supervised: true })).toEqual([201, null]);

    expect((await promote(id, { min_grade_band: "9-12" })).body.template.safety_level)
      .toBe("classroom_safe");
    expect(await statusAs(pupil, "POST", path, {})).toEqual([201, null]);
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
    expect(await statusAs(admin, "POST", demote)).toEqual([409, "already_demoted"]);
    expect(await statusAs(pupil, "POST", `/api/lab/templates/${id}/clone`, {}))
      .toEqual([403, "forbidden"]);
    expect(await statusAs(ben, "POST", `/api/lab/templates/${id}/clone`, {})).toEqual([201, null]);
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
      statusAs(admin, "POST", "/api/lab/admin/templates", { dream_id: id, is_public: false });
    expect(await hide()).toEqual([409, "not_public"]);
    await ok(admin, "POST", `/api/lab/admin/templates/${id}/demote`);
    expect(await hide()).toEqual([200, null]);
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
    expect(await statusAs(pupil, "POST", `/api/lab/templates/${id}/clone`, {}))
      .toEqual([403, "forbidden"]);
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

describe("clones, completions and builds", () => {
  it("open the steps again and count once for each user", async () => {
    const { id } = await templateOf(ana);
    const { dream } = await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    expect(dream).toMatchObject({
      user_id: ben.id,
      cloned_from: id,
      is_template: false,
      steps: fields.steps.map((step) => ({ ...step, done: false })),
    });
    await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    await ok(ben, "POST", `/api/lab/dreams/${dream.id}/complete`);
    await ok(ben, "POST", `/api/lab/dreams/${dream.id}/builds`);
    expect(await statusAs(ben, "POST", `/api/lab/dreams/${dream.id}/builds`))
      .toEqual([409, "already_exists"]);
    await ok(pupil, "POST", `/api/lab/dreams/${id}/builds`);
    expect((await ok(ben, "GET", `/api/lab/templates/${id}`)).template)
      .toMatchObject({ clone_count: 1, completion_count: 1, build_count: 2 });
  });

  it.each(["complete_dream", "build_dream"])(
    "%s of a clone does not deadlock with the deletion of its template",
    async (act) => {
      const { id } = await templateOf(ana);
      const { dream } = await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
      const acting = await session(ben);
      const pending = await sql.begin(async (tx) => {
        await tx`select from public.dreams where id = ${id} for no key update`;
        const deletion = admin.api("DELETE", `/api/lab/dreams/${id}`);
        await eventually(async () => {
          const waiting = await sql`
            select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%delete_dream%'`;
          expect(waiting).toHaveLength(1);
        });
        const answer = acting.call(act, dream.id);
        await acting.waiting();
        return { deletion, answer };
      });
      expect((await pending.deletion).status).toBe(200);
      expect(await pending.answer).toBe("done");
    },
  );

  it("are limited to 100 clones in 24 hours", async () => {
    const [{ id }, eve] = await Promise.all([templateOf(ana), person("Eve")]);
    await sql`insert into private.rate_limit_hits (bucket, subject, cost)
      values ('template_clone', ${`user:${eve.id}`}, 99)`;
    const clone = () => eve.api("POST", `/api/lab/templates/${id}/clone`, {});
    expect([(await clone()).status, (await clone()).status]).toEqual([201, 429]);
    expect((await eve.client.rpc("clone_template", { p_id: id })).status).toBe(429);
  });

  it("count once for each user when many clone and build at once", async () => {
    const { id } = await templateOf(ana);
    const people = await Promise.all(Array.from({ length: 5 }, () => person("Builder")));
    const answers = await Promise.all(people.flatMap((who) => [
      who.api("POST", `/api/lab/templates/${id}/clone`, {}),
      who.api("POST", `/api/lab/dreams/${id}/builds`),
      who.api("POST", `/api/lab/dreams/${id}/builds`),
    ]));
    expect(answers.map(({ status }) => status).sort())
      .toEqual([...Array(5).fill(200), ...Array(5).fill(201), ...Array(5).fill(409)]);
    expect((await ok(ben, "GET", `/api/lab/templates/${id}`)).template)
      .toMatchObject({ clone_count: 5, build_count: 5 });
  });
});

describe("progress reports", () => {
  it("are about the caller's own dreams, also when written directly", async () => {
    const { id } = await dreamOf(ana, { is_public: true });
    const path = `/api/lab/dreams/${id}/progress-reports`;
    expect(await statusAs(ben, "POST", path, { content: "x" })).toEqual([404, "not_found"]);
    expect(await statusAs(ana, "POST", path, { content: " " })).toEqual([400, "invalid_input"]);
    const { error } = await ben.client.from("progress_reports")
      .insert({ dream_id: id, content: "x" });
    expect(error?.code).toBe("23503");
    expect((await ok(ana, "POST", path, { content: "Half way." })).progress_report)
      .toMatchObject({ dream_id: id, user_id: ana.id, content: "Half way." });
  });
});

describe("deleting the account", () => {
  it("deletes dreams and keeps templates without an author", async () => {
    const author = await person("Author");
    const dream = await dreamOf(author);
    const { id } = await templateOf(author);
    await ok(author, "POST", `/api/lab/dreams/${dream.id}/progress-reports`, { content: "x" });
    await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    await ok(author, "DELETE", "/api/user/account", { confirm: author.email });
    expect(await sql`select id, user_id from public.dreams where id in ${sql([dream.id, id])}`)
      .toEqual([{ id, user_id: null }]);
    expect((await ok(ben, "GET", `/api/lab/templates/${id}`)).template.clone_count).toBe(1);
  });
});
