/** Helpers of the readers of sound files. */

/** Four bytes as text. */
export const name = (data: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => data.getUint8(at + n)));

/** The end of a part of the file, which the file must have. */
export function endInFile(data: DataView, end: number): number {
  if (end > data.byteLength) throw new RangeError("ends early");
  return end;
}
