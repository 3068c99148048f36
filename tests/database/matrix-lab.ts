/** The lab in the row-security matrix: functions write everything but progress reports. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import {
  type Case,
  type Matrix,
  ofOwner,
  ownerAndAdmins,
  put,
  readOnly,
  signedIn,
  type Values,
} from "./matrix.ts";

const anyone: Role[] = [...signedIn, "anonymous"];

const makeDream = (world: World, kind: "hidden" | "public" | "template" = "hidden") =>
  ofOwner("dreams", {
    title: "Matrix",
    is_public: kind !== "hidden",
    is_template: kind === "template",
  })(world);

const dream = async (...args: Parameters<typeof makeDream>) => (await makeDream(...args)).id;

const dreamCase = (kind: "hidden" | "public" | "template", select: Role[]): Case => ({
  row: `a ${kind} dream`,
  make: (world) => makeDream(world, kind),
  select,
  write: readOnly({ title: "forged" }),
});

/** A row about a template, with a hidden one and a public one. */
const aboutTemplate = (
  row: string,
  insert: (templateId: unknown) => Promise<Values>,
  change: Values,
): Case[] =>
  ([["hidden", ownerAndAdmins], ["public", signedIn]] as const).map(([kind, select]) => ({
    row: `${row} of a ${kind} template`,
    make: async (world: World) => insert(await dream(world, kind)),
    select: [...select],
    write: readOnly(change),
  }));

/** Competitions by `starts_in` and `is_active`, and the people who see them. */
const competitions = {
  active: { starts_in: 1, is_active: true, select: signedIn },
  "inactive, begun": { starts_in: 0, is_active: false, select: signedIn },
  "inactive, future": { starts_in: 1, is_active: false, select: ["superAdmin"] as Role[] },
};
type Kind = keyof typeof competitions;
const kinds = Object.keys(competitions) as Kind[];

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const competition = (kind: Kind) =>
  put("competitions", {
    title: "Matrix",
    is_active: competitions[kind].is_active,
    starts_at: inHours(competitions[kind].starts_in),
    ends_at: inHours(24),
  });

async function entry(world: World, kind: Kind): Promise<Values> {
  const key = { competition_id: (await competition(kind)).id, user_id: world.people.owner.id };
  await put("competition_entries", { ...key, dream_id: await dream(world) }, "dream_id");
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

async function sponsor(status: string): Promise<Values> {
  const row = await put("sponsors", { name: "Matrix", status });
  await sql`
    insert into public.sponsor_contacts values (${row.id as string}, 'a@example.com', 'Ana')`;
  return row;
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
    return await put(table, values);
  },
  select,
  columns: "id",
  write: readOnly({ status: "approved" }),
});

const relay = (status: string, select: Role[]): Case => ({
  row: `a ${status} message from the owner to the stranger`,
  make: ({ people }) =>
    put("sponsor_outreach", {
      from_user_id: people.owner.id,
      to_participant_id: people.stranger.id,
      subject: "Matrix",
      message: "Matrix",
      delivery_status: status,
    }),
  select,
  write: readOnly({ message: "forged" }),
});

export const lab: Matrix = {
  dreams: [
    dreamCase("hidden", ownerAndAdmins),
    dreamCase("public", signedIn),
    dreamCase("template", signedIn),
    {
      ...dreamCase("template", signedIn),
      row: "the safety level of a template",
      write: {
        ...readOnly({ title: "forged" }),
        update: {
          values: { safety_level: "classroom_safe", min_grade_band: "K-5" },
          by: ["superAdmin"],
        },
      },
    },
    {
      ...dreamCase("public", signedIn),
      row: "the safety level of a dream",
      write: readOnly({ safety_level: "adult_only" }),
    },
  ],
  dream_replications: [{
    row: "a replication by the owner",
    make: ofOwner("dream_replications", async (world) => {
      const id = await dream(world, "template");
      return {
        dream_id: id,
        template_id: id,
        spec_version: 1,
        status: "confirmed",
        measured_values: {},
        delta_values: {},
        anomalies: [],
        is_counted: true,
      };
    }),
    select: ownerAndAdmins,
    write: readOnly({ status: "refuted" }),
  }],
  dream_convergence: aboutTemplate(
    "the convergence",
    (template_id) => put("dream_convergence", { template_id }, "template_id"),
    { confirmations: 50 },
  ),
  dream_convergence_values: aboutTemplate("a measured value", async (template_id) => {
    await put("dream_convergence", { template_id }, "template_id");
    return await put("dream_convergence_values", { template_id, label: "L" }, "template_id");
  }, { mean: 1 }),
  progress_reports: [{
    row: "a report of the owner's",
    make: ofOwner("progress_reports", async (world) => ({
      dream_id: await dream(world),
      content: "Matrix",
    })),
    select: ownerAndAdmins,
    write: {
      ...readOnly({ content: "forged" }),
      insert: {
        values: async (world) => ({ dream_id: await dream(world, "public"), content: "Matrix" }),
        by: ["owner"],
      },
    },
  }],
  sponsors: [
    {
      row: "an approved sponsor",
      make: () => sponsor("approved"),
      select: anyone,
      columns: "id, name, tier, applied_at",
      write: readOnly({ name: "forged" }),
    },
    {
      row: "a pending sponsor",
      make: () => sponsor("pending"),
      select: ["superAdmin"],
      columns: "id",
      write: readOnly({ status: "approved" }),
    },
  ],
  sponsor_contacts: [{
    row: "the contact of an approved sponsor",
    make: async () => ({ sponsor_id: (await sponsor("approved")).id }),
    select: ["superAdmin"],
    write: readOnly({ contact_name: "forged" }),
  }],
  opportunities: [
    submission("opportunities", "approved", anyone),
    submission("opportunities", "pending", ownerAndAdmins),
  ],
  dream_videos: [
    submission("dream_videos", "approved", signedIn),
    submission("dream_videos", "pending", ownerAndAdmins),
  ],
  competitions: kinds.map((kind) => ({
    row: `a competition, ${kind}`,
    make: () => competition(kind),
    select: competitions[kind].select,
    write: readOnly({ title: "forged" }),
  })),
  competition_entries: [{
    row: "the owner's entry",
    make: (world) => entry(world, "active"),
    select: ownerAndAdmins,
    write: readOnly({ created_at: "2020-01-01" }),
  }],
  competition_scores: kinds.map((kind) => ({
    row: `a score of a competition, ${kind}`,
    make: (world) => score(world, kind),
    select: competitions[kind].select,
    write: readOnly({ score: 1000 }),
  })),
  sponsor_outreach: [
    relay("pending", ownerAndAdmins),
    relay("delivered", [...ownerAndAdmins, "stranger"]),
    relay("skipped", ownerAndAdmins),
  ],
  sponsor_outreach_digests: [{
    row: "a weekly digest",
    make: async () => {
      await sql`insert into public.sponsor_outreach_digests (week_start_at)
        values ('2020-01-06') on conflict do nothing`;
      return { week_start_at: "2020-01-06" };
    },
    select: ["superAdmin"],
    write: readOnly({ delivered: true }),
  }],
};
