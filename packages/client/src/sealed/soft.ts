/**
 * WebCrypto of @noble for the algorithms that a platform lacks: X25519 and Ed25519 in browsers before
 * 2025, all of them on React Native without `react-native-quick-crypto`. Only what the format uses is
 * there.
 */
import { gcm } from "@noble/ciphers/aes.js";
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, concatBytes } from "@noble/curves/utils.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

/** The bytes of keys. No property has them, so that no log and no copy of a key shows them. */
const secrets = new WeakMap<CryptoKey, Uint8Array>();

const bytesOf = (source: BufferSource): Uint8Array =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
const bufferOf = (bytes: Uint8Array) => bytes.slice().buffer;
type Algorithm = { name: string; public?: CryptoKey } & Record<string, BufferSource>;
const nameOf = (algorithm: Algorithm | string) =>
  typeof algorithm === "string" ? algorithm : algorithm.name;

function keyOf(
  type: KeyType,
  name: string,
  bytes: Uint8Array,
  extractable: boolean,
  usages: KeyUsage[],
): CryptoKey {
  const key = Object.freeze({ type, algorithm: { name }, extractable, usages });
  secrets.set(key, bytes);
  return key;
}

function secretOf(key: CryptoKey): Uint8Array {
  const bytes = secrets.get(key);
  if (!bytes) throw new Error("This key belongs to the crypto of the platform");
  return bytes;
}

const cipher = (key: CryptoKey, { iv, additionalData }: Algorithm) =>
  gcm(secretOf(key), bytesOf(iv!), bytesOf(additionalData!));

/**
 * The library leaves factors of small order out of account (RFC 8032 allows both), platforms do not:
 * a signature counts here when S·B = R + k·A holds as it stands.
 */
function isSigned(signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
  if (!ed25519.verify(signature, text, key, { zip215: false })) return false;
  const { Point } = ed25519;
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, key, text))));
  const sum = Point.fromBytes(r).add(Point.fromBytes(key).multiplyUnsafe(k));
  return Point.BASE.multiplyUnsafe(bytesToNumberLE(s)).equals(sum);
}

const own = {
  importKey(
    format: string,
    data: BufferSource,
    algorithm: Algorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ) {
    const name = nameOf(algorithm);
    // Copies, because callers overwrite what they gave.
    const bytes = bytesOf(data).slice();
    // A private key in PKCS #8 ends with its 32 bytes.
    if (format === "pkcs8") return keyOf("private", name, bytes.slice(-32), extractable, usages);
    if (format !== "raw") throw new Error(`Keys are not imported as ${format}`);
    return keyOf(name.endsWith("25519") ? "public" : "secret", name, bytes, extractable, usages);
  },
  exportKey(format: string, key: CryptoKey) {
    if (format !== "raw" || !key.extractable) throw new Error("This key cannot be exported");
    return bufferOf(secretOf(key));
  },
  /** X25519 alone. */
  generateKey(algorithm: Algorithm, extractable: boolean, usages: KeyUsage[]) {
    const { secretKey, publicKey } = x25519.keygen();
    const name = nameOf(algorithm);
    return {
      privateKey: keyOf("private", name, secretKey, extractable, usages),
      publicKey: keyOf("public", name, publicKey, true, []),
    };
  },
  deriveBits(algorithm: Algorithm, key: CryptoKey, length: number) {
    const { public: other, salt, info } = algorithm;
    return bufferOf(
      other
        ? x25519.getSharedSecret(secretOf(key), secretOf(other))
        : hkdf(sha256, secretOf(key), bytesOf(salt!), bytesOf(info!), length / 8),
    );
  },
  sign(algorithm: Algorithm, key: CryptoKey, data: BufferSource) {
    return bufferOf(
      nameOf(algorithm) === "HMAC"
        ? hmac(sha256, secretOf(key), bytesOf(data))
        : ed25519.sign(bytesOf(data), secretOf(key)),
    );
  },
  verify: (_: Algorithm, key: CryptoKey, signature: BufferSource, data: BufferSource) =>
    isSigned(bytesOf(signature), bytesOf(data), secretOf(key)),
  encrypt: (algorithm: Algorithm, key: CryptoKey, data: BufferSource) =>
    bufferOf(cipher(key, algorithm).encrypt(bytesOf(data))),
  decrypt: (algorithm: Algorithm, key: CryptoKey, data: BufferSource) =>
    bufferOf(cipher(key, algorithm).decrypt(bytesOf(data))),
  digest: (algorithm: string, data: BufferSource) =>
    bufferOf((algorithm === "SHA-512" ? sha512 : sha256)(bytesOf(data))),
};

/** The public key of an Ed25519 seed. */
export const verifyingBytes = (seed: Uint8Array) => ed25519.getPublicKey(seed).slice();

/** Whether a call is about an algorithm that the platform lacks, or a key that was made here. */
function isOwn(args: unknown[], lacks: (algorithm: string) => boolean): boolean {
  return args.slice(0, 3).some((arg) =>
    typeof arg === "string" ? lacks(arg) : typeof arg === "object" && arg !== null &&
      (secrets.has(arg as CryptoKey) || lacks((arg as Algorithm).name))
  );
}

/** WebCrypto of the platform, and of @noble for each algorithm that it lacks. */
export function softened(
  native: SubtleCrypto | undefined,
  lacks: (algorithm: string) => boolean,
): SubtleCrypto {
  const methods = Object.keys(own).map((method) => {
    // deno-lint-ignore require-await -- a refusal of @noble rejects, as one of the platform does
    const call = async (...args: unknown[]) => {
      const target = native && !isOwn(args, lacks) ? native : own;
      return (target as unknown as Record<string, (...args: unknown[]) => unknown>)[method]!(
        ...args,
      );
    };
    return [method, call] as const;
  });
  return Object.fromEntries(methods) as unknown as SubtleCrypto;
}
