/** Where the folder of a workspace is missing, npm does not ask a public registry for it. */
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { projectRoot, scratchFolder } from "../../packages/local-supabase/helpers.ts";

it("a checkout without its workspaces takes none of them from the public registry", async () => {
  const asked: string[] = [];
  const registry = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json({ error: "not found" }, { status: 404 });
  });
  const folder = await scratchFolder("checkout");
  onTestFinished(async () => {
    await registry.shutdown();
    await Deno.remove(folder, { recursive: true });
  });
  const read = async (path: string) => JSON.parse(await Deno.readTextFile(join(projectRoot, path)));
  const { workspaces } = await read("package.json");
  const names = await Promise.all(
    workspaces.map(async (path: string) => (await read(`${path}/package.json`)).name),
  );
  const packages = { ...Object.fromEntries(names.map((name) => [name, "*"])), elsewhere: "1.0.0" };
  await Deno.writeTextFile(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: packages }),
  );
  await Deno.copyFile(join(projectRoot, ".npmrc"), join(folder, ".npmrc"));

  const { code } = await new Deno.Command("npm", {
    args: [
      "install",
      "--package-lock-only",
      "--fetch-retries=0",
      `--registry=http://127.0.0.1:${registry.addr.port}/`,
      `--cache=${join(folder, "cache")}`,
    ],
    cwd: folder,
    stdout: "null",
    stderr: "null",
  }).output();
  expect(code).not.toBe(0);
  expect(asked).toContain("/elsewhere");
  expect(asked.filter((path) => path !== "/elsewhere")).toEqual([]);
});
