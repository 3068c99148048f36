import { z } from "@hono/zod-openapi";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { mounted } from "../../functions/api/groups.ts";
import { health } from "../../functions/groups.ts";
import { serve } from "../../shared/http/app.ts";
import { created, type Group, json, type Part, part } from "../../shared/http/declare.ts";
import { buildDocument } from "../../shared/http/document.ts";
import { ok } from "../../shared/http/route.ts";
import { resetEnvironment, routes } from "./support.ts";

beforeEach(resetEnvironment);

/** The findings of an OpenAPI linter with its recommended rules. */
async function lint(document: unknown): Promise<{ errors: number; warnings: number }> {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  files.push(file);
  await Deno.writeTextFile(file, JSON.stringify(document));
  const { stdout } = await new Deno.Command("node_modules/.bin/redocly", {
    args: ["lint", "--format=json", file],
    stderr: "null",
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  }).output();
  const { totals, problems } = JSON.parse(new TextDecoder().decode(stdout));
  if (totals.errors + totals.warnings > 0) console.error(problems);
  return { errors: totals.errors, warnings: totals.warnings };
}
const files: string[] = [];
afterAll(() => Promise.all(files.map((file) => Deno.remove(file))));

const maker = z.object({ name: z.string().openapi({ example: "Ana" }) }).openapi("Maker");
const exampleRoutes = part();
const group = (routes: Part): Group => ({ description: "Examples", parts: () => [{ routes }] });
const examples = group(exampleRoutes);
const things = group(routes);
const noted = z.object({ note: z.string() });
const changes = { makers: [{}, { name: "Ben" }] };
for (
  const [path, answer] of [
    [
      "/examples",
      z.object({
        by: maker,
        maker: maker.nullable().openapi({ description: "Null for none." }),
        colors: z.array(z.enum(["red", "blue"])),
        size: z.int().default(2),
      }),
    ],
    ["/examples/lacking", z.object({ maker, notes: z.array(noted) })],
    ["/examples/changed", z.object({ makers: z.array(maker), by: z.record(z.string(), maker) })],
  ] as const
) {
  exampleRoutes.add(`GET ${path}`, {
    auth: "none",
    operationId: path,
    summary: "An example",
    answer: ok("It", answer, path.endsWith("changed") ? changes as never : undefined),
  }, () => ({} as never));
}

// deno-lint-ignore no-explicit-any -- a document is read by many paths here
const build = async (groups: Record<string, Group> = { things }): Promise<any> =>
  await buildDocument({
    title: "Test",
    version: "1.0.0",
    description: "x",
    groups,
    outside: { health },
    sent: () => Promise.resolve({}),
  });

describe("the document", () => {
  it("is served by the front door and passes a linter", async () => {
    const answer = await serve(mounted, "/api")(new Request("http://x/api/openapi.json"));
    expect(answer.status).toBe(200);
    const document = await answer.json();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toContain("/health");
    expect(Object.keys(document.paths)).toContain("/api/openapi.json");
    expect(await lint(document)).toEqual({ errors: 0, warnings: 0 });
  });

  it("describes a file as generators of clients read it, and names the events of the chat", async () => {
    const answer = await serve(mounted, "/api")(new Request("http://x/api/openapi.json"));
    const { paths, components } = await answer.json();
    const avatar = paths["/api/user/avatar"].post.requestBody.content["multipart/form-data"];
    expect(avatar.schema.properties.file).toMatchObject({ type: "string", format: "binary" });
    const chat = paths["/api/chat/messages"].post.responses["200"].content["text/event-stream"];
    expect(chat.schema).toEqual({ $ref: "#/components/schemas/ChatEvent" });
    const events = components.schemas.ChatEvent.anyOf as { required: string[] }[];
    expect(events.map(({ required }) => required))
      .toEqual([["delta"], ["tool"], ["done", "message"], ["error", "code"]]);
  });

  it("makes the example of an answer from those of its fields, or none", async () => {
    const { paths } = await build({ examples });
    const { content } = paths["/api/examples"].get.responses["200"];
    expect(content["application/json"].example).toEqual({
      by: { name: "Ana" },
      maker: { name: "Ana" },
      colors: ["red"],
      size: 2,
    });
    const lacking = paths["/api/examples/lacking"].get.responses["200"].content;
    expect(lacking["application/json"]).not.toHaveProperty("example");
  });

  it("changes what the answer's own example names", async () => {
    const { paths } = await build({ examples });
    const { content } = paths["/api/examples/changed"].get.responses["200"];
    expect(content["application/json"].example).toEqual({
      makers: [{ name: "Ana" }, { name: "Ben" }],
      by: { Ana: { name: "Ana" } },
    });
  });

  it("groups operations by who calls them", async () => {
    const document = await build();
    expect(document["x-tagGroups"]).toEqual([
      { name: "People", tags: ["things"] },
      { name: "Administrators", tags: ["admin"] },
      { name: "Jobs", tags: ["jobs"] },
      { name: "Service", tags: ["health"] },
    ]);
    expect(document.paths["/api/things/either"].post.tags).toEqual(["jobs"]);
  });

  it("declares the refusals of each route", async () => {
    const { paths } = await build();
    const statuses = (operation: { responses: object }) => Object.keys(operation.responses);
    expect(statuses(paths["/health"].get)).toEqual(["200", "400", "403", "429", "500"]);
    expect(paths["/health"].get.responses["400"])
      .toEqual({ $ref: "#/components/responses/UnknownParameter" });
    expect(statuses(paths["/api/things"].get))
      .toEqual(["200", "400", "401", "403", "429", "500", "503"]);
    expect(statuses(paths["/api/things/{id}"].put))
      .toEqual(["200", "400", "401", "403", "404", "409", "413", "415", "429", "500", "503"]);
    expect(statuses(paths["/api/things/either"].post)).toContain("503");
  });

  it("names the codes of each refusal: the route's own, and those of every route like it", async () => {
    const refusing = part();
    const told = ok("A note", noted, { note: "Noted" });
    const named = (operationId: string) => ({ operationId, summary: operationId, answer: told });
    const answer = () => ({ note: "Noted" });
    refusing.add("POST /refusing", {
      ...named("refuse"),
      body: json(noted),
      answer: created("A note", noted, { note: "Noted" }),
      refusals: {
        403: "Not this note.",
        409: { description: "It is noted.", codes: ["already_exists"] },
      },
    }, answer);
    refusing.add("GET /refusing", { ...named("read"), scope: "goals" }, answer);
    refusing.add("DELETE /refusing/{id}", { ...named("end"), auth: "account_holder" }, answer);
    refusing.add("GET /refusing/open", { ...named("open"), auth: "none" }, answer);
    const { paths, components } = await build({ refusing: group(refusing) });
    const codesOf = (path: string, method: string, status: number) => {
      const declared = paths[`/api/refusing${path}`][method].responses[status];
      const refusal = declared.$ref
        ? components.responses[declared.$ref.split("/").at(-1)]
        : declared;
      return refusal.content["application/json"].schema.allOf[1].properties.code.enum;
    };
    const ofCaller = ["account_blocked", "account_leaving"];
    expect(codesOf("", "post", 409))
      .toEqual([
        "already_exists",
        "idempotency_key_reused",
        "idempotency_in_progress",
        "storage_full",
      ]);
    expect(codesOf("", "post", 403)).toEqual(["forbidden", ...ofCaller, "token_refused"]);
    expect(codesOf("", "post", 429)).toEqual(["rate_limited", "daily_quota_reached"]);
    expect(codesOf("", "get", 429)).toEqual(["rate_limited"]);
    expect(codesOf("", "get", 400)).toEqual(["unknown_parameter"]);
    expect(codesOf("", "get", 403)).toEqual(["forbidden", ...ofCaller, "scope_missing"]);
    expect(codesOf("/{id}", "delete", 403))
      .toEqual(["impersonated", "forbidden", ...ofCaller, "token_refused"]);
    expect(codesOf("/{id}", "delete", 404)).toEqual(["not_found"]);
    expect(codesOf("/open", "get", 403)).toEqual(["token_refused"]);
  });

  it("says who calls an operation, and with which scopes a program does", async () => {
    const { paths } = await build({ things, examples });
    expect(paths["/api/things"].get).toMatchObject({ "x-audience": "app" });
    expect(paths["/api/things"].get).not.toHaveProperty("x-scopes");
    expect(paths["/api/things/admin"].post["x-audience"]).toBe("admin");
    expect(paths["/api/things/either"].post["x-audience"]).toBe("job");
  });

  it("is served for one audience", async () => {
    const ask = async (query: string) => {
      const answer = await serve(mounted, "/api")(new Request(`http://x/api/openapi.json${query}`));
      return { status: answer.status, document: await answer.json() };
    };
    const audiencesOf = (document: { paths: Record<string, Record<string, object>> }) =>
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map((each) => (each as Record<string, string>)["x-audience"])
      );
    const all = audiencesOf((await ask("")).document);
    for (const audience of ["app", "admin", "job", "provider"]) {
      const { document } = await ask(`?audience=${audience}`);
      const ofIt = all.filter((each) => each === audience);
      expect(ofIt.length).toBeGreaterThan(1);
      expect(audiencesOf(document)).toEqual(ofIt);
      expect(await lint(document)).toMatchObject({ errors: 0 });
    }
    const { document: app } = await ask("?audience=app");
    expect(Object.keys(app.components.securitySchemes)).toEqual(["accessToken", "personalToken"]);
    expect(Object.keys(app.components.schemas)).not.toContain("AuditedAct");
    expect((await ask("?audience=nobody")).status).toBe(400);
    // The whole document is as it was.
    expect(audiencesOf((await ask("")).document)).toEqual(all);
  });

  it("declares the security of each route", async () => {
    const { paths, components } = await build();
    expect(paths["/health"].get.security).toEqual([]);
    expect(paths["/api/things"].get.security).toEqual([{ accessToken: [] }]);
    expect(paths["/api/things/either"].post.security)
      .toEqual([{ accessToken: ["super_admin"] }, { cronSecret: [] }, { cronBearer: [] }]);
    expect(components.securitySchemes.cronSecret.name).toBe("x-cron-secret");
  });

  it("describes texts, ids and limits as validation checks them", async () => {
    const { paths } = await build();
    const body = paths["/api/things"].post.requestBody.content["application/json"].schema;
    expect(body.properties.title).toMatchObject({ type: "string", minLength: 1, maxLength: 200 });
    expect(body.properties.target_date).toMatchObject({ type: "string", format: "date" });
    expect(body.required).toEqual(["title"]);
    const [limit] = paths["/api/things"].get.parameters;
    expect(limit).toMatchObject({
      name: "limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    });
    expect(paths["/api/things/{id}"].get.parameters[0].schema.format).toBe("uuid");
  });
});
