/** Tests with new people: each test gets the people that its parameters name. */
import { it as base } from "vitest";
import { type Person, person, superAdmin } from "./people.ts";
import { newWords } from "./random.ts";

interface People {
  ana: Person;
  ben: Person;
  cleo: Person;
  admin: Person;
  /** Words that identify the requests of this test to the AI provider's stand-in. */
  words: string;
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
  // deno-lint-ignore no-empty-pattern -- as above
  words: async ({}, use) => await use(newWords()),
});
