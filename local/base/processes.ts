/** Processes of this machine. */
import { kill } from "node:process";

/** Whether the process exists, also where it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
