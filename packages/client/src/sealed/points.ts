/** Public keys and signatures that the format refuses, whatever a platform says of them. */
import { type Bytes, fromBase64url, same } from "./bytes.ts";

/** The order of the main group of Ed25519, the highest byte first. */
const ORDER = BigInt("0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed");

/** Whether a signature has 64 bytes, and its S is below the order. */
export function isSignature(signature: Bytes): boolean {
  const s = signature.subarray(32).reduceRight((value, byte) => value << 8n | BigInt(byte), 0n);
  return signature.length === 64 && s < ORDER;
}

/**
 * The coordinates of points of small order, the lowest byte first and the highest bit left out. The
 * first ones are 0, 1, -1, and 0 and 1 once more, written as p and p + 1.
 */
const SMALL = [0, 1].map((value) => Uint8Array.of(value, ...new Uint8Array(31)))
  .concat(
    [0xec, 0xed, 0xee].map((value) => Uint8Array.of(value, ...new Uint8Array(30).fill(0xff), 0x7f)),
  );
const SMALL_X25519 = [
  "4Ot6fDtBuK4WVuP68Z_EatoJjeucMrH9hmIFFl9JuAA",
  "X5yVvKNQjCSx0LFVnIPvWwREXMRYHI6G2CJO3dCfEVc",
];
const SMALL_ED25519 = [
  "JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU",
  "xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA3o",
];

function isSmall(bytes: Bytes, others: string[]): boolean {
  const point = bytes.slice();
  point[31]! &= 0x7f;
  return [...SMALL, ...others.map((each) => fromBase64url(each, 32))].some((each) =>
    same(each, point)
  );
}

/** Whether bytes are a public key of X25519 that gives secrets: no point of small order. */
export const isAgreementKey = (bytes: Bytes): boolean =>
  bytes.length === 32 && !isSmall(bytes, SMALL_X25519);

/** Whether bytes are a public key of Ed25519 under which a signature says something. */
export const isVerifyingKey = (bytes: Bytes): boolean =>
  bytes.length === 32 && !isSmall(bytes, SMALL_ED25519);
