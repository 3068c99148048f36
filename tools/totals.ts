/**
 * `tools/totals.ts <report>...`: names the tests that failed in reports of vitest (or Jest), each with
 * its message, and ends with the number of tests that passed and failed in all of them.
 */

interface TestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults?: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** How many tests passed, and what failed. A file that fails outside of its tests counts as one. */
async function readTests(file: string): Promise<{ passed: number; failures: string[] }> {
  const { numPassedTests, testResults }: TestReport = JSON.parse(await Deno.readTextFile(file));
  const failures = testResults.filter(({ status }) => status === "failed").flatMap(
    ({ name, message, assertionResults = [] }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed").map((test) =>
        `${test.fullName}\n${test.failureMessages.join("\n")}`
      );
      return (tests.length ? tests : [message]).map((each) => `${name}: ${each}`);
    },
  );
  return { passed: numPassedTests, failures };
}

const tests = await Promise.all(Deno.args.map(readTests));
const failures = tests.flatMap((each) => each.failures);
for (const failure of failures) console.log(`FAILED  ${failure}`);
const passed = tests.reduce((total, each) => total + each.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
Deno.exit(failures.length ? 1 : 0);
