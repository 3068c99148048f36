/** Names the lines of the sources in the functions' log, by the source maps of bundles. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** A place in a module as stacks write it. */
const place =
  /file:\/\/\/[^\s"()?]+\.js(?=(?:\?[^\s"():]*)?:\d+:\d+)(?:\?[^\s"():]*)?:(\d+):(\d+)/g;

/** The maps that were read, by the bundle's path. A bundle that is built again has another time. */
const maps = new Map<string, { time: number; map: TraceMap }>();

/**
 * The line with each place in a bundle replaced by the place in its source, relative to the working
 * folder. Places in modules without a map remain.
 *
 * @example
 * ```ts
 * withSourceLines("at x (file:///p/dist/goals/index.js:3:120)"); // "at x (functions/goals/routes.ts:31:5)"
 * ```
 */
export function withSourceLines(line: string): string {
  return line.replace(place, (whole, row: string, column: string) => {
    const bundle = fileURLToPath(whole.slice(0, whole.indexOf(".js") + 3));
    const map = mapOf(bundle);
    if (!map) return whole;
    // Stacks count columns from 1, maps from 0.
    const found = originalPositionFor(map, { line: Number(row), column: Number(column) - 1 });
    if (found.source === null) return whole;
    const file = relative(process.cwd(), join(dirname(bundle), found.source));
    return `${file}:${found.line}:${found.column + 1}`;
  });
}

function mapOf(bundle: string): TraceMap | null {
  const file = `${bundle}.map`;
  if (!existsSync(file)) return null;
  const time = Deno.statSync(file).mtime?.getTime() ?? 0;
  const known = maps.get(bundle);
  if (known?.time === time) return known.map;
  const map = new TraceMap(readFileSync(file, "utf8"));
  maps.set(bundle, { time, map });
  return map;
}
