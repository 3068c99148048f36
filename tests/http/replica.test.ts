/** After some refusals of a read replica, the service asks the primary database again. */
import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { badField } from "../../shared/base/errors.ts";
import { must } from "../../shared/database/results.ts";
import { createApp } from "../../shared/http/app.ts";
import { part } from "../../shared/http/declare.ts";
import { ok } from "../../shared/http/route.ts";
import { bearer, resetEnvironment, sign } from "./support.ts";

const routes = part();
const answer = ok("Never", z.object({}));
routes.add(
  "GET /refused/database",
  { operationId: "a", summary: "By the database", answer },
  async ({ db }) => {
    must(await db.rpc("list_teams"));
    return {};
  },
);
routes.add(
  "GET /refused/handler",
  { operationId: "b", summary: "Before the database", answer },
  () => {
    throw badField("cursor", "not of this list");
  },
);

/** The databases that were asked, in order, and the SQLSTATE with which each refuses. */
const asked: string[] = [];
let sqlstate = "";
let server: Deno.HttpServer<Deno.NetAddr>;

beforeAll(() => {
  server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const { pathname } = new URL(url);
    const [database, name] = [pathname.split("/")[1]!, pathname.split("/").at(-1)];
    if (name !== "list_teams" && name !== "check_caller") return Response.json(null);
    asked.push(`${database} ${name}`);
    if (name === "check_caller") return Response.json(null);
    return Response.json({ code: sqlstate, message: "title: no" }, { status: 400 });
  });
  resetEnvironment();
  Deno.env.set("SUPABASE_URL", `http://127.0.0.1:${server.addr.port}/primary`);
  Deno.env.set("READ_REPLICA_URL", `http://127.0.0.1:${server.addr.port}/replica`);
});
afterAll(() => {
  resetEnvironment();
  Deno.env.delete("READ_REPLICA_URL");
  return server.shutdown();
});

const ask = async (path: string) => {
  asked.length = 0;
  const headers = bearer(await sign());
  return (await createApp([routes]).request(path, { headers })).status;
};

describe("a read that the replica refuses", () => {
  // 40001: the replica's own update has ended the read.
  it.each([["PT401", 401], ["PT403", 403], ["PT404", 404], ["40001", 503], ["XX000", 500]])(
    "is asked of the primary database again: %s",
    async (code, status) => {
      sqlstate = code;
      expect(await ask("/refused/database")).toBe(status);
      expect(asked).toEqual(["replica list_teams", "primary list_teams"]);
    },
  );

  it.each([["PT400", 400], ["22P02", 400], ["PT409", 409], ["PT429", 429]])(
    "stays refused when the primary database would say the same: %s",
    async (code, status) => {
      sqlstate = code;
      expect(await ask("/refused/database")).toBe(status);
      expect(asked).toEqual(["replica list_teams"]);
    },
  );

  it("is not repeated when no database was asked; the primary tells whether the caller is blocked", async () => {
    expect(await ask("/refused/handler")).toBe(400);
    expect(asked).toEqual(["primary check_caller"]);
  });
});
