import { invalidVariables } from "../../shared/base/invalid-variables.ts";
import { variables } from "../../shared/base/variables.ts";
import { madeSecrets } from "./shared-secrets.ts";

/** Variables that a deployment needs. */
const required = ["SITE_URL"];

/** The variables of passkeys in config.toml: the app's host, and the origins that may use them. */
export function passkeyVariables(given: Record<string, string>): Record<string, string> {
  const { hostname, origin } = new URL(given.SITE_URL!);
  const further = (given.ALLOWED_ORIGINS ?? "").split(",").map((each) => URL.parse(each.trim()));
  // The origin of a private scheme is the text `null`.
  const allowed = further.flatMap((url) => url && url.origin !== "null" ? [url.origin] : []);
  const origins = new Set([origin, ...allowed]);
  return { PASSKEY_HOST: hostname, PASSKEY_ORIGINS: [...origins].join(",") };
}

/**
 * Says for every variable whether it is set, and the consequence of its absence. Throws when a
 * value has the wrong form, a required one is missing, or a name is unknown.
 */
export function checkConfiguration(given: Record<string, string>): string {
  const missing = required.filter((name) => !given[name]);
  const invalid = invalidVariables((name) => given[name]);
  const known = new Set(variables.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const problems = [
    ...missing.map((name) => `${name} is required.`),
    ...invalid.map((name) => {
      const { example } = variables.find((each) => each.name === name)!;
      return `${name} has a wrong form; an example: ${example}`;
    }),
    ...unknown.map((name) => `${name} is not a variable of this service; see docs/variables.md.`),
  ];
  if (problems.length) throw new Error(problems.join("\n"));
  const made = madeSecrets(given);
  const lines = variables.map(({ name, purpose, unset }) =>
    given[name]
      ? `set    ${name}: ${purpose}`
      : `unset  ${name}: ${made.includes(name) ? "the deployment makes one" : unset}`
  );
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_PRICE_IDS) {
    lines.push(
      "WARNING: STRIPE_PRICE_IDS is unset. Users can buy every recurring price of the Stripe " +
        "account, and each of them is premium.",
    );
  }
  return lines.join("\n");
}
