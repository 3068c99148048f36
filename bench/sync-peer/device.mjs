/**
 * Runs a device by lines of JSON. Its first line tells how long its first full copy took and how
 * much memory it holds. Each line of input is an entry to write; for each entry that it sees, it
 * prints a line with the time.
 */
import process from "node:process";
import { createInterface } from "node:readline";

const say = (line) => console.log(JSON.stringify(line));

export async function serveDevice(start) {
  globalThis.gc();
  const before = process.memoryUsage();
  const began = performance.now();
  const device = await start((id) => say({ saw: id, at: Date.now() }));
  const copied = performance.now() - began;
  globalThis.gc();
  const memory = process.memoryUsage();
  say({
    copied,
    entries: device.count(),
    heap: memory.heapUsed - before.heapUsed,
    resident: memory.rss,
  });
  for await (const line of createInterface({ input: process.stdin })) {
    const entry = JSON.parse(line);
    say({ writes: entry.id, at: Date.now() });
    await device.write(entry);
  }
  process.exit();
}
