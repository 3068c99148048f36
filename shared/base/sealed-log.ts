/**
 * Verifies the signatures of sealed notebooks, and the form of the signed texts, with the client's own
 * code of the format: both read a statement alike.
 */
import { fromBase64url } from "../../packages/client/src/sealed/bytes.ts";
import { SealedError } from "../../packages/client/src/sealed/failures.ts";
import {
  readLogWith,
  type SealedLog,
  type Verifying,
} from "../../packages/client/src/sealed/log-reading.ts";
import {
  isAgreementKey,
  isSignature,
  isVerifyingKey,
} from "../../packages/client/src/sealed/points.ts";
import {
  type AccountKeys,
  proofText,
  readStatement,
  type SealedMember,
  type SignedStatement,
} from "../../packages/client/src/sealed/statement.ts";
import { badRequest, conflict } from "./errors.ts";

/** The cryptography of the platform, which has all of it. */
const platform: Verifying = {
  hash: async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data)),
  verifyingKey: (bytes) => crypto.subtle.importKey("raw", bytes, "Ed25519", true, ["verify"]),
  isSigned: async (key, text, signature) =>
    isSignature(signature) &&
    await crypto.subtle.verify("Ed25519", key, signature, text).catch(() => false),
};

/** The state of a log after its last statement, as the database has it. */
export interface LogState {
  seq: number;
  head: string;
  epoch: number;
  owner: string;
  members: SealedMember[];
}

/** The log of this state, which further statements are read against. */
async function logOf(notebook: string, state: LogState): Promise<SealedLog> {
  const memberships = await Promise.all(state.members.map(async (member) => {
    const key = await platform.verifyingKey(fromBase64url(member.ed25519, 32));
    return [member.id, [{ member, key, from: 1, to: Infinity }]] as const;
  }));
  return {
    notebook,
    seq: state.seq,
    hash: state.head,
    epoch: state.epoch,
    rotationDue: false,
    owner: state.owner,
    members: new Map(state.members.map((member) => [member.id, member])),
    memberships: new Map(memberships),
    // Reading further statements does not look at the former ones.
    keyHashes: [],
    hashes: [],
    epochs: [],
  };
}

async function orWrong<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw badRequest(error.message, { code: "wrong_statement" });
  }
}

/**
 * Verifies statements that continue a log, or begin one: form, chain, rights, signatures, proofs.
 *
 * @throws {HttpError} 409 `log_moved` when the log has grown meanwhile, 400 `wrong_statement` when a
 * statement must not be believed.
 */
export async function verifyStatements(
  notebook: string,
  state: LogState | null,
  statements: SignedStatement[],
): Promise<void> {
  await orWrong(async () => {
    const [first] = statements;
    if (state && first && readStatement(first.statement).seq <= state.seq) {
      throw conflict("The log has grown meanwhile: read it again", "log_moved");
    }
    const before = state ? await logOf(notebook, state) : undefined;
    await readLogWith(platform, notebook, statements, { before });
  });
}

/**
 * Verifies the public keys of an account, and the proof that ties them to the user.
 *
 * @throws {HttpError} 400 `wrong_statement`
 */
export async function verifyAccount(
  userId: string,
  keys: AccountKeys & { proof: string },
): Promise<void> {
  await orWrong(async () => {
    const [x25519, ed25519] = [fromBase64url(keys.x25519, 32), fromBase64url(keys.ed25519, 32)];
    const isProven = isAgreementKey(x25519) && isVerifyingKey(ed25519) && await platform.isSigned(
      await platform.verifyingKey(ed25519),
      proofText(userId, x25519),
      fromBase64url(keys.proof, 64),
    );
    if (!isProven) {
      throw new SealedError("not_signed", "The proof does not tie the keys to the user");
    }
  });
}
