/** Changes of where a device stands run one after the other, each only in its own sign-in. */
import { notOpen } from "../../offline/copies.ts";
import type { Offline } from "../../offline/offline.ts";

/** A sign-in, by which nobody is meant when `userId` is null. Each one is another object. */
export interface Session {
  readonly userId: string | null;
}

/** The sign-in of a user. */
export type UserSession = Session & { readonly userId: string };

export class Turns {
  private seen: Session;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private offline: Pick<Offline, "userId">) {
    this.seen = { userId: offline.userId };
  }

  /** The sign-in of now. */
  get session(): Session {
    const { userId } = this.offline;
    if (this.seen.userId !== userId) this.seen = { userId };
    return this.seen;
  }

  isNow(session: Session): boolean {
    return this.session === session;
  }

  /** @throws {JournalError} 401 when somebody has signed in or out since the session began */
  stay(session: Session): void {
    if (!this.isNow(session)) throw notOpen();
  }

  /** Ends the session for good, as if the user had signed out. Settles when all work has ended. */
  async end(): Promise<void> {
    this.offline = { userId: null };
    await this.last;
  }

  /** Runs the work when all before it is done. @throws {JournalError} 401 as `stay` does */
  next<T>(session: Session, work: () => Promise<T>): Promise<T> {
    const done = this.last.then(() => {
      this.stay(session);
      return work();
    });
    this.last = done.catch(() => {});
    return done;
  }
}
