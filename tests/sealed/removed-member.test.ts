/** A removed member with all keys that it has, and with everything that the database holds. */
import postgres from "postgres";
import { expect } from "vitest";
import {
  type Bytes,
  fromBase64url,
  fromUtf8,
  id as idBytes,
  joined,
  same,
  toBase64url,
  u32,
  utf8,
} from "../../packages/client/src/sealed/bytes.ts";
import { hpkeOpen } from "../../packages/client/src/sealed/hpke.ts";
import {
  decrypted,
  derivable,
  derived,
  gcmKey,
} from "../../packages/client/src/sealed/primitives.ts";
import { makeTeam } from "../journal/people.ts";
import { it } from "../support/it.ts";
import { keys, platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import {
  add,
  commentBody,
  type Device,
  deviceOf,
  entryBody,
  makeSealed,
  ofTeam,
  remove,
  replaces,
  writeSealed,
} from "./devices.ts";

const NONCE = new Uint8Array(12);

/** All bytes in all rows of all tables that have one of these ids, read by the superuser. */
async function dumpOf(ids: string[]): Promise<Bytes[]> {
  const url = new URL(platform.db_url);
  url.username = "supabase_admin";
  url.password = keys.database.supabase_admin;
  const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    const tables = await superuser`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    const found: Bytes[] = [];
    for (const { name } of tables) {
      const rows = await superuser.unsafe(
        `select to_jsonb(t) as row from ${name} as t where to_jsonb(t)::text ~ $1`,
        [ids.join("|")],
      );
      for (const { row } of rows) found.push(...bytesIn(row));
    }
    return found;
  } finally {
    await superuser.end();
  }
}

/** The bytes of the strings in a value: columns of bytes, and base64url. */
function bytesIn(value: unknown): Bytes[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(bytesIn);
  if (typeof value !== "string") return [];
  if (/^\\x([0-9a-f]{2})+$/.test(value)) {
    return [Uint8Array.from(Buffer.from(value.slice(2), "hex"))];
  }
  return /^[\w-]{40,}$/.test(value) ? [Uint8Array.from(Buffer.from(value, "base64url"))] : [];
}

/** The result of each call that succeeds. */
async function successes<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const call of calls) await call().then((result) => results.push(result), () => {});
  return results;
}

interface Scene {
  notebook: string;
  objects: string[];
  people: Device[];
}

const EPOCHS = [1, 2, 3, 4];

/** Each notebook key in a wrap for this person, and each key before a key. */
async function keysOf({ account }: Device, { notebook, people }: Scene, dump: Bytes[]) {
  const place = (name: string, epoch: number) =>
    joined(`journal/sealed/1/${name}`, idBytes(notebook), u32(epoch));
  const wraps = dump.filter(({ length }) => length === 80);
  const found = await successes(
    wraps.flatMap((wrap) =>
      EPOCHS.flatMap((epoch) =>
        people.map(({ id, account: { x25519 } }) => () => {
          const aad = joined(idBytes(id), fromBase64url(x25519));
          return hpkeOpen(account.agreement, place("notebook-key", epoch), aad, wrap);
        })
      )
    ),
  );
  const opened = new Map(found.map((key) => [toBase64url(key), key]));
  // The keys that are found meanwhile are tried too.
  for (const key of opened.values()) {
    const before = await derived(key, idBytes(notebook), "journal/sealed/1/previous", 32);
    const sealed = dump.filter(({ length }) => length === 48);
    const previous = await successes(
      sealed.flatMap((each) =>
        EPOCHS.map((epoch) => async () =>
          await decrypted(await gcmKey(before.slice()), NONCE, place("previous", epoch), each)
        )
      ),
    );
    for (const each of previous) opened.set(toBase64url(each), each);
  }
  return [...opened.values()];
}

/** The texts that a person opens: each record with each key, as each object of each author. */
async function textsOf(who: Device, scene: Scene, dump: Bytes[]): Promise<string[]> {
  const { notebook, objects, people } = scene;
  const records = dump.filter((bytes) => same(bytes.subarray(0, 4), utf8("JS\x01\x01")));
  const bounds = ["entry", "comment"].flatMap((kind) =>
    objects.flatMap((object) =>
      people.flatMap(({ id }) =>
        [1, 2, 3].map((version) =>
          joined(kind, idBytes(notebook), idBytes(object), idBytes(id), u32(version))
        )
      )
    )
  );
  const texts: string[] = [];
  for (const key of await keysOf(who, scene, dump)) {
    for (const record of records) {
      const head = record.slice(0, 72);
      const both = await derived(
        await derivable(key.slice()),
        head.slice(8, 40),
        "journal/sealed/1/record",
        64,
      );
      const opening = await gcmKey(both.slice(0, 32));
      texts.push(
        ...await successes(bounds.map((bound) => async () =>
          JSON.parse(
            fromUtf8(await decrypted(opening, NONCE, joined(head, bound), record.slice(72))),
          ).content as string
        )),
      );
    }
  }
  return [...new Set(texts)].sort();
}

it("opens with all keys and all tables what was written before the removal, and nothing else", async ({ ana, ben, cleo }) => {
  const [owner, member, gone] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
  const { team_id } = await makeTeam(ana, [ben, cleo]);
  const { id: notebook } = await makeSealed(owner, ofTeam(team_id));
  await add(owner, notebook, member, gone);
  const text = (content: string) => ({ text: { content } });
  const objects: string[] = [];
  const entry = async (who: Device, content: string) => {
    const written = await writeSealed(who, notebook, text(content));
    objects.push(written.id);
    return written;
  };
  const comment = async (who: Device, on: { id: string }, content: string) => {
    const body = await commentBody(who, { ...on, notebook_id: notebook }, content);
    await ok(who, "POST", `/api/journal/${on.id}/comments`, body);
    objects.push(body.id);
  };
  const old = await entry(owner, "before 1");
  await comment(member, old, "before 2");
  // The next key, which the member gets as well.
  await remove(member, notebook);
  await entry(gone, "before 3");

  await remove(owner, notebook, gone.id);
  const edited = await entryBody(owner, notebook, {
    object_id: old.id,
    version: 2,
    ...text("after 1"),
  });
  await ok(ana, "PUT", `/api/journal/${old.id}`, { sealed: edited.sealed }, replaces(1));
  await comment(owner, await entry(member, "after 2"), "after 3");
  await remove(member, notebook);
  await entry(owner, "after 4");

  const scene = { notebook, objects, people: [owner, member, gone] };
  const dump = await dumpOf([notebook, ana.id, ben.id, cleo.id, ...objects]);
  const before = ["before 1", "before 2", "before 3"];
  expect(await textsOf(gone, scene, dump)).toEqual(before);
  // A member who stays opens everything in the same way.
  const after = ["after 1", "after 2", "after 3", "after 4"];
  expect(await textsOf(member, scene, dump)).toEqual([...after, ...before]);
});
