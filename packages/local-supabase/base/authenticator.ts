/** A device with a passkey, made of software, for tests: keys by ES256, no attestation. */

const utf8 = (text: string) => new TextEncoder().encode(text);
const base64url = (bytes: Uint8Array) =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const joined = (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => [...part]));

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

/** CBOR (RFC 8949) of the parts of a credential: small numbers, texts, bytes, maps. */
function cbor(value: Cbor): Uint8Array {
  const head = (kind: number, size: number) =>
    size < 24 ? [kind << 5 | size] : size < 256 ? [kind << 5 | 24, size] : [
      kind << 5 | 25,
      size >> 8,
      size & 255,
    ];
  if (typeof value === "number") return joined(value < 0 ? head(1, -1 - value) : head(0, value));
  if (typeof value === "string") return joined(head(3, value.length), utf8(value));
  if (value instanceof Uint8Array) return joined(head(2, value.length), value);
  return joined(head(5, value.size), ...[...value].flat().map(cbor));
}

/** Fields of an answer that differ from the right ones. */
interface Deviations {
  origin?: string;
  rpId?: string;
  /** In base64url; otherwise that of the options. */
  challenge?: string;
  counter?: number;
  /** The id of the user whom the answer names. */
  userHandle?: string;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** A passkey that `create` makes with the options of a registration, and `get` signs in with. */
export async function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const coordinate = (value: string) => Uint8Array.fromBase64(value, { alphabet: "base64url" });
  // A key of COSE (RFC 9052): EC2, ES256, P-256.
  const coseKey = cbor(
    new Map<Cbor, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, coordinate(x)], [-3, coordinate(y)]]),
  );
  const id = crypto.getRandomValues(new Uint8Array(32));
  let user = "";
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, given: Deviations) =>
    utf8(JSON.stringify({
      type,
      challenge: given.challenge ?? challenge,
      origin: given.origin ?? origin,
      crossOrigin: false,
    }));
  const present = async (rpId: string, flags: number, count: number) =>
    joined(
      await sha256(utf8(rpId)),
      [flags],
      new Uint8Array(new Uint32Array([count]).buffer)
        .reverse(),
    );
  const credential = <Response>(response: Response) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: "public-key" as const,
    clientExtensionResults: {},
    response,
  });

  return {
    /** The answer to the options of a registration. */
    async create(options: Options, given: Deviations = {}) {
      user = options.user!.id;
      // The user is present and verified, and a credential follows.
      const data = joined(
        await present(given.rpId ?? options.rp!.id!, 0x45, given.counter ?? counter),
        new Uint8Array(16),
        [0, id.length],
        id,
        coseKey,
      );
      const attestation = new Map<Cbor, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      return credential({
        clientDataJSON: base64url(clientData("webauthn.create", options, given)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal" as const],
      });
    },
    /** The answer to the options of a sign-in; each has a higher counter. */
    async get(options: Options, given: Deviations = {}) {
      const told = clientData("webauthn.get", options, given);
      const data = await present(given.rpId ?? options.rpId!, 0x05, given.counter ?? ++counter);
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        joined(data, await sha256(told)),
      );
      return credential({
        clientDataJSON: base64url(told),
        authenticatorData: base64url(data),
        signature: base64url(der(new Uint8Array(signature))),
        userHandle: given.userHandle === undefined ? user : base64url(utf8(given.userHandle)),
      });
    },
  };
}

/** A signature of two numbers in the form of WebAuthn (DER). */
function der(raw: Uint8Array): Uint8Array {
  const [r, s] = [raw.slice(0, 32), raw.slice(32)].map((number) => {
    const first = number.findIndex((byte) => byte > 0);
    const digits = number.slice(first);
    return joined([2, digits.length + (digits[0]! >> 7)], digits[0]! >> 7 ? [0] : [], digits);
  });
  return joined([0x30, r!.length + s!.length], r!, s!);
}
