/** The backups of a place: the parts of each, and the backups that are past their time. */
import { type CopiedFile, type GoneFile, upTo } from "./files.ts";
import {
  checkParts,
  Damaged,
  fromLines,
  type Part,
  readChecked,
  readParts,
  writeChecked,
} from "./parts.ts";
import { digestOf, type Place } from "./place.ts";
import type { Sequence, Table } from "./rows.ts";

export interface Backup {
  /** The time in the names of its objects: `2026-11-27T15-04-05.123Z`. */
  time: string;
  /** The address of its project. All backups of a place are of one project. */
  project: string;
  migrations: string[];
  tables: Table[];
  sequences: Sequence[];
  buckets: Record<string, unknown>[];
  /** The rows of the tables, table by table. */
  rows: Part[];
  /** The accounts that were erased until then. */
  erased: Part[];
  /** The list of its files with their copies. */
  files: Part[];
  /** The list of files that earlier backups alone have. The newest backup alone keeps it. */
  gone: Part[];
}

const FOLDER = "backups/";
const DAY = 24 * 60 * 60 * 1000;

export const timeOf = (date: Date): string => date.toISOString().replaceAll(":", "-");

export const objectOf = (
  time: string,
  what: "rows" | "erased" | "files" | "gone" | "manifest",
): string => `${FOLDER}${time}.${what}`;

/**
 * A run at `now` removes backups of this time or before. There is a day of reserve: with a run a
 * day no backup becomes older than `keepDays`.
 */
export const expiry = (now: Date, keepDays: number): string =>
  timeOf(new Date(now.getTime() - (keepDays - 1) * DAY));

/** The names of all objects of backups by their times, oldest first, incomplete ones included. */
async function objectsOf(place: Place): Promise<Map<string, Part[]>> {
  const found = new Map<string, Part[]>();
  for await (const { name, size } of place.list(FOLDER)) {
    const time = name.slice(FOLDER.length).split("Z.")[0] + "Z";
    found.set(time, [...found.get(time) ?? [], { name, size, digest: "" }]);
  }
  return found;
}

/** The last object of a backup, which completes it. Its name has its digest. */
function manifestAmong(objects: Part[]): Part | undefined {
  for (const { name, size } of objects) {
    const [, digest] = /\.manifest-([0-9a-f]{64})$/.exec(name) ?? [];
    if (digest) return { name, size, digest };
  }
}

export async function complete(place: Place, backup: Backup): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(backup));
  await writeChecked(place, `${objectOf(backup.time, "manifest")}-${digestOf(bytes)}`, bytes);
}

/** The times of all complete backups, oldest first. */
export const timesOf = async (place: Place): Promise<string[]> =>
  [...await objectsOf(place)].filter(([, objects]) => manifestAmong(objects)).map(([time]) => time);

/** The backup of a time. Throws `Damaged`. */
export async function readBackup(place: Place, time: string): Promise<Backup> {
  const manifest = manifestAmong((await objectsOf(place)).get(time) ?? []);
  if (!manifest) throw new Damaged(objectOf(time, "manifest"), "is missing");
  return JSON.parse(new TextDecoder().decode(await readChecked(place, manifest)));
}

/** The list of files of a backup, in the order of their keys. Throws `Damaged`. */
export const copiedFilesOf = (place: Place, { files }: Backup): AsyncGenerator<CopiedFile> =>
  fromLines<CopiedFile>(readParts(place, files));

/** The ids of the accounts that were erased until a backup. Throws `Damaged`. */
export const erasedOf = (place: Place, { erased }: Backup): Promise<string[]> =>
  Array.fromAsync(fromLines<string>(readParts(place, erased)));

/** The list of files that earlier backups alone have, in the order of their keys. */
export const goneFilesOf = (place: Place, { gone }: Backup): AsyncGenerator<GoneFile> =>
  fromLines<GoneFile>(readParts(place, gone));

/** The files that the backups of a place know. */
interface Known {
  /** The newest backup that can be read. */
  newest?: Backup;
  /** Lists in the order of their keys. Of several entries of a key the first one counts. */
  lists: AsyncGenerator<GoneFile>[];
  /** Damaged and missing lists. */
  problems: string[];
}

/**
 * The files of these backups. The newest backup has the lists of all; where these are damaged,
 * those of the other backups replace them.
 */
export async function knownFiles(place: Place, times: string[]): Promise<Known> {
  const known: Known = { lists: [], problems: [] };
  for (const time of times.toReversed()) {
    try {
      const backup = await readBackup(place, time);
      known.newest ??= backup;
      await checkParts(place, backup.files);
      known.lists.push(upTo(time, copiedFilesOf(place, backup)));
      if (time !== times.at(-1)) continue;
      await checkParts(place, backup.gone);
      known.lists.push(goneFilesOf(place, backup));
      break;
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      known.problems.push(error.message);
    }
  }
  if (times.length && !known.newest) throw new Error(known.problems.join("\n"));
  return known;
}

/**
 * Removes backups until `expired`, the rest of interrupted runs before `time`, and their lists of
 * missing files.
 */
export async function removeExpired(
  place: Place,
  { expired, time }: { expired: string; time: string },
): Promise<number> {
  let removed = 0;
  for (const [each, objects] of await objectsOf(place)) {
    if (each >= time) continue;
    const manifest = manifestAmong(objects);
    if (manifest && each <= expired) {
      removed++;
      // A folder without a manifest does not count as a backup.
      await place.remove(manifest.name);
    }
    const stays = manifest && each > expired;
    for (const { name } of objects) {
      if (!stays || name.startsWith(objectOf(each, "gone"))) await place.remove(name);
    }
  }
  return removed;
}
