import { env } from "./env.ts";
import { log } from "./log.ts";
import { variables } from "./variables.ts";

/** Names the variables with a wrong value in the log, once for each start of a function. */
export function reportInvalidVariables(): void {
  for (const variable of invalidVariables()) {
    log("warn", "a variable has a wrong value", { variable });
  }
}

/** The names of the variables whose value has the wrong form. No value is ever shown. */
export function invalidVariables(read: (name: string) => string | undefined = env): string[] {
  return variables.filter(({ name, value }) => {
    const given = read(name);
    return value !== undefined && given !== undefined && !value().safeParse(given).success;
  }).map(({ name }) => name);
}
