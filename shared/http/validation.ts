import { type Hook, z } from "@hono/zod-openapi";
import type { AppEnv } from "./context.ts";
import { badRequest } from "../base/errors.ts";

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
      return `expected one of ${issue.values.map(String).join(", ")}`;
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
  const messages = error.issues.map((issue) => {
    if (issue.path.length > 0) return `${issue.path.map(String).join(".")}: ${issue.message}`;
    // The message of a rule over several fields names them.
    return issue.code === "custom" ? issue.message : `${whole}: ${issue.message}`;
  });
  return [...new Set(messages)].slice(0, 5).join("; ");
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
  if (!result.success) throw badRequest(describeIssues(result.error, WHOLE[result.target]!));
};
