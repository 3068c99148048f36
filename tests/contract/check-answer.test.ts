/** The tests' own comparison of answers with the document. */
import { expect, it } from "vitest";
import { checkAnswer } from "../support/answers.ts";

const headers = new Headers({ "content-type": "application/json" });
const check = (status: number, body: unknown) =>
  checkAnswer("DELETE", "/api/goals/4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a?x=1", {
    status,
    body,
    headers,
  });

it("accepts what is declared", async () => {
  await check(200, { message: "Goal deleted" });
  await check(404, { error: "Goal not found", code: "not_found" });
  await checkAnswer("GET", "/api/nothing", { status: 418, body: null, headers });
});

it.each([
  ["a status", 201, { message: "Goal deleted" }, "201 is not declared"],
  ["a missing field", 200, {}, "must have required property 'message'"],
  ["a type", 200, { message: 1 }, "body/message must be string"],
  ["a code", 404, { error: "Goal not found", code: "lost" }, "body/code must be equal"],
  ["a further field", 200, { message: "Goal deleted", secret: 1 }, "body.secret is not declared"],
])("finds %s that is not as declared", async (_what, status, body, problem) => {
  await expect(check(status, body)).rejects.toThrow(problem);
});
