import { type Hook, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./caller.ts";
import { type FieldCode, isFieldCode } from "../base/codes.ts";
import { type FieldError, HttpError } from "../base/errors.ts";

type RawIssue = Parameters<NonNullable<z.core.$ZodConfig["customError"]>>[0];

/** Names of formats in messages. */
const FORMATS: Record<string, string> = {
  guid: "a UUID",
  uuid: "a UUID",
  email: "an e-mail address",
  url: "a URL",
  date: "YYYY-MM-DD",
  time: "HH:MM",
  datetime: "an ISO 8601 timestamp",
};

/** Names of types in messages, where they differ from the type's own name. */
const TYPES: Record<string, string> = { int: "an integer", record: "object" };

const UNITS: Record<string, string> = { string: "characters", array: "items", file: "bytes" };

// The messages of every schema without messages of its own.
z.config({ customError: describe });

function describe(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "required";
      return `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_format":
      return `expected ${FORMATS[issue.format] ?? "another form"}`;
    case "invalid_value":
      if (issue.input === undefined) return "required";
      return `expected ${issue.values.length === 1 ? "" : "one of "}${
        issue.values.map(String).join(", ")
      }`;
    case "too_small":
      return `expected ${issue.exact ? "exactly" : issue.inclusive ? "at least" : "more than"} ${
        quantity(issue.minimum, issue.origin)
      }`;
    case "too_big":
      return `expected ${issue.exact ? "exactly" : issue.inclusive ? "at most" : "less than"} ${
        quantity(issue.maximum, issue.origin)
      }`;
    case "not_multiple_of":
      return `expected a multiple of ${issue.divisor}`;
    case "invalid_union":
      return issue.input === undefined ? "required" : "expected another form";
  }
}

function quantity(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit ? `${limit} ${limit === 1 ? unit.slice(0, -1) : unit}` : String(limit);
}

/**
 * The issues of a failed validation as one message, each naming its field:
 * `title: required; tags.3: expected at most 50 characters`. `whole` names the value for issues
 * that concern all of it.
 */
export function describeIssues(error: z.ZodError, whole: string): string {
  const messages = issuesOf(error).map((issue) => {
    if (issue.path.length > 0) return `${pathOf(issue)}: ${issue.message}`;
    // The message of a rule over several fields names them.
    return issue.code === "custom" ? issue.message : `${whole}: ${issue.message}`;
  });
  return [...new Set(messages)].slice(0, 5).join("; ");
}

/**
 * The refusal of input that does not fit its schema: 400, with a message and an entry of `fields`
 * for each issue. `whole` names what the input is: `body`.
 */
export function invalid(error: z.ZodError, whole: string): HttpError {
  const fields = issuesOf(error).map(fieldError);
  return new HttpError(400, describeIssues(error, whole), { fields });
}

const MAX_FIELDS = 100;

/**
 * The first issues of an error. An issue about several unknown keys becomes one issue for each key.
 */
const issuesOf = (error: z.ZodError): z.core.$ZodIssue[] =>
  error.issues.slice(0, MAX_FIELDS).flatMap((issue): z.core.$ZodIssue[] =>
    issue.code !== "unrecognized_keys" ? [issue] : issue.keys.slice(0, MAX_FIELDS)
      .map((key) => ({ ...issue, path: [...issue.path, key], message: "unknown name" }))
  ).slice(0, MAX_FIELDS);

/** A path may have names that the caller has chosen. */
const pathOf = (issue: z.core.$ZodIssue): string =>
  issue.path.map((each) => cut(String(each))).join(".");

const cut = (name: string) => name.length > 100 ? `${name.slice(0, 100)}…` : name;

const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  path: pathOf(issue),
  code: codeOf(issue),
  message: issue.message,
});

/** Codes of issues by the measured type: [too little, too much]. */
const SIZES: Record<string, [FieldCode, FieldCode]> = {
  string: ["too_short", "too_long"],
  array: ["too_few", "too_many"],
};

function codeOf(issue: z.core.$ZodIssue): FieldCode {
  // The issue no longer says whether there was an input; `describe` has said it.
  if (issue.message === "required") return "required";
  switch (issue.code) {
    case "invalid_type":
      return "wrong_type";
    case "invalid_format":
    case "invalid_union":
      return "wrong_format";
    case "invalid_value":
      return "unknown_value";
    case "too_small":
      return SIZES[issue.origin]?.[0] ?? "too_small";
    case "too_big":
      return SIZES[issue.origin]?.[1] ?? "too_large";
    case "custom":
      return isFieldCode(issue.params?.code) ? issue.params.code : "invalid_value";
    default:
      return "invalid_value";
  }
}

const WHOLE: Record<string, string> = {
  json: "body",
  form: "body",
  query: "query",
  param: "path",
  header: "headers",
  cookie: "cookies",
};

/** Refuses a request that does not match its route's schemas: 400, naming the field. */
export const refuseInvalid: Hook<unknown, AppEnv, string, void> = (result) => {
  if (!result.success) throw invalid(result.error, WHOLE[result.target]!);
};

/**
 * Refuses a query with parameters that the schema does not have, unless it is a loose object.
 * `forceFunctionRegion` is the hosted gateway's: supabase-js adds it when a region is chosen.
 */
export function knownParameters(query?: z.ZodObject): MiddlewareHandler<AppEnv> {
  const known = new Set([...Object.keys(query?.shape ?? {}), "forceFunctionRegion"]);
  const loose = query?.def.catchall?._zod.def.type === "unknown";
  return async (c, next) => {
    if (loose) return await next();
    const unknown = Object.keys(c.req.query()).filter((name) => !known.has(name));
    if (unknown.length > 0) throw unknownParameters(unknown.slice(0, MAX_FIELDS));
    await next();
  };
}

function unknownParameters(names: string[]): HttpError {
  const what = `unknown query parameter${names.length === 1 ? "" : "s"}`;
  return new HttpError(400, `${what}: ${names.slice(0, 5).map(cut).join(", ")}`, {
    code: "unknown_parameter",
    fields: names.map((name) => ({
      path: cut(name),
      code: "unknown_parameter",
      message: "unknown query parameter",
    })),
  });
}
