/**
 * `tools/totals.ts <report>...`: names the tests that failed in reports of vitest (or Jest), and
 * tests that passed in their second try, each with its message. It ends with the numbers of passed
 * and failed tests in all reports.
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

/** The number of passed tests, the failed ones, and tests that passed in their second try. */
async function readTests(file: string) {
  const { numPassedTests, testResults }: TestReport = JSON.parse(await Deno.readTextFile(file));
  const withMessages = (status: string) =>
    testResults.map(({ name, assertionResults = [] }) =>
      assertionResults
        .filter((test) => test.status === status && test.failureMessages.length)
        .map((test) => `${name}: ${test.fullName}\n${test.failureMessages.join("\n")}`)
        .map((text) => text.replace(/\n.*node_modules.*/g, ""))
    );
  const failures = withMessages("failed").flatMap((tests, n) => {
    const { status, name, message } = testResults[n]!;
    return status === "failed" && !tests.length ? [`${name}: ${message}`] : tests;
  });
  return { passed: numPassedTests, failures, secondTries: withMessages("passed").flat() };
}

const tests = await Promise.all(Deno.args.map(readTests));
for (const { secondTries } of tests) {
  for (const test of secondTries) console.log(`SECOND TRY  ${test}`);
}
const failures = tests.flatMap((each) => each.failures);
for (const failure of failures) console.log(`FAILED  ${failure}`);
const passed = tests.reduce((total, each) => total + each.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
Deno.exit(failures.length ? 1 : 0);
