/** Passkeys in a browser: their PRF opens a slot. A phone's app brings its own. */
import { fromBase64url, random, toBase64url } from "../bytes.ts";
import { must, named } from "../failures.ts";
import type { Passkey, Way } from "./types.ts";

// Globals of the browser. The types of the DOM stay out of this package.
interface Credential {
  rawId: ArrayBuffer;
  response: { getAuthenticatorData?(): ArrayBuffer };
  getClientExtensionResults(): {
    prf?: { enabled?: boolean; results?: { first?: BufferSource } };
  };
}
interface Credentials {
  create(options: object): Promise<Credential | null>;
  get(options: object): Promise<Credential | null>;
}

const credentials = (): Credentials => {
  const { credentials } = globalThis.navigator as { credentials?: Credentials } ?? {};
  must(credentials, "refused", "This platform has no passkeys");
  return credentials;
};

/** Bit 3 of the flags: the passkey is, or may be, on several devices. */
const MAY_BE_BACKED_UP = 0b1000;

/**
 * Makes a passkey for `addWay` or a set-up.
 *
 * @param user the name that the browser shows, such as the mail address
 * @param ways the ways in that stay: a device that has one of their passkeys makes no other one, which
 * would take its place
 * @throws {SealedError} refused when the user declines, when the browser or the passkey has no PRF, for
 * a passkey that is bound to one device (it would go with it), and, with an `InvalidStateError` as its
 * cause, on a device that has a passkey of `ways`
 */
export async function newPasskey(
  user: { id: string; name: string },
  service: { name: string },
  ways: Pick<Way, "parameters">[] = [],
): Promise<Passkey> {
  const salt = random(32);
  const publicKey = {
    challenge: random(32),
    rp: service,
    user: { id: new TextEncoder().encode(user.id), name: user.name, displayName: user.name },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }, { type: "public-key", alg: -257 }],
    excludeCredentials: descriptorsOf(parametersOf(ways)),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    extensions: { prf: { eval: { first: salt } } },
  };
  const made = await asked(() => credentials().create({ publicKey }));
  const flags = new Uint8Array(made.response.getAuthenticatorData?.() ?? new ArrayBuffer(37))[32]!;
  must(flags & MAY_BE_BACKED_UP, "refused", "This passkey is on one device alone: choose another");
  const credential_id = toBase64url(new Uint8Array(made.rawId));
  const first = made.getClientExtensionResults().prf?.results?.first;
  if (first) return { prf: prfOf(first), credential_id, salt: toBase64url(salt) };
  // Some browsers answer the PRF only when the passkey is used.
  return await use([{ credential_id, salt: toBase64url(salt) }]);
}

/** Asks for one of the user's passkeys, by the parameters of its slots. */
export async function passkeyOf(ways: Pick<Way, "parameters">[]): Promise<Passkey> {
  return await use(parametersOf(ways));
}

interface Parameters {
  credential_id: string;
  salt: string;
}

const parametersOf = (ways: Pick<Way, "parameters">[]): Parameters[] =>
  ways.map(({ parameters }) => parameters).filter((each): each is Parameters =>
    each.credential_id !== undefined && each.salt !== undefined
  );

const descriptorsOf = (slots: Parameters[]) =>
  slots.map(({ credential_id }) => ({ type: "public-key", id: fromBase64url(credential_id) }));

async function use(slots: Parameters[]): Promise<Passkey> {
  must(slots.length, "refused", "There is no passkey");
  const publicKey = {
    challenge: random(32),
    userVerification: "required",
    allowCredentials: descriptorsOf(slots),
    extensions: {
      prf: {
        evalByCredential: Object.fromEntries(
          slots.map(({ credential_id, salt }) => [credential_id, { first: fromBase64url(salt) }]),
        ),
      },
    },
  };
  const used = await asked(() => credentials().get({ publicKey }));
  const credential_id = toBase64url(new Uint8Array(used.rawId));
  const first = used.getClientExtensionResults().prf?.results?.first;
  must(first, "refused", "This passkey has no PRF: choose another, or a passphrase");
  const { salt } = slots.find((slot) => slot.credential_id === credential_id)!;
  return { prf: prfOf(first), credential_id, salt };
}

async function asked(ask: () => Promise<Credential | null>): Promise<Credential> {
  const answer = await named("refused", "No passkey was chosen", ask);
  must(answer, "refused", "No passkey was chosen");
  return answer;
}

function prfOf(first: BufferSource): Uint8Array<ArrayBuffer> {
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return bytes.slice() as Uint8Array<ArrayBuffer>;
}
