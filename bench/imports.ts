/** Imports: files a minute, and the steadiness of the progress. */
import { setTimeout as sleep } from "node:timers/promises";
import { BlobReader, BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import type { Status } from "../packages/local-supabase/helpers.ts";
import { jpeg } from "../tests/support/images.ts";
import { demoToken } from "./acting.ts";
import { atMost, type Row } from "./measure.ts";

/** 4,000 Markdown files and 1,000 photos beside some of them, 5 kB each and as many bytes. */
async function archive(): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { level: 0 });
  const photo = new Blob([jpeg() as Uint8Array<ArrayBuffer>]);
  for (let n = 0; n < 4000; n++) {
    const text = `---\ntitle: Day ${n}\ndate: 2020-01-01\ntags: [lake, fog]\n---\n\n` +
      `We walked around the lake, ${n} times. `.repeat(50);
    await writer.add(`${n}.md`, new TextReader(text));
    if (n % 4 === 0) await writer.add(`${n}-1.jpg`, new BlobReader(photo));
  }
  return await writer.close();
}

/** 2,500 entries of Day One that are 250 MB of JSON. */
async function large(): Promise<Blob> {
  const entry = (n: number) => ({
    uuid: `large-${n}`,
    creationDate: "2020-01-01T08:00:00Z",
    text: `Day ${n}\n\n` + "We walked around the lake. ".repeat(1000),
    richText: "x".repeat(72_000),
  });
  const entries = Array.from({ length: 2500 }, (_, n) => JSON.stringify(entry(n)));
  const writer = new ZipWriter(new BlobWriter());
  await writer.add("Journal.json", new TextReader(`{"entries":[${entries.join(",")}]}`));
  return await writer.close();
}

/** 10,000 rows of a super admin. */
const rows = () =>
  new Blob([JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({
    title: `Row ${n}`,
    content: "We walked around the lake. ".repeat(50),
    created_at: "2020-01-01",
  })))]);

interface State {
  id: string;
  user_id: string;
  status: string;
  processed: number;
  imported: number;
}

export async function benchImports(status: Status, log: (line: string) => void): Promise<Row[]> {
  // Of the super admin, who imports for herself.
  const accounts = status.accounts.filter(({ email }) => email.startsWith("admin"));
  const authorization = `Bearer ${await demoToken({ ...status, accounts })}`;
  const measure = async (what: string, path: string, file: Blob, files: number, fields = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries<string>(fields)) form.set(name, value);
    form.set("file", file, "file");
    const call = async (address: string, init: RequestInit = {}): Promise<State> => {
      const answer = await fetch(`${status.base_url}/api${address}`, {
        headers: { authorization },
        ...init,
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()).import;
    };
    const begin = performance.now();
    let state = await call(path, { method: "POST", body: form });
    let [changed, longest] = [performance.now(), 0];
    while (state.status === "running") {
      await sleep(200);
      const next = await call(`${path}/${state.id}`);
      if (next.processed < state.processed) throw new Error("The progress has gone back");
      if (next.processed > state.processed || next.status !== "running") {
        longest = Math.max(longest, performance.now() - changed);
        changed = performance.now();
      }
      state = next;
    }
    const seconds = (performance.now() - begin) / 1000;
    const measured =
      `${seconds.toFixed(1)} s, ${Math.round(files / seconds * 60)} files a minute, ` +
      `longest stop of the progress ${(longest / 1000).toFixed(1)} s, ${state.imported} imported`;
    log(`${what}: ${measured}`);
    // The bar is a minute.
    return atMost(what, measured, seconds / 60, 1);
  };
  const me = (await (await fetch(`${status.base_url}/api/user/profile`, {
    headers: { authorization },
  })).json()).profile;
  const [own, admin] = ["/user/imports", "/admin/imports"] as const;
  const user = { user_id: me.id };
  return [
    await measure("import of 4,000 texts and 1,000 photos", own, await archive(), 5000),
    await measure("import of 250 MB of Day One's JSON", own, await large(), 2500),
    await measure("import of 10,000 rows by a super admin", admin, rows(), 10_000, user),
  ];
}
