import { useEffect, useRef } from "preact/hooks";
import { dateAt, dayAt, isToday } from "../../days.ts";
import { Avatar, Name } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Linked } from "../../parts/in-text.tsx";
import { inWords } from "../../refusals.ts";
import { offline, profile } from "../../service.ts";
import { isOnline, sync, syncNow } from "../../session.ts";
import { clock } from "../../words.ts";
import { act } from "./circles.ts";
import { Care } from "../care.tsx";
import type { Message, useMessages } from "./messages.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/circles.ts";

/** Messages of one person within these minutes stand together. */
const TOGETHER = 5 * 60_000;

export function MessageList(
  { chat, isAdmin }: { chat: ReturnType<typeof useMessages>; isAdmin: boolean },
) {
  const { messages = [], older, isReadingOlder, unsent, remove } = chat;
  return (
    <>
      {older && <Older isBusy={isReadingOlder} read={older} />}
      <ol class="messages">
        {messages.map((message, index) => (
          <Line
            key={message.id}
            message={message}
            before={messages[index - 1]}
            isAdmin={isAdmin}
            remove={remove}
          />
        ))}
        {unsent.map((line) => <OnTheWay key={line.id} line={line} />)}
      </ol>
    </>
  );
}

/** Reads earlier messages when it comes into sight. */
function Older({ isBusy, read }: { isBusy: boolean; read(): void }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      entry?.isIntersecting && latest.current()
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="older" ref={place}>
      <Button look="quiet" isBusy={isBusy} onClick={read}>{words.earlierMessages}</Button>
    </div>
  );
}

function Line({ message, before, isAdmin, remove }: {
  message: Message;
  before?: Message;
  isAdmin: boolean;
  remove(id: string): Promise<void>;
}) {
  const { id, user_id, handle, full_name, avatar_url, is_synthetic, content, written_at } = message;
  const isOwn = user_id === profile.value?.id;
  const author = {
    handle: handle ?? "somebody",
    full_name: handle ? full_name : words.someoneWhoLeft,
    avatar_url,
    is_synthetic: is_synthetic ?? false,
  };
  const [at, last] = [new Date(written_at), before && new Date(before.written_at)];
  const isNewDay = !before || dateAt(written_at) !== dateAt(before.written_at);
  const goesOn = !isNewDay && before!.user_id === user_id && +at - +last! < TOGETHER;

  const ask = async () => {
    const text = words.deleteMessageHint;
    if (await confirm(words.askDeleteMessage, text, common.delete)) await act(() => remove(id));
  };
  return (
    <>
      {isNewDay && <li class="day">{isToday(written_at) ? common.today : dayAt(written_at)}</li>}
      <li class={`message ${isOwn ? "own" : ""} ${goesOn ? "goes-on" : ""}`}>
        {!isOwn && (goesOn ? <span class="no-avatar" /> : <Avatar person={author} size={32} />)}
        <div class="bubble">
          <p class={goesOn ? "hidden" : "message-head"}>
            <strong>{isOwn ? common.you : <Name person={author} />}</strong>{" "}
            <time dateTime={written_at}>{clock(written_at)}</time>
          </p>
          <p class="message-text">
            <Linked text={content} />
          </p>
        </div>
        {(isOwn || isAdmin) && (
          <Button
            look="quiet"
            icon="trash"
            aria-label={words.deleteMessage({ text: content.slice(0, 40) })}
            onClick={ask}
          />
        )}
      </li>
      {isOwn && <Care isItem text={content} />}
    </>
  );
}

/** An own message before the service has it. */
function OnTheWay({ line: { id, fields, refusal } }: {
  line: ReturnType<typeof useMessages>["unsent"][number];
}) {
  const again = async () => {
    if (refusal) await offline.outbox.retry(id);
    syncNow();
  };
  const isStuck = refusal || !isOnline.value || sync.value === "failed";
  return (
    <li class={`message own ${isStuck ? "failed" : "sending"}`}>
      <div class="bubble">
        <p class="message-head">
          <strong>{common.you}</strong> <span>{isStuck ? words.notSent : words.sending}</span>
        </p>
        <p class="message-text">{fields.content}</p>
      </div>
      {isStuck && (
        <p class="problem" role="alert">
          <Icon name="warning" size={16} />
          {refusal ? inWords(refusal) : words.sentLater}
          <Button look="quiet" onClick={again}>{words.sendAgain}</Button>
          <Button look="quiet" onClick={() => offline.outbox.discard(id)}>{common.discard}</Button>
        </p>
      )}
    </li>
  );
}
