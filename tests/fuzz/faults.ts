/** Faults that fast-check puts into requests. */
import fc from "fast-check";
import { nasty } from "./values.ts";

/** A change of one part of a JSON value: which part, counted from the root, and what becomes of it. */
export interface Change {
  part: number;
  how: "replace" | "remove" | "add" | "wrap";
  value: unknown;
}

/** A change of the bytes of a body; `at` is the place as a share of its length. */
export interface ByteFault {
  how: "none" | "cut" | "twice" | "byte" | "field twice" | "instead" | "long";
  at: number;
  bytes: string;
}

const long = "x".repeat(9_000);

/** Header lines that are malformed, foreign or meant for others. */
export const header = fc.constantFrom<[string, string]>(
  ["authorization", "Bearer"],
  ["authorization", "Bearer a.b.c"],
  ["authorization", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6ImF1dGhlbnRpY2F0ZWQifQ."],
  ["authorization", "Basic YTpi"],
  ["authorization", `Bearer ${long}`],
  ["authorization", "Bearer \xe9\xff"],
  ...["", " ", "k", "same", long.slice(0, 256), "\xff\xfe", 'a"b', "a, b"].map((key) =>
    ["idempotency-key", key] as [string, string]
  ),
  ...["*", '"1"', '"2", "3"', 'W/"1-abc"', '"', '""', '"999999999999"', '"-1"', "1", long].flatMap(
    (tag) => [["if-match", tag], ["if-none-match", tag]] as [string, string][],
  ),
  ["range", "bytes=0-0"],
  ["range", "bytes=9-1,-5,x"],
  ["accept", "text/html"],
  ["accept", "*/*;q=2, \xff"],
  ["accept-encoding", "br;q=0, identity;q=0"],
  ["content-encoding", "gzip"],
  ["content-type", "application/json"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "text/plain"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "multipart/form-data"],
  ["content-type", "application/json, text/html"],
  ["content-type", long],
  ["x-request-id", "chosen-by-client"],
  ["x-request-id", "' or 1=1 --"],
  ["x-request-id", long],
  ["x-required-role", "nobody"],
  ["x-function-request-id", "forged"],
  ["x-http-method-override", "DELETE"],
  ["x-forwarded-for", "not an address"],
  ["x-forwarded-host", "evil.example"],
  ["cf-connecting-ip", "::ffff:1.2.3.4%eth0"],
  ["prefer", "tx=rollback, return=representation"],
  ["accept-profile", "private"],
  ["content-profile", "private"],
  ["apikey", "sb_secret_forged"],
  ["origin", "null"],
  ["origin", "https://app.example.com"],
  ["expect", "100-continue"],
  ["transfer-encoding", "chunked"],
  ["x-cron-secret", "guess"],
  ["stripe-signature", "t=1,v1=00"],
  ["svix-id", "msg_1"],
  ["svix-timestamp", "x"],
  ["svix-signature", "v1,AAAA"],
  ["traceparent", "00-zz"],
  ["cookie", "a=b; __proto__=1"],
);

export const byteFault: fc.Arbitrary<ByteFault> = fc.record({
  how: fc.constantFrom("cut", "twice", "byte", "field twice", "instead", "long"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.constantFrom(
    ...["", "{", "[", "]", "\xff", "\0", '"', "\xef\xbb\xbf", "\xed\xa0\x80", ",", "NaN", "1e999"],
    ...["[".repeat(100_000), "-", "nul", "0x1", "/* a */", '{"a":1}{"a":2}', "\\ud800", "\r\n--"],
  ),
});

export const noFault: ByteFault = { how: "none", at: 0, bytes: "" };

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.nat(40),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap"),
  value: nasty,
});

/** Mostly one change, so that the rest of the body is right. */
export const changes = fc.oneof(
  { weight: 4, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
);

/** Endings of a query that are broken, or that say things twice. */
export const queryEnd = fc.constantFrom(
  ...["%", "limit=%zz", "a[]=1&a[]=2", "limit=1&limit=2", "&&=&", "cursor=%00", "q=%ff", "?"],
);

export const method = fc.constantFrom(
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"],
);
