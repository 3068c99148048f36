/** Two devices to which a service lies, and the failures that they name. */
import { makeTeam } from "../../../../../tests/journal/people.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { first, type SealedDevice } from "./devices.ts";

/** A notebook of Ana's that Ben reads, with an entry, on a device of each. Mates are in the team alone. */
export async function scene(ana: Person, ben: Person, ...mates: Person[]) {
  const [one, two] = [await first(ana), await first(ben)];
  const { team_id } = await makeTeam(ana, [ben, ...mates]);
  const id = await one.sealed.notebooks.create({ name: "Ours", team_id });
  await one.sealed.notebooks.add(id, [ben.id]);
  const entry = await one.sealed.entries.create({ notebook_id: id, content: "first" });
  await one.sealed.sync();
  await two.sealed.sync();
  return { one, two, id, entry, team_id };
}

/** The failure of an entry that a device fetches anew. */
export const failureOf = async ({ sealed }: SealedDevice, id: string) => {
  await sealed.sync({ whole: true });
  return sealed.entries.get(id)?.failure;
};
