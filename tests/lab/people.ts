/** The people of the laboratory, of whom one is a pupil with a classroom account, and their dreams. */
import { beforeAll } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";

export let ana: Person, ben: Person, pupil: Person, admin: Person;
beforeAll(async () => {
  [ana, ben, pupil, admin] = await Promise.all([
    person("Ana"),
    person("Ben"),
    person("Pupil"),
    superAdmin(),
  ]);
  await ok(admin, "PUT", `/api/admin/users/${pupil.id}/classroom`, { is_classroom: true });
});

export const fields = {
  title: "A coil",
  description: "Copper wire.",
  calculator: "coil",
  steps: [{ title: "Wind it", done: true }, { title: "Measure it", done: false }],
};

export const dreamOf = async (who: Person, extra = {}) =>
  (await ok(who, "POST", "/api/lab/dreams", { ...fields, ...extra })).dream;

export const templateOf = async (who: Person, is_public = true) => {
  const { id } = await dreamOf(who);
  const { template } = await ok(admin, "POST", "/api/lab/admin/templates", {
    dream_id: id,
    is_public,
  });
  return template;
};

export const promote = (id: string, body: unknown) =>
  admin.api("POST", `/api/lab/admin/templates/${id}/promote-to-classroom`, body);

export const statusAs = async (who: Person, method: string, path: string, body?: unknown) => {
  const answer = await who.api(method, path, body);
  return [answer.status, answer.body.code ?? null];
};
