/** Sponsors, opportunities and videos: submitted, decided, shown. */
import { beforeEach, describe, expect, it } from "vitest";
import { anonymous, type Person } from "../support/people.ts";
import { codeOf, NOWHERE, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { useUp } from "../support/limits.ts";
import { admin, ana, ben, templateOf } from "./people.ts";

const { id: templateId } = await templateOf(ana);

// All anonymous requests of this suite come from one address.
beforeEach(async () => {
  await sql`delete from private.rate_limit_hits
    where bucket in ('sponsor_application', 'lab_submission')`;
});

const application = {
  name: "Riverside Instruments",
  tier: "partner",
  contact_email: "ines@example.com",
  contact_name: "Ines Rivera",
};
const opportunity = {
  kind: "internship",
  title: "A summer",
  organization_name: "Riverside",
  url: "https://example.com/summer",
  deadline: "2030-01-31",
};
let videos = 0;
const video = () => ({ url: `https://vimeo.com/${++videos}`, title: "Winding" });

const kinds = {
  sponsors: {
    one: "sponsor",
    submit: async () =>
      (await anonymous.api("POST", "/api/lab/sponsors", application)).body.sponsor.id as string,
    shown: async (id: string) =>
      (await walk(ana, "/api/lab/sponsors", "sponsors")).some((it) => it.id === id),
  },
  opportunities: {
    one: "opportunity",
    submit: async () =>
      (await ok(ana, "POST", "/api/lab/opportunities", opportunity)).opportunity.id as string,
    shown: async (id: string) =>
      (await walk(ben, "/api/lab/opportunities", "opportunities")).some((it) => it.id === id),
  },
  videos: {
    one: "video",
    submit: async () =>
      (await ok(ana, "POST", `/api/lab/templates/${templateId}/videos`, video())).video
        .id as string,
    shown: async (id: string) =>
      (await ok(ben, "GET", `/api/lab/templates/${templateId}`)).template.videos
        .some((it: { id: string }) => it.id === id),
  },
};

for (const [many, { one, submit, shown }] of Object.entries(kinds)) {
  describe(many, () => {
    const decide = (who: Person, id: string, move: string, body?: unknown) =>
      who.api("POST", `/api/lab/admin/${many}/${id}/${move}`, body);
    const pending = async () =>
      (await walk(admin, `/api/lab/admin/${many}/pending`, many, 2)).map(({ id }) => id);

    it("wait for a decision, and are shown once approved", async () => {
      const id = await submit();
      expect(await pending()).toContain(id);
      expect(await shown(id)).toBe(false);
      const { status, body } = await decide(admin, id, "approve");
      expect(status).toBe(200);
      expect(body[one]).toMatchObject({ id, status: "approved", decline_reason: null });
      expect(await shown(id)).toBe(true);
      expect(await pending()).not.toContain(id);
    });

    it("are declined with a reason and stay hidden", async () => {
      const id = await submit();
      expect((await decide(admin, id, "decline", {})).status).toBe(400);
      expect((await decide(admin, id, "decline", { reason: "Off topic" })).body[one])
        .toMatchObject({ status: "declined", decline_reason: "Off topic" });
      expect(await shown(id)).toBe(false);
    });

    it("are decided once, and every decision is audited", async () => {
      const id = await submit();
      const answers = await Promise.all([
        decide(admin, id, "approve"),
        decide(admin, id, "decline", { reason: "x" }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)!.body.code).toBe("already_decided");
      expect(await sql`select from public.audit_log where target_id = ${id}`).toHaveLength(1);
      expect((await decide(admin, NOWHERE, "approve")).status).toBe(404);
    });
  });
}

describe("sponsors", () => {
  it("need no account, and their contact is shown to super admins only", async () => {
    const body = await ok(anonymous, "POST", "/api/lab/sponsors", application);
    expect(Object.keys(body.sponsor).sort()).toEqual([
      "applied_at",
      "id",
      "name",
      "status",
      "tier",
    ]);
    const { id } = body.sponsor;
    const approved = await ok(admin, "POST", `/api/lab/admin/sponsors/${id}/approve`);
    expect(approved.sponsor).toMatchObject(application);

    const wall = (await anonymous.api("GET", "/api/lab/sponsors")).body.sponsors;
    expect(Object.keys(wall[0]).sort()).toEqual(["applied_at", "id", "name", "tier"]);
  });

  it("may apply 5 times an hour from one address", async () => {
    for (let n = 0; n < 5; n++) {
      expect((await anonymous.api("POST", "/api/lab/sponsors", application)).status).toBe(201);
    }
    const { status, headers } = await anonymous.api("POST", "/api/lab/sponsors", application);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
  });

  it("refuses malformed applications", async () => {
    for (
      const change of [{ contact_email: "ines" }, { tier: "emperor" }, { name: "" }, {
        contact_name: undefined,
      }]
    ) {
      const body = { ...application, ...change };
      expect((await anonymous.api("POST", "/api/lab/sponsors", body)).status).toBe(400);
    }
  });
});

describe("opportunities", () => {
  it("are listed by kind without an account, and without their submitter", async () => {
    const { opportunity: { id } } = await ok(ana, "POST", "/api/lab/opportunities", {
      ...opportunity,
      kind: "fellowship",
    });
    await ok(admin, "POST", `/api/lab/admin/opportunities/${id}/approve`);
    const list = async (kind: string) =>
      (await anonymous.api("GET", `/api/lab/opportunities?kind=${kind}`)).body.opportunities;
    const [found] = await list("fellowship");
    expect(found.id).toBe(id);
    expect(found).not.toHaveProperty("submitted_by");
    expect((await list("scholarship")).map((it: { id: string }) => it.id)).not.toContain(id);
    expect((await anonymous.api("GET", "/api/lab/opportunities?kind=job")).status).toBe(400);
    const { error } = await anonymous.client.from("opportunities").select("submitted_by");
    expect(error).not.toBeNull();
  });

  it("require the fields, at most 20 a day", async () => {
    for (const change of [{ kind: "job" }, { url: "http://example.com" }, { deadline: "soon" }]) {
      const body = { ...opportunity, ...change };
      expect((await ana.api("POST", "/api/lab/opportunities", body)).status).toBe(400);
    }
    await useUp(ben, "lab_submission", 19);
    await ok(ben, "POST", "/api/lab/opportunities", opportunity);
    const { status, headers } = await ben.api("POST", "/api/lab/opportunities", opportunity);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect((await ben.client.rpc("submit_opportunity", { p_fields: opportunity })).status).toBe(
      429,
    );
  });
});

it("an opportunity's address may be written as people type it", async () => {
  const body = { ...opportunity, url: "Https://example.com/a b", description: null };
  const made = await ok(ana, "POST", "/api/lab/opportunities", body);
  expect(made.opportunity).toMatchObject({ url: "https://example.com/a%20b", description: "" });
});

it("an opportunity's deadline is a date that the routes can show", async () => {
  for (const deadline of ["infinity", "-infinity", "0001-01-01 BC", "10000-01-01"]) {
    const p_fields = { ...opportunity, deadline };
    const { status } = await ana.client.rpc("submit_opportunity", { p_fields });
    expect([deadline, status]).toEqual([deadline, 400]);
  }
});

describe("videos", () => {
  const path = () => `/api/lab/templates/${templateId}/videos`;

  it("are one video on YouTube or Vimeo each, once for each template", async () => {
    for (
      const url of [
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ&list=x",
        "https://youtube.com/shorts/dQw4w9WgXcQ",
        "https://youtube.com/embed/dQw4w9WgXcQ?start=3",
        "https://youtu.be/dQw4w9WgXcQ",
        "https://vimeo.com/76979871",
      ]
    ) {
      expect((await ana.api("POST", path(), { url, title: "x" })).status).toBe(201);
      expect(await codeOf(ben.api("POST", path(), { url, title: "x" }))).toBe("409 already_exists");
    }
    for (
      const url of [
        "https://example.com/watch?v=1",
        "http://youtu.be/x",
        "https://youtube.com.example.com/x",
        "https://evil.example/https://youtu.be/dQw4w9WgXcQ",
        "https://youtu.be/dQw4w9WgXcQ/x",
        "https://www.youtube.com/",
        "https://www.youtube.com/@somebody",
        "https://www.youtube.com/playlist?list=dQw4w9WgXcQ",
        "https://www.youtube.com/watch?v=short",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&v=76979871abc",
        "https://vimeo.com/channels/staffpicks",
        "https://vimeo.com/76979871/settings",
      ]
    ) {
      expect((await ana.api("POST", path(), { url, title: "x" })).status).toBe(400);
      const direct = await ana.client.rpc("submit_video", {
        p_template_id: templateId,
        p_url: url,
        p_title: "x",
      });
      expect(direct.error?.code).toBe("23514");
    }
  });

  it("may be submitted again after a decline", async () => {
    const again = video();
    const { video: { id } } = await ok(ana, "POST", path(), again);
    await ok(admin, "POST", `/api/lab/admin/videos/${id}/decline`, { reason: "Dark" });
    expect((await ben.api("POST", path(), again)).status).toBe(201);
  });

  it("come first when they are featured, which needs an approval", async () => {
    const [first, second] = [await kinds.videos.submit(), await kinds.videos.submit()];
    const feature = (id: string, is_featured: boolean) =>
      admin.api("PUT", `/api/lab/admin/videos/${id}/featured`, { is_featured });
    expect(await codeOf(feature(first, true))).toBe("409 not_approved");
    for (const id of [first, second]) {
      await ok(admin, "POST", `/api/lab/admin/videos/${id}/approve`);
    }
    expect((await feature(NOWHERE, true)).status).toBe(404);

    const order = async () =>
      (await ok(ben, "GET", `/api/lab/templates/${templateId}`)).template.videos
        .map(({ id }: { id: string }) => id).filter((id: string) => [first, second].includes(id));
    expect(await order()).toEqual([second, first]);
    expect((await feature(first, true)).body.video.is_featured).toBe(true);
    expect(await order()).toEqual([first, second]);
    await feature(first, false);
    expect(await order()).toEqual([second, first]);
  });

  it("belong to templates that the submitter sees", async () => {
    const { dream } = await ok(ana, "POST", "/api/lab/dreams", { title: "No template" });
    for (const id of [dream.id, NOWHERE]) {
      expect((await ana.api("POST", `/api/lab/templates/${id}/videos`, video())).status).toBe(404);
    }
  });
});
