/** People with sealed accounts, and a notebook of theirs, for the tests. */
import { newSecret, openAccount, type SealedAccount } from "../../src/sealed/account.ts";
import { readLog, type SealedLog, signStatement } from "../../src/sealed/log.ts";
import type { Change, SignedStatement } from "../../src/sealed/statement.ts";
import { keyHash, newNotebookKey } from "../../src/sealed/wrap.ts";

/** A person with a new account. */
export const person = (id: string = crypto.randomUUID()): Promise<SealedAccount> =>
  openAccount(newSecret(), id);

/** A notebook as its members have it: the statements, what they say, and the keys by epoch. */
export class Notebook {
  readonly id = crypto.randomUUID();
  readonly statements: SignedStatement[] = [];
  readonly keys: Uint8Array<ArrayBuffer>[] = [];
  log: SealedLog | null = null;

  /** Appends a statement of somebody. */
  async say(by: SealedAccount, change: Change): Promise<SealedLog> {
    const { log, ...statement } = await signStatement(by, this.id, this.log, change);
    this.statements.push(statement);
    return this.log = log;
  }

  async create(owner: SealedAccount): Promise<SealedLog> {
    const key_hash = await this.#newKey();
    return await this.say(owner, { type: "create", epoch: 1, key_hash, member: owner });
  }

  async rotate(by: SealedAccount): Promise<SealedLog> {
    const key_hash = await this.#newKey();
    return await this.say(by, { type: "rotate", epoch: this.log!.epoch + 1, key_hash });
  }

  /** The log as somebody reads it who has seen nothing of it. */
  read(): Promise<SealedLog> {
    return readLog(this.id, this.statements);
  }

  async #newKey(): Promise<string> {
    const key = newNotebookKey();
    this.keys.push(key);
    return await keyHash(key);
  }
}
