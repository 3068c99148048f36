/** The types that a route's declaration gives its handler; checked by `npm run check`. */
import { z } from "@hono/zod-openapi";
import { expectTypeOf, it } from "vitest";
import type { Db } from "../../shared/database/clients.ts";
import type { Row } from "../../shared/database/schema.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { signature, superAdminOr } from "../../shared/http/auth.ts";
import { file, type FilePart } from "../../shared/files/parts.ts";
import { form, json, raw } from "../../shared/http/bodies.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { cron } from "../../shared/http/cron.ts";
import { group } from "../../shared/http/group.ts";
import { route, type RouteSpec } from "../../shared/http/route.ts";

const routes = group("types", "Types");
const color = z.enum(["red", "blue"]);
const base = {
  method: "post",
  path: "/types/{id}",
  operationId: "post",
  summary: "Post",
} as const satisfies Partial<RouteSpec>;

it("types params, query, JSON body and caller", () => {
  routes.openapi(
    route({
      ...base,
      auth: "user",
      params: z.object({ id: z.guid() }),
      query: z.object({ limit: z.string().transform(Number) }),
      body: json(z.object({ color })),
      answer: created("The color", z.object({ color })),
    }),
    (c) => {
      expectTypeOf(c.req.valid("param")).toEqualTypeOf<{ id: string }>();
      expectTypeOf(c.req.valid("query")).toEqualTypeOf<{ limit: number }>();
      expectTypeOf(c.req.valid("json")).toEqualTypeOf<{ color: "red" | "blue" }>();
      expectTypeOf(c.var.caller).toEqualTypeOf<Caller>();
      expectTypeOf(c.var.db).toEqualTypeOf<Db>();
      // @ts-expect-error -- the route has no form
      c.req.valid("form");
      return c.json(c.req.valid("json"), 201);
    },
  );
});

it("rejects an answer with another status, a missing field or a value outside of the enum", () => {
  const declared = route({ ...base, auth: "none", answer: ok("x", z.object({ color })) });
  routes.openapi(declared, (c) => c.json({ color: "red" as const }, 200));
  // @ts-expect-error -- 201 is not declared
  routes.openapi(declared, (c) => c.json({ color: "red" as const }, 201));
  // @ts-expect-error -- color is missing
  routes.openapi(declared, (c) => c.json({}, 200));
  // @ts-expect-error -- color is any text
  routes.openapi(declared, (c) => c.json({ color: String(c.req.path) }, 200));
  // @ts-expect-error -- the example has another color
  ok("x", z.object({ color }), { color: "green" });
});

it("types the variables by auth", () => {
  const answer = ok("x", z.object({}));
  const secret = superAdminOr(cron("A_SECRET"));
  routes.openapi(route({ ...base, auth: secret, answer }), (c) => {
    expectTypeOf(c.var.caller).toEqualTypeOf<Caller | null>();
    return c.json({}, 200);
  });
  for (const auth of [cron("A_SECRET"), signature("x-signature")] as const) {
    routes.openapi(route({ ...base, auth, answer }), (c) => {
      // @ts-expect-error -- nobody is signed in
      void c.var.caller;
      return c.json({}, 200);
    });
  }
});

it("types forms, and leaves raw bodies to the handler", () => {
  const answer = ok("x", z.object({}));
  const body = form(z.object({ photo: file }), { file: "photo", maxBytes: 1 });
  routes.openapi(route({ ...base, auth: "none", body, answer }), (c) => {
    expectTypeOf(c.req.valid("form")).toEqualTypeOf<{ photo: FilePart }>();
    return c.json({}, 200);
  });
  routes.openapi(route({ ...base, auth: "none", body: raw("An event", {}), answer }), (c) => {
    // @ts-expect-error -- nothing is validated
    c.req.valid("json");
    return c.json({}, 200);
  });
});

it("types rows by check constraints and by the shapes of jsonb", () => {
  expectTypeOf<Row<"goals">["status"]>()
    .toEqualTypeOf<"active" | "paused" | "completed" | "abandoned">();
  expectTypeOf<Row<"journal_feed">["mentions"][number]["kind"]>().toEqualTypeOf<"user" | "tag">();
});
