/** Tests whose people are made for them: those that a test names, new in each test. */
import { it as base } from "vitest";
import { type Person, person, superAdmin } from "./people.ts";

interface People {
  ana: Person;
  ben: Person;
  cleo: Person;
  admin: Person;
}

/**
 * As vitest's, with new people for each test.
 *
 * @example
 * it("is not shown to others", async ({ ana, ben }) => {
 */
export const it = base.extend<People>({
  // deno-lint-ignore no-empty-pattern -- the library reads from the pattern what a fixture needs
  ana: async ({}, use) => await use(await person("Ana")),
  // deno-lint-ignore no-empty-pattern -- as above
  ben: async ({}, use) => await use(await person("Ben")),
  // deno-lint-ignore no-empty-pattern -- as above
  cleo: async ({}, use) => await use(await person("Cleo")),
  // deno-lint-ignore no-empty-pattern -- as above
  admin: async ({}, use) => await use(await superAdmin()),
});
