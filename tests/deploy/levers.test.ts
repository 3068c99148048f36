/** A run on another stack leaves out the test files that need levers of the local platform. */
import { expect, it } from "vitest";
import { leversOf } from "../support/levers.ts";

it.each([
  ["tests/goals/goals.test.ts", []],
  ["packages/client/tests/conflicts.test.ts", []],
  ["tests/contract/examples.test.ts", ["stand-ins of the providers"]],
  ["packages/client/tests/api.test.ts", ["stand-ins of the providers"]],
  ["packages/client/tests/live.test.ts", ["keys of the platform"]],
  [
    "tests/user/import-turns.test.ts",
    ["a platform that it starts, stops or configures", "the superuser of the database"],
  ],
])("%s takes of the platform: %j", (file, levers) => {
  expect(leversOf(file)).toEqual(levers);
});
