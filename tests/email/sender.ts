/** Ana, who sends mails to an address that each test has for itself. */
import { beforeEach } from "vitest";
import { usedOf } from "../support/limits.ts";
import { type Person, person } from "../support/people.ts";
import { newAddress } from "./support.ts";

export const path = "/api/email/send";
export let ana: Person;
export let to: string;
beforeEach(async () => {
  ana = await person("Ana");
  to = newAddress();
});

export const mail = (changes: Record<string, unknown> = {}) => ({
  to,
  subject: "Tomorrow",
  text: "See you at nine.",
  ...changes,
});
export const post = (changes?: Record<string, unknown>, headers?: Record<string, string>) =>
  ana.api("POST", path, mail(changes), headers);
export const hits = async () => (await usedOf(ana, "email")).used;
