/** A device of a history: it works as the app does, behind a network that loses requests. */
import { createTypedApi } from "../../src/api.ts";
import { type Conflict, JournalError, type Kind, memoryStorage } from "@journal/client";
import { Offline } from "../../src/offline/offline.ts";
import type { Person } from "../../../../tests/support/people.ts";
import { platform } from "../../../../tests/support/platform.ts";

/** The fate of a request: it arrives, its answer is lost, it is lost, or it arrives twice. */
export type Fate = "arrives" | "answer lost" | "lost" | "twice";

export class Device {
  private fates: Fate[] = [];
  readonly offline: Offline;
  /** No request leaves the device. */
  isAway = false;
  /** Why the last sync has to be tried again. */
  failure: JournalError | null = null;

  constructor({ token }: Person, pageSize: number) {
    const api = createTypedApi(platform.base_url, {
      patience: 0,
      token: () => Promise.resolve(token),
      renew: () => Promise.resolve(null),
      fetch: async (request) => {
        const fate = this.isAway ? "lost" : this.fates.shift() ?? "arrives";
        if (fate === "lost") throw new TypeError("fetch failed");
        if (fate === "twice") await (await fetch(request.clone())).body?.cancel();
        const answer = await fetch(request);
        if (fate !== "answer lost") return answer;
        await answer.body?.cancel();
        throw new TypeError("fetch failed");
      },
    });
    this.offline = new Offline(() => api, memoryStorage(), pageSize);
  }

  /** Sends and fetches as far as the network lets it, and gives way in conflicts. */
  async connect(fates: Fate[] = [], givesWay: (conflict: Conflict) => void = () => {}) {
    this.fates = [...fates];
    this.failure = null;
    await this.offline.sync().catch((error) => {
      if (!(error instanceof JournalError) || !error.isTemporary) throw error;
      this.failure = error;
    });
    for (const conflict of this.offline.conflicts) {
      if (conflict.refusal) throw new Error(`Refused: ${JSON.stringify(conflict)}`);
      givesWay(conflict);
      await this.offline.resolve(conflict, "theirs");
    }
  }

  /** The nth object of a kind, counted round and round; undefined when there is none. */
  pick(kind: Kind, n: number): string | undefined {
    const ids = this.offline.list(kind).map(({ id }) => id).toSorted();
    return ids[n % ids.length];
  }
}
