/** The body of a refusal besides its message, and the cause in the log. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "@hono/zod-openapi";
import { badField, badRequest, HttpError } from "../../shared/base/errors.ts";
import { fromDatabase } from "../../shared/database/errors.ts";
import { partial } from "../../shared/fields/basic.ts";
import { createApp } from "../../shared/http/app.ts";
import { part } from "../../shared/http/declare.ts";
import { ok } from "../../shared/http/route.ts";
import { invalid } from "../../shared/http/validation.ts";
import { json, newApp, read, resetEnvironment, userId } from "./support.ts";

beforeEach(resetEnvironment);

describe("the fields of a refusal", () => {
  const fieldsOf = (schema: z.ZodType, input: unknown) => {
    const { error } = schema.safeParse(input);
    return invalid(error!, "body").fields;
  };

  it("name each field by its dotted path and leave its name out of the message", async () => {
    const init = json("POST", { title: "", tags: ["a", 1] });
    expect(await read(await newApp().request("/things", init))).toEqual([400, {
      error: "title: must not be empty; tags.1: expected string",
      code: "invalid_input",
      fields: [
        { path: "title", code: "too_short", message: "must not be empty" },
        { path: "tags.1", code: "wrong_type", message: "expected string" },
      ],
    }]);
  });

  it("have an empty path for the body as a whole", () => {
    expect(fieldsOf(z.object({}), [])).toEqual([
      { path: "", code: "wrong_type", message: "expected object" },
    ]);
    expect(fieldsOf(partial(z.object({ a: z.string() })), {})).toEqual([
      { path: "", code: "required", message: "no known field to update" },
    ]);
  });

  it("name the field of a refusal about one field, also where a SQL function refuses", () => {
    const message = "cursor: not one of this list";
    const fields = [{ path: "cursor", code: "invalid_value", message: "not one of this list" }];
    const refusal = { status: 400, message, code: "invalid_input", fields };
    expect(badField("cursor", "not one of this list")).toMatchObject(refusal);
    expect(fromDatabase({ code: "PT400", message })).toMatchObject(refusal);
    const whole = badRequest("body: not a valid form");
    expect([whole.code, whole.fields]).toEqual(["bad_request", undefined]);
  });
});

describe("the code of a refusal", () => {
  it("is the default of its status unless a specific one is given", () => {
    const codes = {
      400: "bad_request",
      401: "unauthorized",
      402: "not_enough_drops",
      403: "forbidden",
      404: "not_found",
      405: "method_not_allowed",
      409: "conflict",
      413: "too_large",
      415: "unsupported_media_type",
      418: "bad_request",
      429: "rate_limited",
      500: "internal_error",
      503: "unavailable",
      504: "internal_error",
    };
    for (const [status, code] of Object.entries(codes)) {
      expect(new HttpError(Number(status) as 400, "No").code).toBe(code);
    }
    expect(new HttpError(409, "No", { code: "already_member" }).code).toBe("already_member");
  });

  it("of a SQL function comes from the details; of a field, it is the field's", () => {
    const refused = (code: string, message: string, details: string | null) => {
      const { code: name, fields } = fromDatabase({ code, message, details });
      return [name, fields?.[0]?.code];
    };
    expect(refused("PT409", "No", "already_member")).toEqual(["already_member", undefined]);
    expect(refused("PT401", "No", "session_ended")).toEqual(["session_ended", undefined]);
    expect(refused("PT409", "No", null)).toEqual(["conflict", undefined]);
    expect(refused("PT409", "No", "words of an extension")).toEqual(["conflict", undefined]);
    expect(refused("PT400", "team_id: required", "required")).toEqual([
      "invalid_input",
      "required",
    ]);
    expect(refused("PT400", "q: too short", null)).toEqual(["invalid_input", "invalid_value"]);
  });

  it("of a constraint is the constraint's own if one is defined", () => {
    const unique = (name: string) =>
      fromDatabase({
        code: "23505",
        message: `duplicate key violates unique constraint "${name}"`,
      });
    expect(unique("profiles_handle_key").code).toBe("handle_taken");
    expect(unique("goals_pkey").code).toBe("already_exists");
    const message = 'null value in column "title" of relation "goals" violates not-null constraint';
    expect(fromDatabase({ code: "23502", message }).fields).toEqual([
      { path: "title", code: "required", message: "required" },
    ]);
  });
});

describe("an unknown query parameter", () => {
  it("is 400 and named, at routes with and without a query", async () => {
    for (const address of [`/things/${userId}?foo=1`, `/things/${userId}?foo`]) {
      expect(await read(await newApp().request(address))).toEqual([400, {
        error: "unknown query parameter: foo",
        code: "unknown_parameter",
        fields: [{ path: "foo", code: "unknown_parameter", message: "unknown query parameter" }],
      }]);
    }
    const several = await newApp().request(`/things/${userId}?foo=1&toString=2&foo=3`);
    expect((await several.json()).error).toBe("unknown query parameters: foo, toString");
  });

  it("comes after the refusal of a caller who is not signed in", async () => {
    expect((await newApp().request("/things?foo=1")).status).toBe(401);
  });

  it("is refused for HEAD, and ignored by a preflight", async () => {
    const ask = async (method: string) =>
      (await newApp().request(`/things/${userId}?foo=1`, { method })).status;
    expect(await ask("HEAD")).toBe(400);
    expect(await ask("OPTIONS")).toBe(204);
  });

  it("of the gateway is ignored: the region that supabase-js asks for", async () => {
    const answer = await newApp().request(`/things/${userId}?forceFunctionRegion=eu-central-1`);
    expect(answer.status).toBe(200);
  });
});

describe("the log", () => {
  /** The log line of a request that the database refuses with this error. */
  async function lineOf(error: { code: string; message: string; details?: string }) {
    const refused = part();
    refused.add("GET /refused", {
      auth: "none",
      operationId: "getRefused",
      summary: "Refuse",
      answer: ok("Never", z.object({})),
    }, () => {
      throw fromDatabase(error);
    });
    Deno.env.set("LOG_LEVEL", "info");
    const spy = vi.spyOn(console, "log").mockImplementation(() => {});
    await createApp([refused]).request("/refused");
    const [[line]] = spy.mock.calls as [[string]];
    spy.mockRestore();
    return line;
  }

  it.each([
    ["23505", 'duplicate key value violates unique constraint "members_key"', 409],
    ["23P01", 'conflicting key value violates exclusion constraint "members_key"', 409],
    ["23514", 'new row for relation "members" violates check constraint "members_key"', 400],
    [
      "23503",
      'update or delete on table "users" violates foreign key constraint "members_key" on table "members"',
      409,
    ],
  ])(
    "names the violated constraint, and no value of the row: %s",
    async (code, message, status) => {
      const line = await lineOf({ code, message, details: "Key (email)=(ana@example.com) exists" });
      expect(JSON.parse(line)).toMatchObject({
        status,
        error: { code, constraint: "members_key" },
      });
      expect(line).not.toContain("ana@example.com");
    },
  );

  it.each(["40001", "40P01", "55P03"])(
    "names the SQLSTATE of a lock conflict: %s",
    async (code) => {
      const line = await lineOf({ code, message: "could not", details: "Process 1 waits for 2" });
      expect(JSON.parse(line)).toMatchObject({ level: "warn", status: 503, error: { code } });
      expect(line).not.toContain("Process");
    },
  );

  it("has no cause for a refusal with a message", async () => {
    expect(JSON.parse(await lineOf({ code: "PT409", message: "No" }))).not.toHaveProperty("error");
  });
});
