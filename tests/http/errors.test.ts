import { PostgrestError } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { type DatabaseError, fromDatabase } from "../../shared/database/errors.ts";
import { found, must } from "../../shared/database/results.ts";
import { tooManyRequests } from "../../shared/base/errors.ts";

const mapped = (error: DatabaseError, messages?: Record<string, string>) => {
  const { status, message } = fromDatabase(error, messages);
  return [status, message];
};

describe("an error of the database", () => {
  it("that a SQL function raises keeps its status and message", () => {
    expect(mapped({ code: "PT404", message: "Goal not found" })).toEqual([404, "Goal not found"]);
    expect(mapped({ code: "PT402", message: "Not enough drops" })).toEqual([
      402,
      "Not enough drops",
    ]);
    expect(mapped({ code: "PT403", message: "This account is blocked" }))
      .toEqual([403, "This account is blocked"]);
    expect(mapped({ code: "P0001", message: "hours: expected 0 to 24" }))
      .toEqual([400, "hours: expected 0 to 24"]);
  });

  it("that contains a waiting time becomes Retry-After", () => {
    const refusal = fromDatabase({ code: "PT429", message: "Used up", hint: "90" });
    expect([refusal.status, refusal.headers["Retry-After"]]).toEqual([429, "90"]);
    expect(fromDatabase({ code: "PT429", message: "Used up" }).headers["Retry-After"]).toBe("60");
  });

  it("of a check constraint names only the field", () => {
    const message =
      'new row for relation "goals" violates check constraint "goals_target_date_check"';
    const details = "Failing row contains (secret content)";
    expect(mapped({ code: "23514", message, details })).toEqual([400, "target_date: not allowed"]);
    const other = 'new row for relation "goals" violates check constraint "completed_once"';
    expect(mapped({ code: "23514", message: other })).toEqual([400, "A value is not allowed"]);
  });

  it("of a unique constraint is a conflict, with its own message if one is defined", () => {
    const error = {
      code: "23505",
      message: 'duplicate key value violates unique constraint "profiles_handle_key"',
    };
    expect(mapped(error)).toEqual([409, "This exists already"]);
    expect(mapped(error, { profiles_handle_key: "handle: already taken" }))
      .toEqual([409, "handle: already taken"]);
  });

  it("of a foreign key is 404 for a missing target, 409 for a row still referenced", () => {
    expect(mapped({
      code: "23503",
      message:
        'insert or update on table "teams" violates foreign key constraint "teams_org_id_fkey"',
    })).toEqual([404, "org_id: not found"]);
    expect(mapped({
      code: "23503",
      message:
        'update or delete on table "organizations" violates foreign key constraint "teams_org_id_fkey" on table "teams"',
    })).toEqual([409, "Something else still refers to this"]);
  });

  it("of a missing value names the field", () => {
    const message = 'null value in column "title" of relation "goals" violates not-null constraint';
    expect(mapped({ code: "23502", message })).toEqual([400, "title: required"]);
  });

  it.each(["22P02", "22001", "22003", "22007", "22008", "22021", "22P05"])(
    "of an invalid value is 400 without the value: %s",
    (code) => {
      const [status, text] = mapped({ code, message: 'invalid input syntax for type uuid: "x"' });
      expect(status).toBe(400);
      expect(text).not.toContain("syntax");
    },
  );

  it("of a privilege is 403, of a token 401", () => {
    expect(mapped({ code: "42501", message: "permission denied for table goals" }))
      .toEqual([403, "Insufficient permissions"]);
    expect(mapped({ code: "PGRST303", message: "JWT expired" })[0]).toBe(401);
    expect(mapped({ code: "PGRST301", message: "JWSError" })[0]).toBe(401);
  });

  it("of concurrent requests asks to try again", () => {
    const refusal = fromDatabase({ code: "40P01", message: "deadlock detected" });
    expect([refusal.status, refusal.headers["Retry-After"]]).toEqual([503, "1"]);
  });

  it.each(["08006", "53100", "57P01", "PGRST001"])("of an outage asks to try again: %s", (code) => {
    const refusal = fromDatabase({ code, message: 'could not extend file "base/5/1"' });
    expect([refusal.status, refusal.message]).toEqual([503, "The database is not available"]);
  });

  it("of any other kind is a 500 without details", () => {
    for (const code of ["42P01", "42703", "57014", "PGRST202", "XX000", "", undefined, "PT500"]) {
      expect(mapped({ code, message: 'relation "secret" does not exist' }))
        .toEqual([500, "Internal server error"]);
    }
  });
});

describe("the result of a query", () => {
  const rest = { count: null, status: 200, statusText: "" };
  const success = <T>(data: T) => ({ success: true, data, error: null, ...rest }) as const;
  const failure = (code: string, message: string) => {
    const error = new PostgrestError({ code, message, details: "", hint: "" });
    return { success: false, data: null, error, ...rest } as const;
  };

  it("is its data, or a refusal", () => {
    expect(must(success([1]))).toEqual([1]);
    expect(() => must(failure("PT409", "No"))).toThrow("No");
  });

  it("without the row is 404", () => {
    expect(found(success({ id: 1 }), "Goal")).toEqual({ id: 1 });
    expect(() => found(success(null), "Goal")).toThrow("Goal not found");
  });
});

it("asks to wait a whole number of seconds, at least one", () => {
  expect(tooManyRequests("", 0.2).headers["Retry-After"]).toBe("1");
  expect(tooManyRequests("", 59.1).headers["Retry-After"]).toBe("60");
});
