/** The people of the laboratory, of whom one is a pupil with a classroom account, and their dreams. */
import { type Person, persons, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";

export const [ana, ben, pupil] = await persons("Ana", "Ben", "Pupil");
export const admin = await superAdmin();
await ok(admin, "PUT", `/api/admin/users/${pupil.id}/classroom`, { is_classroom: true });

export const fields = {
  title: "A coil",
  description: "Copper wire.",
  calculator: "coil",
  steps: [{ title: "Wind it", done: true }, { title: "Measure it", done: false }],
};

export const dreamOf = async (who: Person, extra = {}) =>
  (await ok(who, "POST", "/api/lab/dreams", { ...fields, ...extra })).dream;

export const templateOf = async (who: Person) => {
  const body = { dream_id: (await dreamOf(who)).id, is_public: true };
  return (await ok(admin, "POST", "/api/lab/admin/templates", body)).template;
};

export const promote = (id: string, body: unknown) =>
  admin.api("POST", `/api/lab/admin/templates/${id}/promote-to-classroom`, body);
