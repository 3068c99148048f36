/** A service that lies to devices of sealed notebooks, and what it may know. */
import { makeTeam } from "../../../../../tests/journal/people.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { first, lie, type SealedDevice } from "./devices.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

export const ENTRIES = /\/api\/(sync|journal)/;
export const LOG = /\/api\/notebooks\/[^/]+\/sealed$/;

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

/** Changes the entries of every answer to a device. */
export const lieOfEntries = (own: SealedDevice, change: (entry: Parsed) => Parsed) =>
  lie(own, ENTRIES, (answer) => {
    const changed = (list: Parsed[]) =>
      list.map((entry) => entry.is_sealed ? change(entry) : entry);
    if (answer.entry) return { entry: changed([answer.entry])[0] };
    if (answer.entries) return { ...answer, entries: changed(answer.entries) };
    if (!answer.changes) return answer;
    const journal_entries = changed(answer.changes.journal_entries ?? []);
    return { ...answer, changes: { ...answer.changes, journal_entries } };
  });

/** The failure of an entry that a device fetches anew. */
export const failureOf = async ({ sealed }: SealedDevice, id: string) => {
  await sealed.sync({ whole: true });
  return sealed.entries.get(id)?.failure;
};
