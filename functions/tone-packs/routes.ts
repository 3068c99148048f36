import { z } from "@hono/zod-openapi";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { badRequest } from "../../shared/base/errors.ts";
import { idParam, message, partial, text, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { images } from "./images.ts";
import { example, fields, type PackRow, TonePack, toPack } from "./pack.ts";
import { sharing } from "./sharing.ts";
import { using } from "./using.ts";

export const routes = group("tone-packs", "Themed images for the tones of entries");

const onePack = z.object({ pack: TonePack });

const sections = ["own", "shared", "public", "purchased"] as const;

const section = z.array(TonePack);

const Overview = z.object({
  packs: z.object({ own: section, shared: section, public: section, purchased: section }),
  active_tone_pack_id: uuid.nullable().openapi({
    description: "The pack whose images the caller's entries show; null when there is none, or " +
      "the caller may not use it any more.",
  }),
}).openapi("TonePackOverview");

type OverviewRows = Record<typeof sections[number], PackRow[]> & {
  active_tone_pack_id: string | null;
};

routes.openapi(
  route({
    method: "get",
    path: "/tone-packs",
    auth: "user",
    operationId: "listTonePacks",
    summary: "The packs that are there for the caller, newest first",
    description: "Without a scope, the first of each: the caller's own packs, those shared with " +
      "the caller, public ones and purchased ones, and which one is active. With a scope, one " +
      "page of that alone. A pack may be in several.",
    query: pageQuery.extend({
      scope: z.enum(sections).optional(),
      q: text(1, 200).optional().openapi({
        description: "Only public packs with these words, or words that begin so, in name, theme " +
          "or description.",
        example: "paper fox",
      }),
    }),
    answer: {
      description: "The overview, or with a scope one page of it",
      schema: z.union([Overview, pageOf("packs", TonePack)]),
      example: {
        packs: { own: [example], shared: [], public: [example], purchased: [] },
        active_tone_pack_id: example.id,
      },
    },
  }),
  async (c) => {
    const { limit, cursor, q, scope = q === undefined ? undefined : "public" } = c.req.valid(
      "query",
    );
    if (scope === undefined) {
      if (cursor !== undefined) throw badRequest("cursor: expected together with a scope");
      const overview = await c.var.db.rpc("tone_pack_overview", { p_limit: limit });
      const rows = must(overview) as unknown as OverviewRows;
      return c.json({
        packs: {
          own: rows.own.map(toPack),
          shared: rows.shared.map(toPack),
          public: rows.public.map(toPack),
          purchased: rows.purchased.map(toPack),
        },
        active_tone_pack_id: rows.active_tone_pack_id,
      }, 200);
    }
    if (q !== undefined && scope !== "public") {
      throw badRequest("q: only public packs can be searched");
    }
    const page = c.var.db.rpc("list_tone_packs", {
      p_scope: scope,
      p_query: q,
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(
      await page.order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<PackRow[], Exactly>(),
    );
    return c.json(newestFirst.page("packs", rows.map(toPack), limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/tone-packs/{id}",
    auth: "user",
    operationId: "getTonePack",
    summary: "One pack",
    description: "All images for those who may use it; for others who see a public pack, its " +
      "card and up to three images as `preview`. While images are being made, it shows those " +
      "that are ready.",
    params: idParam,
    answer: { description: "The pack", schema: onePack, example: { pack: example } },
  }),
  async (c) => {
    const row = await c.var.db.from("tone_pack_cards").select().eq("id", c.req.valid("param").id)
      .maybeSingle().overrideTypes<PackRow, Exactly>();
    return c.json({ pack: toPack(found(row, "Tone pack")) }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/tone-packs",
    auth: "user",
    operationId: "createTonePack",
    summary: "Creates a pack, without images yet",
    body: fields,
    answer: { status: 201, description: "The pack", schema: onePack, example: { pack: example } },
  }),
  async (c) => {
    const row = await c.var.db.rpc("create_tone_pack", { p_pack: c.req.valid("json") as Json })
      .overrideTypes<PackRow, Exactly>();
    return c.json({ pack: toPack(must(row)) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/tone-packs/{id}",
    auth: "user",
    operationId: "updateTonePack",
    summary: "Changes a pack",
    description: "Only the fields that are sent change, and only the owner changes them. Who has " +
      "purchased the pack keeps it, whatever becomes of its price.",
    params: idParam,
    body: partial(fields),
    answer: { description: "The pack", schema: onePack, example: { pack: example } },
  }),
  async (c) => {
    const row = await c.var.db.rpc("update_tone_pack", {
      p_tone_pack_id: c.req.valid("param").id,
      p_changes: c.req.valid("json") as Json,
    }).overrideTypes<PackRow, Exactly>();
    return c.json({ pack: toPack(must(row)) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/tone-packs/{id}",
    auth: "user",
    operationId: "deleteTonePack",
    summary: "Deletes a pack",
    description: "Its images go with it. A pack that somebody purchased stays for its purchasers " +
      "and is gone for everyone else.",
    params: idParam,
    answer: {
      description: "It is gone",
      schema: message,
      example: { message: "Tone pack deleted" },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    must(await c.var.db.rpc("delete_tone_pack", { p_tone_pack_id: id }));
    deleteFilesAfterAnswer();
    return c.json({ message: "Tone pack deleted" }, 200);
  },
);

for (const part of [images, sharing, using]) routes.route("/", part);
