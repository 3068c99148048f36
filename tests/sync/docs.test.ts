/** The client in docs/offline.md runs as it stands there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../local/base/scratch.ts";
import { platform } from "../support/platform.ts";

const page = readFileSync(new URL("../../docs/offline.md", import.meta.url), "utf8");

/** Writes entries whose notebook and team were deleted meanwhile. */
const afterwards = `
const ids = [crypto.randomUUID(), crypto.randomUUID()];
const gone = crypto.randomUUID();
const entry = { title: "Kept", content: "Words" };
outbox.push({
  method: "POST", path: "/journal", body: { id: ids[0], ...entry, notebook_id: gone },
}, {
  method: "POST", path: "/journal",
  body: { id: ids[1], ...entry, notebook_id: gone, team_id: gone, metadata_visibility: "team" },
});
await push();
await pull();
const kept = ids.map((id) => copies.get(id) as Thing & Record<string, unknown>);
console.log("kept:", ...kept.map((one) => \`\${one.metadata_visibility},\${one.notebook_id}\`));
`;

it("the client sends what it wrote offline and has it in its copy", async () => {
  const [, program] = /```ts\n(.*?)```/s.exec(page)!;
  const folder = await scratchFolder("offline");
  try {
    await Deno.writeTextFile(
      join(folder, "client.ts"),
      program!.replace("http://127.0.0.1:54321", platform.api_url)
        .replace("<publishable key>", platform.publishable_key) + afterwards,
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--check", "--no-config", "--allow-net", "client.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect({ code, stderr: code ? text(stderr) : "" }).toEqual({ code: 0, stderr: "" });
    expect(text(stdout)).toContain('title: "Run 10 km"');
    // Neither the notebook nor the team of these entries exists.
    expect(text(stdout)).toContain("kept: user,null user,null");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
