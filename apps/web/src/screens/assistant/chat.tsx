import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChatMessage } from "@journal/client";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { fullMoment, isToday, moment } from "../../words.ts";
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

const DRAFT = "assistant";

export function Chat() {
  const [text, setText] = useState(() => readDraft<string>(DRAFT) ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => void load(), []);
  useEffect(() => {
    if (text) keepDraft(DRAFT, text);
    else dropDraft(DRAFT);
  }, [text]);
  useFollowedEnd();

  const ask = (question: string) => {
    send(question);
    field.current?.focus();
  };
  function submit(event: Event) {
    event.preventDefault();
    const question = text.trim();
    if (!question || answering.value || !isOnline.value) return;
    setText("");
    ask(question);
  }
  const halt = () => {
    // What nothing was answered to can be sent again, such as after a double click.
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
        <label class="hidden" for="message">Message to the assistant</label>
        <textarea
          id="message"
          ref={field}
          rows={1}
          maxLength={4000}
          value={text}
          placeholder={isOnline.value ? "Write to the assistant" : "This needs a network"}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => sends(event) && submit(event)}
        />
        {answering.value
          ? <Button icon="close" aria-label="Stop the answer" onClick={halt}>Stop</Button>
          : (
            <Button look="main" type="submit" disabled={!text.trim() || !isOnline.value}>
              Send
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
    return <Failed failure={failure.value} retry={load} />;
  }
  if (!list && !now && !refused.value) return <Loading lines={4} label="Conversation" />;
  const isEmpty = !list?.length && !now && !refused.value;
  return (
    <div class="messages">
      {older.value && (
        <Button class="older" isBusy={isReading.value} onClick={loadOlder}>Older messages</Button>
      )}
      {failure.value && list && <p class="error">{failure.value.message}</p>}
      {isEmpty && (
        <Empty icon="spark" title="What is on your mind?">
          <p>Ask about your days, your goals, or how you feel. Only you see this conversation.</p>
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
            {now.text || (
              <span class="dots" role="status">
                <span class="hidden">The assistant is thinking</span>
              </span>
            )}
          </div>
        </>
      )}
      {refused.value && <Refusal refused={refused.value} ask={ask} />}
    </div>
  );
}

/** Whether the assistant may read the journal, where one wonders about it. */
const Reading = () => (
  <a class="button quiet" href="#/assistant/settings">
    {profile.value?.read_notes_enabled ? "It may read your journal" : "Let it read your journal"}
  </a>
);

function Bubble({ message, before }: { message: ChatMessage; before?: ChatMessage }) {
  const { role, content, incomplete, created_at } = message;
  const isNewDay = !isToday(created_at) &&
    new Date(created_at).toDateString() !== new Date(before?.created_at ?? 0).toDateString();
  return (
    <>
      {isNewDay && <p class="day">{moment(created_at)}</p>}
      <div class={`bubble ${role}`} title={fullMoment(created_at)}>
        <span class="hidden">{role === "user" ? "You: " : "Assistant: "}</span>
        {content}
        {incomplete && <p class="hint">The answer ends here: it was cut off.</p>}
      </div>
    </>
  );
}

/** What the user can do about a refusal, where trying again is of no use. */
const advice: Record<string, string> = {
  not_configured: "Whoever runs this service has not connected an assistant.",
  chat_disabled: "An administrator has switched it off. The conversation stays readable.",
  ai_limit_reached: "Everybody's allowance of today is used up. It comes back tomorrow.",
  content_declined: "Say it in other words.",
};

function Refusal({ refused, ask }: { refused: Refused; ask(question: string): void }) {
  const { question, isCut, isOffline, message, code, wait } = refused;
  const minutes = wait && Math.ceil(wait / 60);
  return (
    <>
      {!isCut && <p class="bubble user">{question}</p>}
      <div class="refusal" role="alert">
        <Icon name={isOffline ? "offline" : "warning"} size={18} />
        <p>
          {isOffline
            ? isCut ? "The connection broke off." : "The assistant cannot be reached."
            : `${message}.`} {advice[code]}
          {minutes && ` You can go on in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`}
        </p>
        {(!advice[code] || code === "content_declined") && (
          <Button onClick={() => ask(question)}>{isCut ? "Ask again" : "Try again"}</Button>
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
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  const first = messages.value?.[0]?.id ?? "";
  useLayoutEffect(() => {
    const { isAtEnd, height, first: before } = seen.current;
    if (before && first !== before) scrollBy(0, page.scrollHeight - height);
    else if (isAtEnd) scrollTo(0, page.scrollHeight);
    Object.assign(seen.current, { height: page.scrollHeight, first });
  });
}
