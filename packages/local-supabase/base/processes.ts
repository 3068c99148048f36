/** Processes of this machine. */
import { readFileSync } from "node:fs";
import { kill } from "node:process";

/**
 * Whether the process runs, also where it belongs to another user. An ended process for which its
 * parent has not waited (a zombie) does not run; only Linux shows zombies.
 */
export function isAlive(pid: number): boolean {
  try {
    const [, state] = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    if (state === "Z") return false;
  } catch {
    // Another system, or no such process.
  }
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
