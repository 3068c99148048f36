import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { notOpen } from "./offline/copies.ts";
import type { Offline } from "./offline/offline.ts";

/** A change that another device has made, as `follow` tells it. */
export interface Followed {
  /** Its type as in `deleted` of sync, or `notification`; null at the beginning and after a break. */
  type: string | null;
  id: string | null;
}

/** Milliseconds after a fetch in which further changes are collected for the next one. */
const TOGETHER = 200;
/** Milliseconds for which somebody is typing after they said so. */
const TYPING = 3000;
/** Milliseconds after which a topic is joined again that the service has closed. */
const AGAIN = 1000;

/** A position that no copy has. */
const UNKNOWN = "?";

/** The callbacks for an open chat of a team. */
export interface TeamListener {
  /** A message was written or deleted, or may have been: fetch the latest. */
  changed(): void;
  /** The members who have the chat open, and those of them who are typing. */
  present?(users: { id: string; isTyping: boolean }[]): void;
}

/** A listener to a topic. */
interface Listener {
  /** At the beginning, and after every break. */
  joined(channel: RealtimeChannel): void;
  /** Messages may be missed from now on. */
  left?(): void;
  told(event: string, payload: { [field: string]: unknown }): void;
  /** The people who are there have changed. */
  present?(channel: RealtimeChannel): void;
}

/**
 * Listens to changes as they happen. The service only announces that something changed; the device
 * fetches it. Clients that come back after a break fetch too, because they have missed
 * announcements.
 */
export class Live {
  /** Each topic is joined once, because supabase-js knows it once; several may listen. */
  private readonly rooms = new Map<string, Room>();

  constructor(private readonly supabase: SupabaseClient, private readonly offline: Offline) {}

  /**
   * Keeps the copies of the signed-in user up to date: fetches at the beginning, after every change
   * that is not here yet, and after every break. Answers how to end that.
   *
   * @param changed also told of each change, once the copies have it
   */
  follow(changed?: (change: Followed) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let fetchedAt = -Infinity;
    let isOver = false;
    /** How often the topic was joined; 0 while it is not. */
    let joined = 0;
    let joins = 0;
    const { me } = this;
    const left = () => this.offline.setFollowed(heard, (joined = 0) > 0);
    /** The changes that are not fetched yet, with the positions of which their messages tell. */
    const heard = new Map<string, { change: Followed; position: string }>();
    const fetchNow = () => {
      [timer, fetchedAt] = [undefined, Date.now()];
      const asked = [...heard];
      const since = joined;
      const fetched = () => {
        // All of before is here, and every change since is told.
        if (since && since === joined && this.offline.userId === me) {
          this.offline.setFollowed(heard, true);
        }
        for (const [name, each] of asked) {
          if (isOver || !heard.has(name)) continue;
          // A change heard since then has another object, and is fetched next.
          if (heard.get(name) === each) heard.delete(name);
          // Later, so that the sync does not fail with the app.
          if (changed) queueMicrotask(() => changed(each.change));
        }
      };
      // A change that cannot be fetched now comes with the next change or connection.
      const changes = asked.map(([, { change, position }]) => ({ ...change, position }));
      this.offline.reach(changes, fetched).catch(() => {});
    };
    // The first change is fetched at once, a burst behind it together.
    const fetchSoon = (change: Followed, position = UNKNOWN) => {
      heard.set(`${change.type}/${change.id}`, { change, position });
      const quiet = Date.now() - fetchedAt;
      if (quiet >= TOGETHER && !timer) fetchNow();
      else timer ??= setTimeout(fetchNow, quiet >= 0 ? TOGETHER - quiet : TOGETHER);
    };
    const { leave } = this.enter(`user:${me}`, {
      joined() {
        joined = ++joins;
        fetchSoon({ type: null, id: null });
      },
      left,
      told: (_event, { type, id, after }) =>
        fetchSoon({ type, id } as Followed, after === undefined ? undefined : String(after)),
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      left();
      leave();
    };
  }

  /** Listens to a team. `typing` says that the user is writing; `leave` ends it. */
  team(teamId: string, listener: TeamListener): { typing(): void; leave(): void } {
    const { me } = this;
    const typing = new Map<string, ReturnType<typeof setTimeout>>();
    let said = 0;
    const tell = (channel: RealtimeChannel) => {
      const ids = Object.keys(channel.presenceState());
      listener.present?.(ids.map((id) => ({ id, isTyping: typing.has(id) })));
    };
    const stop = (id: string) => {
      clearTimeout(typing.get(id));
      typing.delete(id);
    };
    const { room, leave } = this.enter(`team:${teamId}`, {
      joined(channel) {
        listener.changed();
        void channel.track({});
      },
      told(event, { user_id }) {
        if (event !== "typing") return listener.changed();
        const id = String(user_id);
        stop(id);
        typing.set(id, setTimeout(() => (stop(id), tell(room.channel)), TYPING));
        tell(room.channel);
      },
      present: tell,
    });
    return {
      typing() {
        if (Date.now() - said < TYPING / 2) return;
        said = Date.now();
        void room.channel.send({ type: "broadcast", event: "typing", payload: { user_id: me } });
      },
      leave() {
        for (const id of [...typing.keys()]) stop(id);
        leave();
      },
    };
  }

  /** Ends all listening. */
  close(): void {
    for (const room of this.rooms.values()) room.close();
    this.rooms.clear();
  }

  private get me(): string {
    const { userId } = this.offline;
    if (!userId) throw notOpen();
    return userId;
  }

  private enter(topic: string, listener: Listener): { room: Room; leave(): void } {
    const room = this.rooms.get(topic) ?? new Room(this.supabase, topic, this.me);
    this.rooms.set(topic, room);
    room.enter(listener);
    const leave = () => {
      if (room.leave(listener) && this.rooms.get(topic) === room) this.rooms.delete(topic);
    };
    return { room, leave };
  }
}

/** A topic with all who listen to it. */
class Room {
  channel!: RealtimeChannel;
  private readonly listeners = new Set<Listener>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly supabase: SupabaseClient,
    private readonly topic: string,
    private readonly me: string,
  ) {}

  enter(listener: Listener): void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.join(listener.present !== undefined);
    else if (this.channel.state === "joined") listener.joined(this.channel);
  }

  /** Answers whether nobody is left. */
  leave(listener: Listener): boolean {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return false;
    this.close();
    return true;
  }

  close(): void {
    for (const each of this.listeners) each.left?.();
    this.listeners.clear();
    clearTimeout(this.timer);
    void this.supabase.removeChannel(this.channel);
  }

  private join(withPresence: boolean): void {
    const config = { private: true, presence: { key: this.me, enabled: withPresence } };
    const channel = this.channel = this.supabase.channel(this.topic, { config });
    channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
      for (const each of this.listeners) each.told(event, payload ?? {});
    });
    if (withPresence) {
      channel.on("presence", { event: "sync" }, () => {
        for (const each of this.listeners) each.present?.(channel);
      });
    }
    channel.subscribe((status) => {
      for (const each of this.listeners) {
        if (status === "SUBSCRIBED") each.joined(channel);
        else each.left?.();
      }
      // supabase-js rejoins by itself, except after the service has closed the channel, such as
      // when the device has slept for longer than its token was valid.
      if (status === "CLOSED" && this.listeners.size > 0) {
        this.timer = setTimeout(() => this.join(withPresence), AGAIN);
      }
    });
  }
}
