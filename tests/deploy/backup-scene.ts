/** Two platforms, places of copies, and two people with files, for the tests of backups. */
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import {
  freePort,
  projectRoot,
  scratchFolder,
  statusFile,
} from "../../packages/local-supabase/helpers.ts";
import { type Platform, startPlatform } from "../../packages/local-supabase/mod.ts";
import { startS3 } from "../../packages/stand-ins/s3.ts";
import { copiedFilesOf, readBackup, timesOf } from "../../tools/backup/backups.ts";
import { copiesAt } from "../../tools/backup/files.ts";
import { makeBackup } from "../../tools/backup/make.ts";
import { readParts } from "../../tools/backup/parts.ts";
import { type Bytes, openPlace, type Place } from "../../tools/backup/place.ts";
import { sequencesOf, tablesOf } from "../../tools/backup/rows.ts";
import { outputOf } from "../support/command.ts";
import { testEnvironment } from "../support/environment.ts";
import { jpeg } from "../support/images.ts";
import type { Person } from "../support/people.ts";

export const folder = await scratchFolder("backup");
const start = (name: string, seed: boolean): Promise<Platform> =>
  startPlatform({
    root: projectRoot,
    dir: join(folder, name),
    port: freePort(),
    ephemeral: true,
    seed,
    schedules: false,
    watch: false,
    env: testEnvironment,
    log: () => {},
  });

export const [source, target] = await Promise.all([start("source", true), start("target", false)]);
/** The file by which commands find a platform. */
export const projectFile = (name: "source" | "target") => statusFile(join(folder, name));
process.env.STATUS_FILE = projectFile("source");
export const { ok } = await import("../support/requests.ts");
const { persons } = await import("../support/people.ts");
const { createClient } = await import("@supabase/supabase-js");
export const { password } = await import("../support/accounts.ts");
export const { sql } = await import("../support/sql.ts");
export const { ledgerFaults } = await import("../support/ledger.ts");

export const there = postgres(target.status.db_url, { max: 1, onnotice: () => {} });
export const s3 = startS3();
/** A backup of another time. The rows do not change with it. */
export const at = (days: number) => new Date(Date.UTC(2030, 0, 1) + days * 86_400_000);
export const backup = (place: Place, days: number, keepDays = 30) =>
  makeBackup(source.status, place, { keepDays, now: at(days) });
export const place = openPlace(join(folder, "copies"));
export const remote = openPlace("s3://copies/the journal/100 % über+1", (name) => s3.env[name]);

export let ana: Person, ben: Person;
/** Files of each, with spaces and other characters in their names. */
export const filesOf = ({ id }: Person) =>
  [
    ["entry-backgrounds", `${id}/a hill & a sea.png`],
    ["workout-photos", `${id}/photo (1).png`],
    ["tone-packs", `${id}/pack/calm+1.png`],
  ] as const;
/** The bytes tell the file. */
export const bytesOf = (path: string): Bytes =>
  new Uint8Array([...jpeg(), ...new TextEncoder().encode(path)]);

beforeAll(async () => {
  [ana, ben] = await persons("Ana", "Ben");
  const form = new FormData();
  form.set("file", new File([jpeg()], "me.jpg", { type: "image/jpeg" }));
  await ok(ana, "POST", "/api/user/avatar", form);
  for (const [bucket, path] of [...filesOf(ana), ...filesOf(ben)]) {
    await upload(source.status, bucket, path);
  }
});

afterAll(async () => {
  await Promise.all([sql.end(), there.end()]);
  await Promise.all([source.stop(), target.stop(), s3.stop()]);
  await Deno.remove(folder, { recursive: true });
});

/** Of another cluster, or written by the functions at any time. */
const OTHER =
  /^(private\.sync_eras|private\.backups|private\.request_\w+|public\.refused_requests)$/;

/** A digest of the rows of each table, the place of each sequence, and the files. */
export async function stateOf(sql: postgres.Sql): Promise<Record<string, string>> {
  const tables = (await tablesOf(sql)).filter(({ name }) => !OTHER.test(name));
  const digests = tables.map(async ({ name }) => {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\n' order by t::text collate "C"), '')) as state
       from ${name} as t`,
    );
    return [name, row!.state];
  });
  const sequences = (await sequencesOf(sql)).map(({ name, value }) => [name, String(value)]);
  const [files] = await sql`
    select jsonb_agg(jsonb_build_object('file', bucket_id || '/' || name, 'owner', owner_id,
      'size', metadata -> 'size', 'type', metadata -> 'mimetype', 'cache', metadata -> 'cacheControl',
      'created', created_at, 'updated', updated_at) order by bucket_id, name) as state
    from storage.objects`;
  return Object.fromEntries([
    ...await Promise.all(digests),
    ...sequences,
    ["files", JSON.stringify(files!.state)],
  ]);
}

export const clientOf = ({ api_url }: Platform["status"], key: string) =>
  createClient(api_url, key, { auth: { persistSession: false } });

export const bucketOf = (status: Platform["status"], bucket: string) =>
  clientOf(status, status.secret_key).storage.from(bucket);

export async function upload(
  status: Platform["status"],
  bucket: string,
  path: string,
  bytes = bytesOf(path),
): Promise<void> {
  const options = { contentType: "image/png", cacheControl: "60", upsert: true };
  const { error } = await bucketOf(status, bucket).upload(path, bytes, options);
  if (error) throw error;
}

export const download = async (status: Platform["status"], bucket: string, path: string) => {
  const { data, error } = await bucketOf(status, bucket).download(path);
  return error ? error.message : new Uint8Array(await data.arrayBuffer());
};

/** Everything that the place says of files and rows, as text. */
export async function textOf(place: Place): Promise<string> {
  let text = "";
  for (const time of await timesOf(place)) {
    const { rows, files, gone } = await readBackup(place, time);
    const isNewest = time === (await timesOf(place)).at(-1);
    for (const parts of [rows, files, ...isNewest ? [gone] : []]) {
      text += await new Response(readParts(place, parts)).text();
    }
  }
  return text;
}

/** The newest backup, and the files that it has. */
export async function newestOf(place: Place) {
  const backup = await readBackup(place, (await timesOf(place)).at(-1)!);
  return { time: backup.time, files: await Array.fromAsync(copiedFilesOf(place, backup)) };
}

export const namesOf = async (place: Place) =>
  (await Array.fromAsync(copiesAt(place))).map(({ name }) => name);

export const tool = (name: string, ...args: string[]) => toolWith({}, name, ...args);

export const toolWith = async (env: Record<string, string>, name: string, ...args: string[]) => {
  const { code, out, errors } = await outputOf(Deno.execPath(), {
    args: ["run", "-A", `tools/${name}.ts`, ...args],
    cwd: projectRoot,
    env: { NO_COLOR: "1", ...env },
  });
  return { code, said: out + errors };
};
