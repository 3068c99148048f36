/** The client in docs/offline.md runs as it stands there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../local/helpers.ts";
import { platform } from "../support/platform.ts";

const page = readFileSync(new URL("../../docs/offline.md", import.meta.url), "utf8");

/** What happens after the program of the page: each scenario prints a line. */
const scenarios = `
const online = globalThis.fetch;
const offline = () => Promise.reject(new TypeError("no network"));
const entry = { title: "Kept", content: "Words", mood: "calm" };
const otherDevice = (path: string, body: object) => send({ method: "PUT", path, body });

// The notebook and the team of these entries do not exist.
const gone = crypto.randomUUID();
const ids = [
  create("/journal", { ...entry, notebook_id: gone }),
  create("/journal", { ...entry, notebook_id: gone, team_id: gone, metadata_visibility: "team" }),
];
await push();
await pull();
const kept = ids.map((id) => copies.get(id) as Thing & Record<string, unknown>);
console.log("gone:", ...kept.map((one) => \`\${one.metadata_visibility},\${one.notebook_id}\`));

// A sync that fails after the push.
const stays = create("/journal", entry);
edit("/journal", stays, { content: "More words" }, true);
await push();
globalThis.fetch = offline;
await pull().catch(() => {});
console.log("stays:", (seen(stays) as any).content);

// Edits of one entry while offline; the answer to the first is lost.
edit("/journal", stays, { content: "First" }, true);
edit("/journal", stays, { content: "Second", title: "T" }, true);
edit("/journal", stays, { title: "Third" }, false);
edit("/journal", stays, { mood: "glad" }, true);
globalThis.fetch = async (...args) => {
  await online(...args);
  return await offline();
};
await push().catch(() => {});
globalThis.fetch = online;
await push();
await pull();
const all = copies.get(stays) as any;
console.log("edits:", all.title, all.content, all.mood, conflicts.length);

// Another device is faster.
edit("/journal", stays, { title: "Mine" }, false);
edit("/journal", stays, { content: "Mine" }, true);
edit("/journal", stays, { content: "Mine too" }, true);
await otherDevice(\`/journal/\${stays}\`, { content: "Theirs" });
await push();
await pull();
const now = copies.get(stays) as any;
console.log("conflict:", now.title, now.content, conflicts.length);

// An edit without a condition that arrives twice, and one that waits behind it.
conflicts.length = 0;
edit("/journal", stays, { title: "Twice" }, false);
edit("/journal", stays, { content: "Behind" }, true);
globalThis.fetch = async (...args) => {
  await online(...args);
  return await offline();
};
await push().catch(() => {});
globalThis.fetch = online;
await push();
console.log("twice:", (copies.get(stays) as any).content, conflicts.length);

// Another device has written the same title, and more.
edit("/journal", stays, { title: "Same" }, false);
edit("/journal", stays, { content: "Unseen" }, true);
await otherDevice(\`/journal/\${stays}\`, { title: "Same", content: "Theirs" });
await push();
await pull();
console.log("same:", (copies.get(stays) as any).content, conflicts.length);
`;

it("the client of the page sends what it wrote offline, loses nothing and overwrites nothing unseen", async () => {
  const [, program] = /```ts\n(.*?)```/s.exec(page)!;
  const folder = await scratchFolder("offline");
  try {
    await Deno.writeTextFile(
      join(folder, "client.ts"),
      program!.replace("http://127.0.0.1:54321", platform.api_url)
        .replace("<publishable key>", platform.publishable_key) + scenarios,
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--check", "--no-config", "--allow-net", "client.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect({ code, stderr: code ? text(stderr) : "" }).toEqual({ code: 0, stderr: "" });
    const printed = text(stdout);
    expect(printed).toContain('title: "Run 10 km"');
    expect(printed).toContain('description: "Twice a week"');
    expect(printed.match(/^\w+: .*/gm)).toEqual([
      "gone: user,null user,null",
      "stays: More words",
      "edits: Third Second glad 0",
      "conflict: Mine Theirs 2",
      "twice: Behind 0",
      "same: Theirs 1",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
