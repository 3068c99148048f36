/** A small disk in memory for the platform, which can be filled. It takes root. */
import { join } from "node:path";
import process from "node:process";

const SIZE = "1500m";

interface Disk {
  path: string;
  fill(): void;
  clear(): void;
  remove(): void;
}

/** Null where this process may not mount a disk. */
export async function newDisk(path: string): Promise<Disk | null> {
  if (process.getuid?.() !== 0) return null;
  await Deno.mkdir(path);
  const { success } = await new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", `size=${SIZE},mode=755`, "tmpfs", path],
    stderr: "null",
  }).output();
  if (!success) return null;
  const ballast = join(path, "ballast");
  return {
    path,
    fill() {
      const file = Deno.openSync(ballast, { create: true, append: true });
      const block = new Uint8Array(1 << 20);
      try {
        while (file.writeSync(block));
      } catch {
        /* it is full */
      } finally {
        file.close();
      }
    },
    clear: () => Deno.removeSync(ballast),
    remove: () => void new Deno.Command("umount", { args: [path] }).outputSync(),
  };
}
