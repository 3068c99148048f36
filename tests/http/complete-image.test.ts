/** Whether an image is all there, by its bytes. */
import { describe, expect, it } from "vitest";
import { Buffer } from "node:buffer";
import { isComplete } from "../../shared/files/complete-image.ts";
import { jpeg, webp } from "../support/images.ts";
import { png } from "../tone-packs/support.ts";

const whole = png();
const changed = (bytes: Uint8Array, at: number) => {
  const copy = bytes.slice();
  copy[at]! ^= 1;
  return copy;
};

describe("a PNG", () => {
  it("is complete from its signature to its end", () => {
    expect(isComplete(whole, "image/png")).toBe(true);
  });

  it.each([
    ["its last byte is missing", whole.subarray(0, -1)],
    ["its end chunk is missing", whole.subarray(0, -12)],
    ["half of it is missing", whole.subarray(0, whole.length / 2)],
    ["only its header is there", whole.subarray(0, 33)],
    ["it has no data", Uint8Array.from([...whole.subarray(0, 33), ...whole.subarray(-12)])],
    [
      "it goes on as something else",
      new Uint8Array([...whole, ...new TextEncoder().encode("<html>")]),
    ],
    ["one bit of its data is wrong", changed(whole, whole.length - 100)],
    ["a length points beyond its end", changed(whole, 8)],
  ])("is not when %s", (_what, bytes) => {
    expect(isComplete(bytes, "image/png")).toBe(false);
  });
});

describe("others", () => {
  it("are complete up to their end", () => {
    expect(isComplete(jpeg(), "image/jpeg")).toBe(true);
    expect(isComplete(webp(), "image/webp")).toBe(true);
    // Cameras put data of their own behind the end of the image.
    expect(isComplete(Uint8Array.from([...jpeg(), 1, 2, 3]), "image/jpeg")).toBe(true);
  });

  it("are not when they have a head and nothing to see", () => {
    const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
    // SOI, a frame of 1024 x 1024, a scan of "hello", EOI: no tables to decode it with.
    const bare = "ffd8 ffc0000b0804000400010111 00 ffda0008010100003f00 68656c6c6f ffd9";
    expect(isComplete(bytes(bare), "image/jpeg")).toBe(false);
    const noChunk = "52494646 16000000 57454250 56503858 0a000000 00000000 ff0300 ff0300";
    expect(isComplete(bytes(noChunk), "image/webp")).toBe(false);
    const emptyChunk = "52494646 0c000000 57454250 56503820 00000000";
    expect(isComplete(bytes(emptyChunk), "image/webp")).toBe(false);
  });

  it("are not when they are cut short", () => {
    expect(isComplete(jpeg().subarray(0, -2), "image/jpeg")).toBe(false);
    expect(isComplete(jpeg().subarray(0, 60), "image/jpeg")).toBe(false);
    expect(isComplete(webp().subarray(0, -1), "image/webp")).toBe(false);
    expect(isComplete(webp().subarray(0, 12), "image/webp")).toBe(false);
    expect(isComplete(new Uint8Array([0x47, 0x49, 0x46]), "image/gif")).toBe(false);
  });
});
