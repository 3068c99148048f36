/** The lab in the row-security matrix: functions write everything but progress reports. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import { type Case, type Matrix, readOnly, type Values } from "./matrix.ts";

const signedIn: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];
const anyone: Role[] = [...signedIn, "anonymous"];
const ownerOnly: Role[] = ["owner", "superAdmin"];

async function dream(world: World, kind: "hidden" | "public" | "template" = "hidden") {
  const [row] = await sql`
    insert into public.dreams (user_id, title, is_public, is_template)
    values (${world.people.owner.id}, 'Matrix', ${kind !== "hidden"}, ${kind === "template"})
    returning id`;
  return row!.id as string;
}

const dreamCase = (kind: "hidden" | "public" | "template", select: Role[]): Case => ({
  row: `a ${kind} dream`,
  make: async (world) => ({ id: await dream(world, kind) }),
  select,
  ...readOnly({ title: "forged" }),
});

/** A row about a template, with a hidden one and a public one. */
const aboutTemplate = (
  row: string,
  insert: (templateId: string) => Promise<Values>,
  change: Values,
): Case[] =>
  ([["hidden", ownerOnly], ["public", signedIn]] as const).map(([kind, select]) => ({
    row: `${row} of a ${kind} template`,
    make: async (world: World) => insert(await dream(world, kind)),
    select: [...select],
    ...readOnly(change),
  }));

/** What `starts_in` and `is_active` make of a competition. */
const competitions = {
  active: { starts_in: "1 hour", is_active: true, select: signedIn },
  "inactive, begun": { starts_in: "0", is_active: false, select: signedIn },
  "inactive, future": { starts_in: "1 hour", is_active: false, select: ["superAdmin"] as Role[] },
};
type Kind = keyof typeof competitions;
const kinds = Object.keys(competitions) as Kind[];

async function competition(kind: Kind): Promise<string> {
  const { starts_in, is_active } = competitions[kind];
  const [row] = await sql`
    insert into public.competitions (title, is_active, starts_at, ends_at)
    values ('Matrix', ${is_active}, now() + ${starts_in}::interval, now() + interval '1 day')
    returning id`;
  return row!.id;
}

async function entry(world: World, kind: Kind): Promise<Values> {
  const key = { competition_id: await competition(kind), user_id: world.people.owner.id };
  await sql`insert into public.competition_entries
    ${sql({ ...key, dream_id: await dream(world) })}`;
  return key;
}

async function score(world: World, kind: Kind): Promise<Values> {
  const key = await entry(world, kind);
  await sql`
    insert into public.competition_scores
    select ${key.competition_id as string}, ${key
    .user_id as string}, gen_random_uuid(), 1, 0, '{}'`;
  return key;
}

async function sponsor(status: string): Promise<string> {
  const [row] = await sql`
    insert into public.sponsors (name, status) values ('Matrix', ${status}) returning id`;
  await sql`insert into public.sponsor_contacts values (${row!.id}, 'a@example.com', 'Ana')`;
  return row!.id;
}

const submission = (
  table: "opportunities" | "dream_videos",
  status: "pending" | "approved",
  select: Role[],
): Case => ({
  row: `one that is ${status}`,
  make: async (world) => {
    const by = { submitted_by: world.people.owner.id, title: "Matrix", status };
    const values = table === "opportunities"
      ? { ...by, kind: "internship", organization_name: "Matrix" }
      : { ...by, dream_id: await dream(world, "public"), url: "https://vimeo.com/1" };
    const [row] = await sql`insert into ${sql(`public.${table}`)} ${sql(values)} returning id`;
    return { id: row!.id };
  },
  select,
  columns: "id",
  ...readOnly({ status: "approved" }),
});

const relay = (status: string, select: Role[]): Case => ({
  row: `a ${status} message from the owner to the stranger`,
  make: async ({ people }) => {
    const [row] = await sql`
      insert into public.sponsor_outreach
        (from_user_id, to_participant_id, subject, message, delivery_status)
      values (${people.owner.id}, ${people.stranger.id}, 'Matrix', 'Matrix', ${status})
      returning id`;
    return { id: row!.id };
  },
  select,
  ...readOnly({ message: "forged" }),
});

export const lab: Matrix = {
  dreams: [
    dreamCase("hidden", ownerOnly),
    dreamCase("public", signedIn),
    dreamCase("template", signedIn),
    {
      ...dreamCase("template", signedIn),
      row: "the safety level of a template",
      update: {
        values: { safety_level: "classroom_safe", min_grade_band: "K-5" },
        by: ["superAdmin"],
      },
    },
    {
      ...dreamCase("public", signedIn),
      row: "the safety level of a dream",
      ...readOnly({ safety_level: "adult_only" }),
    },
  ],
  dream_replications: [{
    row: "a replication by the owner",
    make: async (world) => {
      const id = await dream(world, "template");
      const [row] = await sql`
        insert into public.dream_replications (dream_id, template_id, spec_version, user_id,
          status, measured_values, delta_values, anomalies, is_counted)
        values (${id}, ${id}, 1, ${world.people.owner.id}, 'confirmed', '{}', '{}', '{}', true)
        returning id`;
      return { id: row!.id };
    },
    select: ownerOnly,
    ...readOnly({ status: "refuted" }),
  }],
  dream_convergence: aboutTemplate("the convergence", async (template_id) => {
    await sql`insert into public.dream_convergence (template_id) values (${template_id})`;
    return { template_id };
  }, { confirmations: 50 }),
  dream_convergence_values: aboutTemplate("a measured value", async (template_id) => {
    await sql`insert into public.dream_convergence (template_id) values (${template_id})`;
    await sql`insert into public.dream_convergence_values (template_id, label)
      values (${template_id}, 'L')`;
    return { template_id };
  }, { mean: 1 }),
  progress_reports: [{
    row: "a report of the owner's",
    make: async (world) => {
      const [row] = await sql`
        insert into public.progress_reports (dream_id, user_id, content)
        values (${await dream(world)}, ${world.people.owner.id}, 'Matrix') returning id`;
      return { id: row!.id };
    },
    select: ownerOnly,
    update: { values: { content: "forged" }, by: [] },
    delete: [],
    insert: {
      values: async (world) => ({ dream_id: await dream(world, "public"), content: "Matrix" }),
      by: ["owner"],
    },
  }],
  sponsors: [
    {
      row: "an approved sponsor",
      make: async () => ({ id: await sponsor("approved") }),
      select: anyone,
      columns: "id, name, tier, applied_at",
      ...readOnly({ name: "forged" }),
    },
    {
      row: "a pending sponsor",
      make: async () => ({ id: await sponsor("pending") }),
      select: ["superAdmin"],
      columns: "id",
      ...readOnly({ status: "approved" }),
    },
  ],
  sponsor_contacts: [{
    row: "the contact of an approved sponsor",
    make: async () => ({ sponsor_id: await sponsor("approved") }),
    select: ["superAdmin"],
    ...readOnly({ contact_name: "forged" }),
  }],
  opportunities: [
    submission("opportunities", "approved", anyone),
    submission("opportunities", "pending", ownerOnly),
  ],
  dream_videos: [
    submission("dream_videos", "approved", signedIn),
    submission("dream_videos", "pending", ownerOnly),
  ],
  competitions: kinds.map((kind) => ({
    row: `a competition, ${kind}`,
    make: async () => ({ id: await competition(kind) }),
    select: competitions[kind].select,
    ...readOnly({ title: "forged" }),
  })),
  competition_entries: [{
    row: "the owner's entry",
    make: (world) => entry(world, "active"),
    select: ownerOnly,
    ...readOnly({ created_at: "2020-01-01" }),
  }],
  competition_scores: kinds.map((kind) => ({
    row: `a score of a competition, ${kind}`,
    make: (world) => score(world, kind),
    select: competitions[kind].select,
    ...readOnly({ score: 1000 }),
  })),
  sponsor_outreach: [
    relay("pending", ownerOnly),
    relay("delivered", [...ownerOnly, "stranger"]),
    relay("skipped", ownerOnly),
  ],
  sponsor_outreach_digests: [{
    row: "a weekly digest",
    make: async () => {
      await sql`insert into public.sponsor_outreach_digests (week_start_at)
        values ('2020-01-06') on conflict do nothing`;
      return { week_start_at: "2020-01-06" };
    },
    select: ["superAdmin"],
    ...readOnly({ delivered: true }),
  }],
};
