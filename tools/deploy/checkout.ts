import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a command; throws with its output when it fails. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  if (!success) throw new Error(`${command} ${args.join(" ")} failed:\n${errors}\n${out}`);
  return out!;
}

/**
 * Builds the functions of an earlier commit in a folder of its own, with the packages of its lock
 * file, and calls `work` with the folder. The checkout of the project stays as it is.
 */
export async function withEarlierFunctions<T>(
  root: string,
  commit: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const above = await mkdtemp(join(tmpdir(), "journal-"));
  const folder = join(above, "project");
  try {
    await run(root, "git", "worktree", "add", "--detach", folder, commit);
    const locks = [root, folder].map((each) => Deno.readTextFile(join(each, "package-lock.json")));
    const [present, earlier] = await Promise.all(locks);
    if (present === earlier) {
      await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    } else await run(folder, "npm", "ci");
    await run(folder, Deno.execPath(), "run", "-A", "tools/build.ts");
    return await work(folder);
  } finally {
    await rm(above, { recursive: true, force: true });
    await run(root, "git", "worktree", "prune");
  }
}
