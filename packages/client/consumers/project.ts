/** Projects of consumers beside each other, in the folder where the package is installed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Packed } from "../../../tools/pack.ts";

/** The folder whose `node_modules` has the package. */
export const folder = process.env.CONSUMERS!;
export const packed: Packed = JSON.parse(process.env.PACKED!);
export const installed = (...path: string[]) => join(folder, "node_modules", ...path);

/** Makes a project of these files. Answers its folder. */
export function project(name: string, files: Record<string, string>): string {
  const home = join(folder, name);
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

interface Consumer {
  consumer: string;
  types?: string;
  runs?: string;
}

const table = new Map<string, Consumer>();

/** Notes a result of a consumer, for the table at the end. */
export function note(consumer: string, row: Omit<Consumer, "consumer">): void {
  table.set(consumer, { ...table.get(consumer), ...row, consumer });
}

/** Prints the table of consumers. */
export function printTable(): void {
  const rows = [...table.values()].map(({ consumer, types = "", runs = "" }) =>
    `${consumer.padEnd(26)} | types: ${types.padEnd(38)} | runs: ${runs}`
  );
  console.log(rows.join("\n"));
}
