/** Dreams, templates, clones and progress reports. */
import { describe, expect, it } from "vitest";
import { session } from "../organizations/sessions.ts";
import { person } from "../support/people.ts";
import { codeOf, NOWHERE, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { useUp } from "../support/limits.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { admin, ana, ben, dreamOf, fields, promote, pupil, templateOf } from "./people.ts";

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
    expect(await codeOf(ana.api("DELETE", `/api/lab/dreams/${dream.id}`))).toBe("404 not_found");
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
    const convergence = (id: string) => codeOf(ben.api("GET", `/api/lab/dreams/${id}/convergence`));
    expect(await convergence(hidden.id)).toEqual("404 not_found");
    expect(await convergence(shown.id)).toEqual("200");
    expect(await codeOf(ben.api("GET", `/api/lab/dreams/${hidden.id}`))).toBe("404 not_found");
    expect((await ok(ben, "GET", `/api/lab/dreams/${shown.id}`)).dream)
      .toMatchObject({ ...fields, author: { id: ana.id, full_name: "Ana" } });
    for (const id of [hidden.id, shown.id]) {
      const status = id === hidden.id ? "404 not_found" : "403 forbidden";
      expect(await codeOf(ben.api("PUT", `/api/lab/dreams/${id}`, { title: "Mine" }))).toEqual(
        status,
      );
      expect(await codeOf(ben.api("DELETE", `/api/lab/dreams/${id}`))).toEqual(status);
      expect(await codeOf(ben.api("POST", `/api/lab/dreams/${id}/complete`))).toEqual(status);
    }
  });

  it("completes a dream once", async () => {
    const { id } = await dreamOf(ana);
    const { dream } = await ok(ana, "POST", `/api/lab/dreams/${id}/complete`);
    expect(dream.completed_at).not.toBeNull();
    expect(dream.completion_count).toBe(1);
    expect(await codeOf(ana.api("POST", `/api/lab/dreams/${id}/complete`)))
      .toBe("409 already_completed");
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
      author: { id: ana.id },
      videos: [],
      replications: [],
      convergence: { status: "collecting", confirmations: 0, values: [] },
    });
    await ok(admin, "POST", "/api/lab/admin/templates", make(false));
    expect(await codeOf(ben.api("GET", `/api/lab/templates/${id}`))).toBe("404 not_found");
    expect(await codeOf(ana.api("GET", `/api/lab/templates/${id}`))).toBe("200");
    expect(
      await codeOf(admin.api("POST", "/api/lab/admin/templates", {
        dream_id: NOWHERE,
        is_public: true,
      })),
    ).toBe("404 not_found");
  });

  it("are changed and deleted by super admins alone", async () => {
    const { id } = await templateOf(ana);
    const path = `/api/lab/dreams/${id}`;
    expect(await codeOf(ana.api("PUT", path, { title: "Other" }))).toBe("403 forbidden");
    expect(await codeOf(ana.api("DELETE", path))).toBe("403 forbidden");
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
    // A template that suits a band suits the higher bands.
    expect(await ids("grade_band=9-12")).toContain(id);
  });
});

describe("the list of templates", () => {
  it("finds a text in the titles, literally, and has the most cloned first when asked", async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const [plain, odd] = [await templateOf(ana), await templateOf(ana)];
    await ok(admin, "PUT", `/api/lab/dreams/${plain.id}`, { title: `Coil ${word}` });
    await ok(admin, "PUT", `/api/lab/dreams/${odd.id}`, { title: `100 % COIL_${word}` });
    await ok(ben, "POST", `/api/lab/templates/${plain.id}/clone`, {});
    const found = async (query: string) =>
      (await walk(ben, `/api/lab/templates?${query}`, "templates", 1)).map(({ id }) => id);
    expect(await found(`q=${word.toUpperCase()}`)).toEqual([odd.id, plain.id]);
    expect(await found(`q=${word}&order=most_cloned`)).toEqual([plain.id, odd.id]);
    expect(await found(`q=l_${word}`)).toEqual([odd.id]);
    expect(await found(`q=${encodeURIComponent("0 % c")}`)).toContain(odd.id);
    // Characters with another meaning in a pattern, a filter or a regular expression.
    for (const text of ["\\", `*${word}`, `l*${word}`, `o?l`, `co.l`, "(", `"`, "***:."]) {
      expect(await found(`q=${encodeURIComponent(text)}`)).toEqual([]);
    }
    await ok(admin, "PUT", `/api/lab/dreams/${odd.id}`, { title: `(a*b) "${word}", \\ É` });
    for (const text of [`(A*b) "${word}", \\ é`, `*B) "${word}`, `${word}", \\`]) {
      expect(await found(`q=${encodeURIComponent(text)}`)).toEqual([odd.id]);
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
    expect(await codeOf(ben.api("POST", `/api/lab/dreams/${dream.id}/builds`)))
      .toBe("409 already_exists");
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
        await somebodyWaitsFor(tx);
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
    await useUp(eve, "template_clone", 99);
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
    expect(await codeOf(ben.api("POST", path, { content: "x" }))).toBe("404 not_found");
    expect(await codeOf(ana.api("POST", path, { content: " " }))).toBe("400 invalid_input");
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
