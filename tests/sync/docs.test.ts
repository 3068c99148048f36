/** The client in docs/offline.md runs as it stands there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../local/base/scratch.ts";
import { platform } from "../support/platform.ts";

const page = readFileSync(new URL("../../docs/offline.md", import.meta.url), "utf8");

it("the client sends what it wrote offline and has it in its copy", async () => {
  const [, program] = /```ts\n(.*?)```/s.exec(page)!;
  const folder = await scratchFolder("offline");
  try {
    await Deno.writeTextFile(
      join(folder, "client.ts"),
      program!.replace("http://127.0.0.1:54321", platform.api_url)
        .replace("<publishable key>", platform.publishable_key),
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
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
