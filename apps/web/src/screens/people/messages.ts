/** The messages of a team for the screen: those of the service, and own ones on the way. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { type Failure, failureOf } from "../../remote.ts";
import { waitingOf } from "../../outbox.ts";
import { api, live, notifications, offline } from "../../service.ts";
import { syncNow } from "../../session.ts";

type Page = Answer<"/api/teams/{id}/messages", "get">;
export type Message = Page["messages"][number];

interface Shown {
  /** Oldest first. */
  messages: Message[];
  /** The cursor of the messages before them; null when there are none. */
  older: string | null;
}

const key = ({ written_at, id }: { written_at: string; id: string }) => `${written_at} ${id}`;
const byTime = (a: Message, b: Message) => key(a) < key(b) ? -1 : 1;

/** The messages after a reading of the newest page: a message that the page lacks was deleted. */
function withNewest(shown: Shown | undefined, page: Page): Shown {
  const newest = page.messages.toReversed();
  const known = new Set(shown?.messages.map(({ id }) => id));
  const [first] = newest;
  // More than a page of messages is new: those between the page and the known ones are missing
  // here.
  const isApart = !newest.some(({ id }) => known.has(id));
  if (!shown || !first || page.next_cursor === null || isApart) {
    return { messages: newest, older: page.next_cursor };
  }
  const before = shown.messages.filter((message) => key(message) < key(first));
  return { messages: [...before, ...newest], older: shown.older };
}

const PAGE = 30;
const read = (id: string, query: { limit: number; cursor?: string }) =>
  api.get("/api/teams/{id}/messages", { params: { path: { id }, query } });

/** Marks the notifications about the chat as read, because the user has it open. */
function markAsSeen(teamId: string) {
  if (document.visibilityState !== "visible") return;
  const ids = notifications.value.filter(({ type, data, read_at }) =>
    type === "team_message" && data.team_id === teamId && !read_at
  ).map(({ id }) => id);
  if (ids.length) offline.read(ids).then(syncNow);
}

export function useMessages(teamId: string) {
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<Failure>();
  const [isReadingOlder, setReadingOlder] = useState(false);
  const [present, setPresent] = useState<{ id: string; isTyping: boolean }[]>([]);
  const unsent = waitingOf("team_messages").filter(({ fields }) => fields.team_id === teamId);
  const room = useRef<ReturnType<typeof live.team>>(null);
  const readNewest = useRef(() => {});
  // The number of messages to read again after a change: as many as are shown, at most 100.
  const size = useRef(PAGE);
  size.current = Math.min(100, Math.max(PAGE, shown?.messages.length ?? 0));

  useEffect(() => {
    let [isHere, isWanted, isReading] = [true, false, false];
    readNewest.current = async () => {
      // News during a reading cause one more reading.
      isWanted = true;
      if (isReading) return;
      isReading = true;
      while (isWanted && isHere) {
        isWanted = false;
        try {
          const page = await read(teamId, { limit: size.current });
          if (!isHere) return;
          setShown((now) => withNewest(now, page));
          setFailure(undefined);
          // The author of the newest message no longer types.
          const [newest] = page.messages;
          setPresent((now) =>
            now.map((each) => each.id === newest?.user_id ? { ...each, isTyping: false } : each)
          );
        } catch (error) {
          if (isHere) setFailure(failureOf(error));
        }
      }
      isReading = false;
    };
    readNewest.current();
    room.current = live.team(teamId, {
      changed: () => readNewest.current(),
      present: setPresent,
    });
    const unhear = offline.outbox.onSent(({ kind, answer }) => {
      if (kind !== "team_messages" || !answer) return;
      const { message } = answer as { message: Message };
      if (message.team_id !== teamId) return;
      setShown((now) =>
        now && {
          ...now,
          messages: [...now.messages.filter(({ id }) => id !== message.id), message].sort(byTime),
        }
      );
    });
    const retry = () => readNewest.current();
    addEventListener("online", retry);
    return () => {
      isHere = false;
      room.current?.leave();
      unhear();
      removeEventListener("online", retry);
    };
  }, [teamId]);

  useEffect(() => {
    const see = () => markAsSeen(teamId);
    see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [teamId, notifications.value]);
  return {
    messages: shown?.messages,
    failure,
    retry: () => readNewest.current(),
    present,
    unsent,
    isReadingOlder,
    /** Reads the page before; undefined where there is none. */
    older: shown?.older
      ? async () => {
        if (isReadingOlder) return;
        setReadingOlder(true);
        try {
          const page = await read(teamId, { limit: PAGE, cursor: shown.older! });
          setShown((now) =>
            now?.older === shown.older
              ? {
                messages: [...page.messages.toReversed(), ...now!.messages],
                older: page.next_cursor,
              }
              : now
          );
        } catch (error) {
          setFailure(failureOf(error));
        } finally {
          setReadingOlder(false);
        }
      }
      : undefined,
    async write(content: string) {
      await offline.outbox.add("team_messages", { team_id: teamId, content });
      syncNow();
    },
    typing: () => room.current?.typing(),
    async remove(messageId: string) {
      await api.delete("/api/teams/{id}/messages/{messageId}", {
        params: { path: { id: teamId, messageId } },
      });
      setShown((now) =>
        now && { ...now, messages: now.messages.filter(({ id }) => id !== messageId) }
      );
    },
  };
}
