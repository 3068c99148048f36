/** Compares the copies of all backups with their digests. */
import { copiedFilesOf, goneFilesOf, readBackup, timesOf } from "./backups.ts";
import { byKey, copiesAt } from "./files.ts";
import { checkParts, Damaged, mapped, readChecked } from "./parts.ts";
import type { Place } from "./place.ts";

/** Reads all copies of a place. Returns the damaged and missing ones. */
export async function verify(place: Place): Promise<string[]> {
  const problems: string[] = [];
  const named = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      problems.push(error.message);
    }
  };
  const times = await timesOf(place);
  if (!times.length) return ["There is no backup"];
  for (const time of times) {
    await named((async () => {
      const { rows, erased, files } = await readBackup(place, time);
      for (const part of [...rows, ...erased, ...files]) await named(readChecked(place, part));
    })());
  }
  const read = mapped(copiesAt(place), async (copy) => {
    // A draft comes from an interrupted run; the next run removes it.
    if (!copy.name.endsWith(".draft")) await named(readChecked(place, copy));
  });
  for await (const _ of read);
  await named((async () => {
    const newest = await readBackup(place, times.at(-1)!);
    await checkParts(place, newest.gone);
    const [files, gone] = [copiedFilesOf(place, newest), goneFilesOf(place, newest)];
    for await (const [live, others, copies] of byKey(files, gone, copiesAt(place))) {
      for (const { copy, bucket, path } of [...live, ...others]) {
        if (copy && !copies.some(({ name }) => name === copy.name)) {
          problems.push(`${copy.name} (${bucket}/${path}) is missing`);
        }
      }
    }
  })());
  return [...new Set(problems)];
}
