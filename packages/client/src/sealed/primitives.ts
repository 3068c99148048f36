/**
 * The primitives of the format, of the platform where it has them. Keys are CryptoKeys that cannot be
 * extracted: a program that reads the memory of this module finds handles.
 *
 * Nothing overwrites texts (a typed passphrase), the copies that an engine makes, and the numbers of
 * @noble. They stay until the garbage collector frees them.
 */
import { type Bytes, fromBase64url, joined, utf8, wiping } from "./bytes.ts";
import { must, named } from "./failures.ts";
import { isSignature } from "./points.ts";

/** The beginnings of private keys in PKCS #8, by algorithm. */
const pkcs8 = (name: "X25519" | "Ed25519", secret: Uint8Array): Bytes => {
  const object = name === "X25519" ? 0x6e : 0x70;
  return joined(
    Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, object, 4, 0x22, 4, 0x20),
    secret,
  );
};

const prepared = new WeakMap<object, Promise<SubtleCrypto>>();
/** Stands for a platform without WebCrypto. */
const none = {};

/** WebCrypto with all algorithms of the format. */
export function subtle(): Promise<SubtleCrypto> {
  // A phone may install its crypto after this module has loaded.
  const given: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  // That of `expo-crypto` has digests alone.
  const native = typeof given?.importKey === "function" ? given : undefined;
  const known = prepared.get(native ?? none);
  if (known) return known;
  const ready = prepare(native);
  prepared.set(native ?? none, ready);
  // A part that could not be loaded is loaded at the next call.
  ready.catch(() => prepared.delete(native ?? none));
  return ready;
}

async function prepare(native?: SubtleCrypto): Promise<SubtleCrypto> {
  const lacking = new Set<string>();
  for (const [name, usage] of [["X25519", "deriveBits"], ["Ed25519", "sign"]] as const) {
    const secret = pkcs8(name, new Uint8Array(32).fill(1));
    await native?.importKey("pkcs8", secret, name, false, [usage]).catch(() => lacking.add(name));
  }
  if (native && !lacking.size) return native;
  const { softened } = await import("./soft.ts");
  return softened(native, (name) => !native || lacking.has(name));
}

/** SHA-256, or SHA-512. */
export async function hash(data: Bytes, algorithm = "SHA-256"): Promise<Bytes> {
  return new Uint8Array(await (await subtle()).digest(algorithm, data));
}

/** A secret that only derives others: the `ikm` of `H`. */
export async function derivable(secret: Bytes): Promise<CryptoKey> {
  return await (await subtle()).importKey("raw", secret, "HKDF", false, ["deriveBits"]);
}

/** `H(ikm, salt, info, n)`: HKDF-SHA-256 of RFC 5869. */
export async function derived(
  secret: CryptoKey | Bytes,
  salt: Bytes,
  info: string,
  length: number,
): Promise<Bytes> {
  const key = secret instanceof Uint8Array ? await derivable(secret) : secret;
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info: utf8(info) };
  return new Uint8Array(await (await subtle()).deriveBits(algorithm, key, length * 8));
}

/** A key of AES-256-GCM. Overwrites the bytes that it is made of. */
export function gcmKey(bytes: Bytes): Promise<CryptoKey> {
  return wiping([bytes], async () => {
    must(bytes.length === 32, "refused", "A key of AES-256 has 32 bytes");
    const usages: KeyUsage[] = ["encrypt", "decrypt"];
    return await (await subtle()).importKey("raw", bytes, "AES-GCM", false, usages);
  });
}

const gcm = (iv: Bytes, additionalData: Bytes) => ({ name: "AES-GCM", iv, additionalData });

/** `GCM(key, nonce, aad, text)`: AES-256-GCM, the tag behind. */
export async function encrypted(key: CryptoKey, nonce: Bytes, aad: Bytes, text: Bytes) {
  return new Uint8Array(await (await subtle()).encrypt(gcm(nonce, aad), key, text));
}

/** The text of `GCM(…)`. @throws where the key, the nonce, the AAD or the bytes are others */
export async function decrypted(key: CryptoKey, nonce: Bytes, aad: Bytes, sealed: Bytes) {
  return new Uint8Array(await (await subtle()).decrypt(gcm(nonce, aad), key, sealed));
}

/** The u-coordinate of X25519's base point: a secret times it is the public key. */
const BASE = Uint8Array.of(9, ...new Uint8Array(31));

/** The X25519 key pair of a secret. */
export async function agreementKeys(secret: Bytes): Promise<CryptoKeyPair & { bytes: Bytes }> {
  const api = await subtle();
  const encoded = pkcs8("X25519", secret);
  const privateKey = await wiping(
    [encoded],
    () => api.importKey("pkcs8", encoded, "X25519", false, ["deriveBits"]),
  );
  const base = await api.importKey("raw", BASE, "X25519", true, []);
  const made = await api.deriveBits({ name: "X25519", public: base }, privateKey, 256);
  const bytes = new Uint8Array(made);
  const publicKey = await api.importKey("raw", bytes, "X25519", true, []);
  return { privateKey, publicKey, bytes };
}

/** The public key of an Ed25519 seed. The platform tells it in the JSON form of a key alone. */
async function verifyingBytes(api: SubtleCrypto, encoded: Bytes): Promise<Bytes> {
  try {
    const key = await api.importKey("pkcs8", encoded, "Ed25519", true, ["sign"]);
    return fromBase64url((await api.exportKey("jwk", key)).x, 32);
  } catch {
    // Some platforms have no JSON form of a key that came as PKCS #8.
    return (await import("./soft.ts")).verifyingBytes(encoded.subarray(-32));
  }
}

/** The Ed25519 key of a seed. */
export async function signingKey(seed: Bytes): Promise<{ key: CryptoKey; bytes: Bytes }> {
  const api = await subtle();
  const encoded = pkcs8("Ed25519", seed);
  return await wiping([encoded], async () => ({
    key: await api.importKey("pkcs8", encoded, "Ed25519", false, ["sign"]),
    bytes: await verifyingBytes(api, encoded),
  }));
}

export async function signed(key: CryptoKey, text: Bytes): Promise<Bytes> {
  return new Uint8Array(await (await subtle()).sign("Ed25519", key, text));
}

/** The key that verifies signatures. */
export async function verifyingKey(bytes: Bytes): Promise<CryptoKey> {
  return await (await subtle()).importKey("raw", bytes, "Ed25519", true, ["verify"]);
}

/** Whether the key has signed the text. A signature whose S is not below the order is refused. */
export async function isSigned(key: CryptoKey, text: Bytes, signature: Bytes): Promise<boolean> {
  if (!isSignature(signature)) return false;
  return await (await subtle()).verify("Ed25519", key, signature, text).catch(() => false);
}

export interface Argon2id {
  /** KiB of memory. */
  m: number;
  /** Passes. */
  t: number;
  /** Lanes. */
  p: number;
}

type HashPassphrase = (passphrase: Bytes, salt: Bytes, parameters: Argon2id) => Promise<Uint8Array>;

let hashPassphrase: HashPassphrase = async (password, salt, { m, t, p }) => {
  const { argon2id } = await import("./argon2.ts");
  return await argon2id({
    password,
    salt,
    memorySize: m,
    iterations: t,
    parallelism: p,
    hashLength: 32,
    outputType: "binary",
  });
};

/**
 * Names another Argon2id v1.3 (32 bytes): that of a phone, which has no WebAssembly, or a worker, so
 * that the page does not stand still meanwhile.
 */
export function useArgon2id(hash: HashPassphrase): void {
  hashPassphrase = hash;
}

/** Argon2id v1.3, 32 bytes. */
export async function argon2id(passphrase: Bytes, salt: Bytes, parameters: Argon2id) {
  const message = "This platform computes no Argon2id: name one with useArgon2id";
  const made = await named("refused", message, () => hashPassphrase(passphrase, salt, parameters));
  return await wiping([made], () => {
    must(made.length === 32, "refused", "Argon2id gives 32 bytes here");
    return made.slice() as Bytes;
  });
}
