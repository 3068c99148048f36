import { badField } from "../../shared/base/errors.ts";
import { keyset, lastWrittenFirst } from "../../shared/fields/pages.ts";
import { created, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { calculatorId, evaluate } from "./calculators/calculator.ts";
import { calculatorById } from "./calculators/index.ts";
import {
  bandsUpTo,
  Dream,
  DreamWithAuthor,
  gradeBand,
  noTemplate,
  optimalInputs,
  outputs,
  safetyLevel,
  withAuthor,
} from "./dream-fields.ts";
import { Convergence, Replication } from "./replications.ts";
import { Video } from "./videos.ts";

/** Templates: dreams for everyone to clone. */
export const routes = part();

const oneTemplate = z.object({ template: Dream });

const TemplateWithDetails = DreamWithAuthor.extend({
  videos: z.array(Video).openapi({ description: "Approved videos, featured ones first." }),
  convergence: Convergence,
  replications: z.array(Replication).openapi({
    description: "The caller's own, that of the latest `spec_version` first.",
  }),
}).openapi("TemplateWithDetails");

/** The maximum number of videos, and of the caller's replications, in the answer of a template. */
const MAX_DETAILS = 100;

const orders = {
  newest: lastWrittenFirst,
  most_cloned: keyset({ clone_count: "integer", id: "uuid" }),
};

routes.list("/lab/templates", {
  operationId: "listTemplates",
  summary: "List templates with their authors",
  description: "Everyone signed in sees public templates; authors also see their own. A template " +
    "suits a `grade_band` if its `min_grade_band` is that band or a lower one.",
  filters: {
    q: f.text(1, 100).optional().openapi({
      description: "Only templates with this text in the title, ignoring case.",
      example: "coil",
    }),
    safety_level: safetyLevel.optional().openapi({ description: "Only this safety level." }),
    grade_band: gradeBand.optional(),
    order: z.enum(["newest", "most_cloned"]).default("newest").openapi({
      description: "`newest`: newest first. `most_cloned`: the most cloned templates first.",
    }),
  },
  items: { templates: DreamWithAuthor },
  order: ({ order }: { order: keyof typeof orders }) => orders[order],
}, ({ db, filters: { q, safety_level, grade_band }, seek }) => {
  let query = db.from("dreams").select(withAuthor).eq("is_template", true);
  // `***=` makes every following character an ordinary one. In `ilike`, the Data API takes `*` for `%`.
  if (q) query = query.regexIMatch("title", `***=${q}`);
  if (safety_level) query = query.eq("safety_level", safety_level);
  if (grade_band) query = query.in("min_grade_band", bandsUpTo(grade_band));
  return seek(query);
});

routes.add("GET /lab/templates/{id}", {
  operationId: "getTemplate",
  summary: "Get a template with its approved videos, its convergence and the caller's replications",
  notFound: "Template",
  answer: ok("The template", z.object({ template: TemplateWithDetails }), {
    template: { videos: [{ status: "approved", is_featured: true }] },
  }),
}, async ({ db, caller, params: { id } }) => {
  const [row, videos, replications, convergence] = await Promise.all([
    db.from("dreams").select(withAuthor).eq("id", id).eq("is_template", true).maybeSingle(),
    db.from("dream_videos").select().eq("dream_id", id).eq("status", "approved")
      .order("is_featured", { ascending: false }).order("created_at", { ascending: false })
      .limit(MAX_DETAILS),
    db.from("dream_replications").select().eq("template_id", id).eq("user_id", caller.id)
      .order("spec_version", { ascending: false }).limit(MAX_DETAILS),
    db.rpc("dream_convergence_of", { p_dream_id: id }),
  ]);
  const template = {
    ...found(row, "Template"),
    videos: must(videos),
    replications: must(replications),
    convergence: must(convergence),
  };
  return { template };
});

routes.add("POST /lab/templates/{id}/clone", {
  operationId: "cloneTemplate",
  summary: "Clone a template",
  description: "Creates a dream of the caller with the template's texts and open steps, 100 " +
    "times in 24 hours. A classroom account clones templates that are `classroom_safe`, or " +
    "`with_supervision` when it sends `supervised: true`.",
  body: json(z.object({
    supervised: z.boolean().optional().openapi({
      description: "An adult supervises the classroom account. Default false.",
    }),
  })),
  notFound: "Template",
  answer: created(
    "The new dream",
    z.object({ dream: Dream }),
    { dream: { ...noTemplate, cloned_from: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a" } },
  ),
  refusals: {
    403: "Classroom accounts may not clone this template, or only under supervision.",
    409: { description: "The caller has 1,000 dreams.", codes: ["quota_reached"] },
    429: "100 clones in 24 hours.",
  },
}, async ({ db, params, body }) => {
  const dream = await db.rpc("clone_template", {
    p_id: params.id,
    p_supervised: body.supervised,
  });
  return { dream: must(dream) };
});

routes.add("POST /lab/templates/{templateId}/golden-spec", {
  auth: "super_admin",
  operationId: "setGoldenSpec",
  summary: "Store the predictions of a template",
  description: "Replications are compared with these outputs. Another spec is the next " +
    "`spec_version`: convergence starts anew, earlier replications stay with their version, and " +
    "everybody may replicate once more. `optimal_inputs` are inputs of the calculator.",
  body: json(z.object({
    calculator: calculatorId,
    optimal_inputs: optimalInputs,
    calculator_outputs: z.object({ outputs }),
  })),
  notFound: "Template",
  answer: ok("The template with its `predicted_values`", oneTemplate),
}, async ({ db, params, body: { calculator, optimal_inputs, calculator_outputs } }) => {
  evaluate(calculatorById(calculator)!, optimal_inputs, "optimal_inputs");
  const labels = calculator_outputs.outputs.map(({ label }) => label);
  if (new Set(labels).size < labels.length) {
    throw badField("calculator_outputs.outputs", "expected different labels");
  }
  const template = await db.rpc("set_golden_spec", {
    p_template_id: params.templateId,
    p_spec: { calculator, optimal_inputs, outputs: calculator_outputs.outputs },
  });
  return { template: must(template) };
});

routes.add("POST /lab/admin/templates", {
  auth: "super_admin",
  operationId: "makeTemplate",
  summary: "Make a dream a template",
  description: "The dream keeps its id; from then on only super admins change it. For a template " +
    "it changes `is_public`.",
  body: json(z.object({
    dream_id: f.uuid,
    is_public: z.boolean().openapi({ description: "Whether everyone signed in sees it." }),
  })),
  answer: ok("The template", oneTemplate),
  notFound: { description: "The dream does not exist.", example: "Dream not found" },
  refusals: {
    409: {
      description: "A template that is open to classrooms stays public until it is demoted.",
      codes: ["not_public"],
    },
  },
}, async ({ db, body: { dream_id, is_public } }) => {
  const template = await db.rpc("make_template", {
    p_dream_id: dream_id,
    p_is_public: is_public,
  });
  return { template: must(template) };
});

routes.add("POST /lab/admin/templates/{id}/promote-to-classroom", {
  auth: "super_admin",
  operationId: "promoteTemplate",
  summary: "Open a template to classroom accounts",
  description: "The safety level becomes `classroom_safe`, or `with_supervision` when asked for. " +
    "Super admins may also change `safety_level` and `min_grade_band` in the table `dreams`.",
  body: json(z.object({
    min_grade_band: gradeBand,
    with_supervision: z.boolean().optional().openapi({
      description: "Default false.",
      example: false,
    }),
  })),
  notFound: "Template",
  answer: ok("The template", oneTemplate),
  refusals: {
    409: {
      description: "The template has this level and grade band already, or is not public.",
      codes: ["already_promoted", "not_public"],
    },
  },
}, async ({ db, params, body: { min_grade_band, with_supervision } }) => {
  const template = await db.rpc("promote_template", {
    p_id: params.id,
    p_min_grade_band: min_grade_band,
    p_with_supervision: with_supervision,
  });
  return { template: must(template) };
});

routes.add("POST /lab/admin/templates/{id}/demote", {
  auth: "super_admin",
  operationId: "demoteTemplate",
  summary: "Close a template to classroom accounts",
  description: "The safety level becomes `adult_only`. Clones and progress reports stay.",
  notFound: "Template",
  answer: ok(
    "The template",
    oneTemplate,
    { template: { safety_level: "adult_only", min_grade_band: null } },
  ),
  refusals: {
    409: { description: "The template is `adult_only` already.", codes: ["already_demoted"] },
  },
}, async ({ db, params }) => {
  const template = await db.rpc("demote_template", { p_id: params.id });
  return { template: must(template) };
});
