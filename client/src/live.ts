import type { SupabaseClient } from "@supabase/supabase-js";
import type { Offline } from "./offline/offline.ts";

/** Milliseconds in which several changes are fetched together. */
const TOGETHER = 200;
/** Milliseconds for which somebody is typing after they said so. */
const TYPING = 3000;

/** What happens in a team, for who has its chat open. */
export interface TeamListener {
  /** A message was written or deleted, or may have been: fetch the latest. */
  changed(): void;
  /** The members who have the chat open, and those of them who are typing. */
  present?(users: { id: string; isTyping: boolean }[]): void;
}

/**
 * Hears of changes as they happen. The service only says that something changed, and never what: the
 * device fetches it. Clients that come back after a break fetch too, as they missed what was said.
 */
export class Live {
  constructor(private readonly supabase: SupabaseClient, private readonly offline: Offline) {}

  /**
   * Keeps the copies of the signed-in user up to date: fetches at the beginning, after every change
   * on another device, and after every break. Answers how to end that.
   *
   * @param changed also told of each change: its type as in `deleted` of sync, or `notification`;
   * both are null after a break
   */
  follow(changed?: (change: { type: string | null; id: string | null }) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchSoon = () => {
      // What fails now is fetched with the next change, or when the connection is back.
      timer ??= setTimeout(() => {
        timer = undefined;
        this.offline.sync().catch(() => {});
      }, TOGETHER);
    };
    const channel = this.supabase
      .channel(`user:${this.offline.userId}`, { config: { private: true } })
      .on("broadcast", { event: "changed" }, ({ payload }) => {
        fetchSoon();
        changed?.(payload);
      })
      .subscribe((status) => {
        if (status !== "SUBSCRIBED") return;
        fetchSoon();
        changed?.({ type: null, id: null });
      });
    return () => {
      clearTimeout(timer);
      void this.supabase.removeChannel(channel);
    };
  }

  /** Listens to a team. `typing` says that the user is writing; `leave` ends it. */
  team(teamId: string, listener: TeamListener): { typing(): void; leave(): void } {
    const me = this.offline.userId!;
    const typing = new Map<string, ReturnType<typeof setTimeout>>();
    let said = 0;
    const channel = this.supabase.channel(`team:${teamId}`, {
      config: { private: true, presence: { key: me } },
    });
    const tell = () => {
      const ids = Object.keys(channel.presenceState());
      listener.present?.(ids.map((id) => ({ id, isTyping: typing.has(id) })));
    };
    const stop = (id: string) => {
      clearTimeout(typing.get(id));
      typing.delete(id);
    };
    channel
      .on("broadcast", { event: "message_created" }, () => listener.changed())
      .on("broadcast", { event: "message_deleted" }, () => listener.changed())
      .on("broadcast", { event: "typing" }, ({ payload }) => {
        const id = String(payload?.user_id);
        stop(id);
        typing.set(id, setTimeout(() => (stop(id), tell()), TYPING));
        tell();
      })
      .on("presence", { event: "sync" }, tell)
      .subscribe((status) => {
        if (status !== "SUBSCRIBED") return;
        listener.changed();
        void channel.track({});
      });
    return {
      typing() {
        if (Date.now() - said < TYPING / 2) return;
        said = Date.now();
        void channel.send({ type: "broadcast", event: "typing", payload: { user_id: me } });
      },
      leave: () => {
        for (const id of [...typing.keys()]) stop(id);
        void this.supabase.removeChannel(channel);
      },
    };
  }
}
