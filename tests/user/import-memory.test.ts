/** A large file of an import is in memory a piece at a time. */
import { expect, it } from "vitest";
import { JsonItems } from "../../functions/archive/json-items.ts";
import { openZip, unpack } from "../../functions/archive/zip.ts";
import { packed } from "./archives.ts";

const MB = 1_000_000;

it("a file is unpacked a few packed bytes at a time", async () => {
  // 40 MB that are 40 kB in the ZIP file: the runtime unpacks at once what is read at once.
  const zip = await packed({ "a.json": "x".repeat(40 * MB) });
  const files = await openZip(new Uint8Array(await zip.arrayBuffer()));
  let [size, largest] = [0, 0];
  for await (const { length } of unpack(files.get("a.json")!, Infinity)) {
    size += length;
    largest = Math.max(largest, length);
  }
  expect(size).toBe(40 * MB);
  // The size of a piece is the size of one read.
  expect(largest).toBeLessThanOrEqual(8192);
});

it.each([[90_000, 400_000], [1_900_000, 8 * MB]])(
  "items of %d bytes are read in a few buffers",
  (length, most) => {
    const item = `{"text":"${"x".repeat(length - 11)}"}`;
    const count = Math.ceil(30 * MB / length);
    const bytes = new TextEncoder().encode(
      `{"entries":[${Array.from({ length: count }, () => item).join(",")}]}`,
    );
    const scanner = new JsonItems(0);
    const buffers = new Set<ArrayBufferLike>();
    let read = 0;
    for (let at = 0; at < bytes.length; at += 8192) {
      for (const { bytes: found } of scanner.read(bytes.subarray(at, at + 8192))) {
        buffers.add(found.buffer);
        if (new TextDecoder().decode(found) === item) read++;
      }
    }
    expect(read).toBe(count);
    expect([...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0))
      .toBeLessThan(most);
  },
);
