/**
 * `HPKE(pk, info, aad, text)`: RFC 9180, base mode, DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256
 * 0x0001, AES-256-GCM 0x0002. The result is `enc` (32 bytes) `| ct`.
 */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { type Bytes, joined } from "./bytes.ts";
import { must, named } from "./failures.ts";
import { isAgreementKey } from "./points.ts";
import { subtle } from "./primitives.ts";

/** The library takes the WebCrypto that `_api` holds, and that of the platform where it is empty. */
function on<T extends object>(api: SubtleCrypto, part: T): T {
  return Object.assign(part, { _api: api });
}

class Gcm extends Aes256Gcm {
  readonly #api: SubtleCrypto;
  constructor(api: SubtleCrypto) {
    super();
    this.#api = api;
  }
  override createEncryptionContext(key: ArrayBuffer) {
    return on(this.#api, super.createEncryptionContext(key));
  }
}

class Kem extends DhkemX25519HkdfSha256 {
  constructor(api: SubtleCrypto) {
    super();
    on(api, this._prim);
    on(api, this._kdf);
  }
}

async function suite(): Promise<CipherSuite> {
  const api = await subtle();
  const parts = { kem: new Kem(api), kdf: on(api, new HkdfSha256()), aead: new Gcm(api) };
  return on(api, new CipherSuite(parts));
}

/** Seals to a public key. `ekm` is the material of the key that is otherwise random: tests alone. */
export async function hpkeSeal(
  to: Bytes,
  info: Bytes,
  aad: Bytes,
  text: Bytes,
  ekm?: Bytes,
): Promise<Bytes> {
  must(isAgreementKey(to), "altered", "The public key gives no secret");
  const hpke = await suite();
  const recipientPublicKey = await hpke.kem.deserializePublicKey(to);
  const { enc, ct } = await hpke.seal({ recipientPublicKey, info, ekm }, text, aad);
  return joined(new Uint8Array(enc), new Uint8Array(ct));
}

/** Opens with the pair of the public key. @throws {SealedError} wrong_key */
export async function hpkeOpen(
  pair: CryptoKeyPair,
  info: Bytes,
  aad: Bytes,
  sealed: Bytes,
): Promise<Bytes> {
  const enc = sealed.slice(0, 32);
  return await named(
    "wrong_key",
    "It was sealed to another key, or for something else",
    async () => {
      must(isAgreementKey(enc), "wrong_key", "The key of the sender gives no secret");
      const hpke = await suite();
      const opened = await hpke.open({ recipientKey: pair, enc, info }, sealed.slice(32), aad);
      return new Uint8Array(opened);
    },
  );
}
