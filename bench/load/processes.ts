/** Processor time and memory of this process and its descendants, by their role (Linux). */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export const parts = [
  "gateway",
  "functions",
  "Data API",
  "PgBouncer",
  "Postgres",
  "replica",
  "users",
] as const;
export type Part = typeof parts[number];

export interface Usage {
  /** Milliseconds of processor time. */
  cpu: number;
  /** MB of memory that it does not share. */
  memory: number;
}

/** `/proc` counts in hundredths of a second. */
const TICK = 10;

interface Process {
  pid: number;
  parent: number;
  /** The parts of its command line. */
  command: string[];
  cpu: number;
}

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

function processes(): Process[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const pid = Number(name);
    const stat = read(pid, "stat");
    if (!stat) return [];
    // The name before the last parenthesis may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user, system, waited, waitedSystem] = fields.slice(11, 15).map(Number);
    return [{
      pid,
      parent: Number(fields[1]),
      command: read(pid, "cmdline").split("\0"),
      // The time of ended children counts for their parent, so that no closed connection is lost.
      cpu: (user! + system! + waited! + waitedSystem!) * TICK,
    }];
  });
}

function partOf({ pid, command }: Process): Part | undefined {
  const line = command.join(" ");
  if (pid === Deno.pid) return "gateway";
  if (/bench\/load\/users\.ts/.test(line)) return "users";
  if (/functions\/host\.ts/.test(line)) return "functions";
  if (/postgrest/.test(command[0] ?? "")) return "Data API";
  if (/pgbouncer/.test(command[0] ?? "")) return "PgBouncer";
  if (/postgres/.test(line) || /postgres$/.test(link(pid, "exe"))) {
    return /\/replica\/postgres$/.test(link(pid, "cwd")) ? "replica" : "Postgres";
  }
}

function link(pid: number, file: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${file}`);
  } catch {
    return "";
  }
}

function memoryOf(pid: number): number {
  const [, pages] = /^Private_Dirty:\s+(\d+) kB/m.exec(read(pid, "smaps_rollup")) ?? [];
  return Number(pages ?? 0) / 1000;
}

/** This process and its descendants. */
function started(): Process[] {
  const all = processes();
  const ours = new Set([Deno.pid]);
  for (let size = 0; size !== ours.size;) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

/** Milliseconds of processor time of this process and of all that it has started. */
export const spent = (): number => started().reduce((sum, { cpu }) => sum + cpu, 0);

export function usage(): Record<Part, Usage> {
  const totals = Object.fromEntries(parts.map((part) => [part, { cpu: 0, memory: 0 }]));
  for (const each of started()) {
    const part = partOf(each);
    if (!part) continue;
    totals[part]!.cpu += each.cpu;
    totals[part]!.memory += memoryOf(each.pid);
  }
  return totals as Record<Part, Usage>;
}

/** Milliseconds of processor time of everything on the machine. */
export function machine(): number {
  const [user, nice, system, , , interrupts, soft] = readFileSync("/proc/stat", "utf8").split(
    "\n",
    1,
  )[0]!.split(/\s+/).slice(1).map(Number);
  return (user! + nice! + system! + interrupts! + soft!) * TICK;
}
