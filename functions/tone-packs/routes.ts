import { badField } from "../../shared/base/errors.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import {
  created,
  done,
  f,
  found,
  json,
  must,
  ok,
  part,
  shaped,
  z,
} from "../../shared/http/declare.ts";
import { packFields, PackRow, TonePack, toPack } from "./pack.ts";

export const routes = part();

const onePack = z.object({ pack: TonePack });

const sections = ["own", "shared", "public", "purchased"] as const;

const section = z.array(TonePack);

const Overview = z.object({
  packs: z.object({ own: section, shared: section, public: section, purchased: section }),
  active_tone_pack_id: f.uuid.nullable().openapi({
    description: "The pack whose images the caller's entries show; null when there is none, or " +
      "when the caller may no longer use it.",
  }),
  next_cursor: z.null().openapi({ description: "Pages are those of one scope." }),
}).openapi("TonePackOverview");
const packRows = z.array(PackRow);
const OverviewRows = Overview.pick({ active_tone_pack_id: true }).extend({
  own: packRows,
  shared: packRows,
  public: packRows,
  purchased: packRows,
});

routes.add("GET /tone-packs", {
  operationId: "listTonePacks",
  summary: "List the tone packs visible to the caller, newest first",
  description: "Without a scope, the answer is an overview: the newest own, shared, public and " +
    "purchased packs, and the active pack. With a scope, it is a page of that scope. A pack may " +
    "be in several scopes.",
  query: pageQuery.extend({
    scope: z.enum(sections).openapi("TonePackScope").optional(),
    q: f.text(1, 200).optional().openapi({
      description: "Only public packs with words in name, theme or description that start with " +
        "these words.",
      example: "paper fox",
    }),
  }),
  answer: ok(
    "The overview, or with a scope a page of packs",
    z.union([Overview, pageOf("packs", TonePack)]),
  ),
}, async ({ db, query }) => {
  const { limit, cursor, q, scope = q === undefined ? undefined : "public" } = query;
  if (scope === undefined) {
    if (cursor !== undefined) throw badField("cursor", "expected together with a scope");
    const overview = await db.rpc("tone_pack_overview", { p_limit: limit });
    const { active_tone_pack_id, ...packs } = must(shaped(OverviewRows, overview));
    return {
      packs: {
        own: packs.own.map(toPack),
        shared: packs.shared.map(toPack),
        public: packs.public.map(toPack),
        purchased: packs.purchased.map(toPack),
      },
      active_tone_pack_id,
      next_cursor: null,
    };
  }
  if (q !== undefined && scope !== "public") {
    throw badField("q", "only public packs can be searched");
  }
  const start = newestFirst.args({ limit, cursor });
  const page = db.rpc("list_tone_packs", { p_scope: scope, p_query: q, ...start });
  const rows = must(shaped(packRows, await newestFirst.order(page)));
  return newestFirst.page("packs", rows.map(toPack), limit);
});

routes.add("GET /tone-packs/{id}", {
  operationId: "getTonePack",
  summary: "Get a tone pack",
  description: "Contains all images for callers who may use the pack; others see a public pack " +
    "with up to three images as `preview`. While images are being generated, the finished ones " +
    "are included.",
  notFound: "Tone pack",
  answer: ok("The pack", onePack),
}, async ({ db, params }) => {
  const row = await db.from("tone_pack_cards").select().eq("id", params.id)
    .maybeSingle();
  return { pack: toPack(found(shaped(PackRow.nullable(), row), "Tone pack")) };
});

routes.add("POST /tone-packs", {
  operationId: "createTonePack",
  summary: "Create a tone pack without images",
  body: json(packFields),
  answer: created("The new pack", onePack),
  refusals: {
    409: { description: "The caller has 100 tone packs.", codes: ["quota_reached"] },
  },
}, async ({ db, body }) => {
  const row = await db.rpc("create_tone_pack", { p_pack: body });
  return { pack: toPack(must(shaped(PackRow, row))) };
});

routes.add("PUT /tone-packs/{id}", {
  operationId: "updateTonePack",
  summary: "Update a tone pack",
  description: "Changes the given fields only; allowed for the owner. Purchasers keep the pack " +
    "when its price changes.",
  body: json(f.partial(packFields)),
  notFound: "Tone pack",
  answer: ok("The updated pack", onePack),
}, async ({ db, params, body }) => {
  const row = await db.rpc("update_tone_pack", {
    p_tone_pack_id: params.id,
    p_changes: body,
  });
  return { pack: toPack(must(shaped(PackRow, row))) };
});

routes.add("DELETE /tone-packs/{id}", {
  operationId: "deleteTonePack",
  summary: "Delete a tone pack",
  description: "Deletes its images too. A pack that was purchased remains available to its " +
    "purchasers only.",
  notFound: "Tone pack",
  answer: done("Tone pack deleted"),
}, async ({ db, params: { id } }) => {
  must(await db.rpc("delete_tone_pack", { p_tone_pack_id: id }));
  deleteFilesAfterAnswer();
});
