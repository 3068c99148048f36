import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ChatMessage } from "@journal/client";
import { useOnce } from "../../act.ts";
import { dateAt, isToday } from "../../days.ts";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { mayUseAi, UsesAi } from "../../parts/ai-act.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { nameOfOwn } from "../../own-names.ts";
import { query } from "../../router.ts";
import { profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { fullMoment, moment, span } from "../../words.ts";
import {
  announced,
  answering,
  failure,
  isReading,
  load,
  loadOlder,
  messages,
  older,
  type Refused,
  refused,
  send,
  stop,
} from "./conversation.ts";
import { Care } from "../care.tsx";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/assistant.ts";

const DRAFT = "assistant";
/** How many sources an answer shows at first. */
const FEW = 3;

export function Chat() {
  const [text, setText] = useState(() => readDraft<string>(DRAFT) ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => void load(), []);
  // Today leads here to ask.
  useEffect(() => {
    if (query.value.has("ask")) field.current?.focus();
  }, []);
  useLayoutEffect(() => {
    if (text) keepDraft(DRAFT, text);
    else dropDraft(DRAFT);
  }, [text]);
  useFollowedEnd();
  const unsent = refused.value && isUnsent(refused.value) ? refused.value : null;
  // In front of what the user has typed since.
  useEffect(() => {
    if (unsent) setText((now) => [unsent.question, now].filter(Boolean).join("\n"));
  }, [unsent]);

  const ask = useOnce(async (question: string) => {
    if (await mayUseAi()) {
      send(question);
      setText((now) => now.trim() === question ? "" : now);
    }
    field.current?.focus();
  });
  function submit(event: Event) {
    event.preventDefault();
    const question = text.trim();
    if (question && !answering.value && isOnline.value) ask(question);
  }
  const halt = () => {
    // A question without any answer can be sent again, such as after a double click.
    const { question, text: answer } = answering.value!;
    if (!answer) setText((now) => now || question);
    stop();
    field.current?.focus();
  };
  // With a keyboard on the screen, the key for a new line makes one.
  const sends = ({ key, shiftKey, isComposing }: KeyboardEvent) =>
    key === "Enter" && !shiftKey && !isComposing && !matchMedia("(pointer: coarse)").matches;

  return (
    <>
      <Messages ask={ask} />
      <div class="hidden" role="status">{announced.value}</div>
      <form class="composer" onSubmit={submit}>
        {isOnline.value
          ? <UsesAi id="uses-ai" />
          : <span class="hint" id="uses-ai" role="status">{words.noNetwork}</span>}
        <label class="hidden" for="message">{words.message}</label>
        <textarea
          id="message"
          aria-describedby="uses-ai"
          ref={field}
          rows={1}
          maxLength={4000}
          value={text}
          placeholder={words.writeHere}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => sends(event) && submit(event)}
        />
        {answering.value
          ? <Button icon="close" aria-label={words.stopAnswer} onClick={halt}>{words.stop}</Button>
          : (
            <Button look="main" type="submit" disabled={!text.trim() || !isOnline.value}>
              {common.send}
            </Button>
          )}
      </form>
    </>
  );
}

function Messages({ ask }: { ask(question: string): void }) {
  const list = messages.value;
  const now = answering.value;
  if (!list && failure.value && !now && !refused.value) {
    return <Failed failure={failure.value} retry={() => load()} />;
  }
  if (!list && !now && !refused.value) return <Loading lines={4} label={words.conversation} />;
  const isEmpty = !list?.length && !now && !refused.value;
  return (
    <div class="messages">
      {older.value && (
        <Button class="older" isBusy={isReading.value} onClick={loadOlder}>
          {words.olderMessages}
        </Button>
      )}
      {failure.value && list && <p class="error">{failure.value.message}</p>}
      {isEmpty && (
        <Empty icon="spark" title={words.onYourMind}>
          <p>{words.onYourMindHint}</p>
          <Reading />
        </Empty>
      )}
      {list?.map((message, index) => (
        <Bubble key={message.id} message={message} before={list[index - 1]} />
      ))}
      {now && (
        <>
          <p class="bubble user">{now.question}</p>
          <div class="bubble assistant" aria-busy="true">
            {now.text && <Text text={now.text} />}
            {now.tool && <p class="hint" role="status">{words.looking}</p>}
            {!now.text && !now.tool && (
              <span class="dots" role="status">
                <span class="hidden">{words.thinking}</span>
              </span>
            )}
          </div>
        </>
      )}
      {refused.value && <Refusal refused={refused.value} ask={ask} />}
    </div>
  );
}

/** Whether the assistant may read the journal, shown where users wonder about it. */
const Reading = () => (
  <a class="button quiet" href="#/assistant/settings">
    {profile.value?.read_notes_enabled ? words.mayReadJournal : words.letItReadJournal}
  </a>
);

/** The entries behind an answer: the first ones at once, the others on request. */
function Sources({ sources }: Pick<ChatMessage, "sources">) {
  const [isOpen, setOpen] = useState(false);
  const rest = sources.length - FEW;
  return (
    <div class="sources">
      <ul aria-label={words.sources}>
        {sources.slice(0, isOpen ? undefined : FEW).map(({ mark, entry_id, title, written_at }) => (
          <li key={entry_id}>
            <a class="source" href={`#/journal/${entry_id}`}>
              <span>{`${mark}. ${title || nameOfOwn(entry_id)}`}</span>
              <span class="hint">{moment(written_at)}</span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && !isOpen && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {words.moreSources({ count: rest })}
        </Button>
      )}
    </div>
  );
}

function Bubble({ message, before }: { message: ChatMessage; before?: ChatMessage }) {
  const { role, content, incomplete, sources, created_at } = message;
  const links = useMemo(
    () =>
      Object.fromEntries(sources.map(({ mark, entry_id, title }) => [
        mark,
        { href: `#/journal/${entry_id}`, label: title || nameOfOwn(entry_id) },
      ])),
    [sources],
  );
  const isNewDay = !isToday(created_at) &&
    dateAt(created_at) !== dateAt(before?.created_at ?? new Date(0));
  return (
    <>
      {isNewDay && <p class="day">{moment(created_at)}</p>}
      <div class={`bubble ${role}`} title={fullMoment(created_at)}>
        <span class="hidden">{`${role === "user" ? words.youSay : words.assistantSays} `}</span>
        {role === "user" ? content : <Text text={content} links={links} />}
        {incomplete && <p class="hint">{words.cutOff}</p>}
      </div>
      {role === "user" && <Care text={content} />}
      {sources.length > 0 && <Sources sources={sources} />}
    </>
  );
}

/** Whether the question has not left the device: then it is in the field again. */
const isUnsent = ({ isOffline, isCut }: Refused) => isOffline && !isCut;

function Refusal({ refused, ask }: { refused: Refused; ask(question: string): void }) {
  const { question, isCut, isOffline, message, code, wait } = refused;
  // Advice to the user where a second attempt would not help.
  const advice = (words.advice as Record<string, string>)[code];
  return (
    <>
      {!isCut && !isOffline && <p class="bubble user">{question}</p>}
      <div class="refusal" role="alert">
        <Icon name={isOffline ? "offline" : "warning"} size={18} />
        <p>
          {isOffline
            ? isCut ? words.connectionLost : isOnline.value ? words.notReached : words.noNetwork
            : message.replace(/\.?$/, ".")} {advice}
          {wait && ` ${words.goOnIn({ time: span(Math.ceil(wait / 60) * 60_000) })}`}
        </p>
        {!isUnsent(refused) && (!advice || code === "content_declined") && (
          <Button onClick={() => ask(question)}>{isCut ? words.askAgain : common.tryAgain}</Button>
        )}
      </div>
    </>
  );
}

/** Keeps the end in sight while it grows, unless the user reads further up; older ones shift nothing. */
function useFollowedEnd() {
  const page = document.documentElement;
  const seen = useRef({ isAtEnd: true, height: 0, first: "" });
  useEffect(() => {
    const look = () => {
      seen.current.isAtEnd = innerHeight + scrollY >= page.scrollHeight - 120;
    };
    // Answers are drawn again with their formats, which may take more room.
    const growth = new ResizeObserver(() => {
      if (seen.current.isAtEnd) scrollTo(0, page.scrollHeight);
    });
    growth.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    return () => {
      growth.disconnect();
      removeEventListener("scroll", look);
    };
  }, []);
  const first = messages.value?.[0]?.id ?? "";
  useLayoutEffect(() => {
    const { isAtEnd, height, first: before } = seen.current;
    if (before && first !== before) scrollBy(0, page.scrollHeight - height);
    else if (isAtEnd) scrollTo(0, page.scrollHeight);
    Object.assign(seen.current, { height: page.scrollHeight, first });
  });
}
