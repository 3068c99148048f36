/** The types that a route's declaration gives its handler; checked by `npm run check`. */
import { z } from "@hono/zod-openapi";
import { expectTypeOf, it } from "vitest";
import type { Db } from "../../shared/database/clients.ts";
import type { Given, Row } from "../../shared/database/schema.ts";
import { form, json, raw } from "../../shared/http/bodies.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { part } from "../../shared/http/declare.ts";
import { cron, signature, superAdminOr } from "../../shared/http/guard.ts";
import { created, ok, type RouteSpec } from "../../shared/http/route.ts";
import { file, type FilePart } from "../../shared/files/parts.ts";
import { newestFirst } from "../../shared/fields/pages.ts";

const routes = part();
const color = z.enum(["red", "blue"]);
const address = "POST /types/{id}";
const base = {
  operationId: "post",
  summary: "Post",
} as const satisfies Partial<RouteSpec>;

it("types params, query, JSON body and caller", () => {
  routes.add(address, {
    ...base,
    params: z.object({ id: z.guid() }),
    query: z.object({ limit: z.string().transform(Number) }),
    body: json(z.object({ color })),
    answer: created("The color", z.object({ color })),
  }, ({ db, caller, params, query, body }) => {
    expectTypeOf(params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(query).toEqualTypeOf<{ limit: number }>();
    expectTypeOf(body).toEqualTypeOf<{ color: "red" | "blue" }>();
    expectTypeOf(caller).toEqualTypeOf<Caller>();
    expectTypeOf(db).toEqualTypeOf<Db>();
    return body;
  });
});

it("rejects an answer with another status, a missing field or a value outside of the enum", () => {
  const declared = { ...base, auth: "none", answer: ok("x", z.object({ color })) } as const;
  routes.add(address, declared, () => ({ color: "red" as const }));
  routes.add(address, declared, ({ c }) => c.json({ color: "red" as const }, 200));
  // @ts-expect-error -- 201 is not declared
  routes.add(address, declared, ({ c }) => c.json({ color: "red" as const }, 201));
  // @ts-expect-error -- color is missing
  routes.add(address, declared, () => ({}));
  // @ts-expect-error -- color is any text
  routes.add(address, declared, ({ c }) => ({ color: String(c.req.path) }));
  // @ts-expect-error -- the example has another color
  ok("x", z.object({ color }), { color: "green" });
});

it("types the variables by auth", () => {
  const answer = ok("x", z.object({}));
  const secret = superAdminOr(cron("A_SECRET"));
  routes.add(address, { ...base, auth: secret, answer }, ({ caller }) => {
    expectTypeOf(caller).toEqualTypeOf<Caller | null>();
    return {};
  });
  for (const auth of [cron("A_SECRET"), signature("x-signature")] as const) {
    // @ts-expect-error -- nobody is signed in
    routes.add(address, { ...base, auth, answer }, ({ caller: _ }) => ({}));
  }
});

it("types forms, and leaves raw bodies to the handler", () => {
  const answer = ok("x", z.object({}));
  const body = form(z.object({ photo: file }), { file: "photo", maxBytes: 1 });
  routes.add(address, { ...base, auth: "none", body, answer }, ({ body }) => {
    expectTypeOf(body).toEqualTypeOf<{ photo: FilePart }>();
    return {};
  });
  routes.add(address, { ...base, auth: "none", body: raw("An event", {}), answer }, ({ body }) => {
    expectTypeOf(body).toEqualTypeOf<undefined>();
    return {};
  });
});

it("types the rows and the filters of a list", () => {
  const list = { ...base, auth: "user", order: newestFirst } as const;
  const thing = z.object({ id: z.guid(), created_at: z.string() });
  const filters = { color: color.optional() };
  routes.list("/types", { ...list, filters, items: { goals: thing } }, ({ db, filters, seek }) => {
    expectTypeOf(filters).toEqualTypeOf<{ color?: "red" | "blue" }>();
    return seek(db.from("goals").select());
  });
  // @ts-expect-error -- the rows lack a color
  routes.list("/types", { ...list, items: { goals: thing.extend({ color }) } }, ({ db, seek }) => {
    return seek(db.from("goals").select());
  });
  // @ts-expect-error -- the rows lack the columns of the order
  routes.list("/types", { ...list, items: { goals: z.object({}) } }, ({ db, seek }) => {
    return seek(db.from("goals").select("title"));
  });
});

it("types rows by check constraints, and keeps jsonb shut until its type is named", () => {
  expectTypeOf<Row<"goals">["status"]>()
    .toEqualTypeOf<"active" | "paused" | "completed" | "abandoned">();
  expectTypeOf<Row<"goal_cards">["status"]>()
    .toExtend<"active" | "paused" | "completed" | "abandoned">();
  expectTypeOf<Row<"tone_pack_cards">["images"]>().not.toHaveProperty("length");
  expectTypeOf<Given<"decline_invitation">>().toEqualTypeOf<{ p_invitation_id: string }>();
});
