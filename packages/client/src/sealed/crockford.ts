/** Crockford's base32: 32 signs that people read and type without mistaking one for another. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The first signs of bytes, five bits each, the highest first. */
export function toSigns(bytes: Uint8Array, count: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: count }, (_, n) => SIGNS[parseInt(bits.slice(5 * n, 5 * n + 5), 2)])
    .join("");
}

/** Typed signs as they are printed: without case, spaces and hyphens; O is 0, I and L are 1. */
export const asPrinted = (typed: string): string =>
  typed.replace(/[\s-]/g, "").replace(/[a-z]/g, (sign) => sign.toUpperCase())
    .replaceAll("O", "0").replace(/[IL]/g, "1");

/** The bytes of signs; null where one is not in the alphabet. */
export function fromSigns(signs: string): Uint8Array<ArrayBuffer> | null {
  const values = [...signs].map((sign) => SIGNS.indexOf(sign));
  if (values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
}
