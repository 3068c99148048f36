import "./chat.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { nameOfTeam } from "../../groups.ts";
import { Avatar, type Person } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { profile } from "../../service.ts";
import { list, nameOf } from "../../words.ts";
import { Back } from "./pane.tsx";
import { circlesVersion, type Team, teamMembers } from "./circles.ts";
import { MessageList } from "./message-list.tsx";
import { useMessages } from "./messages.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/circles.ts";
import { words as friends } from "../../words/friends.ts";

/** The chat of a team, as it happens. */
export function Chat({ team, isAdmin }: { team: Team; isAdmin: boolean }) {
  const { id, organizations, is_circle } = team;
  const name = is_circle ? nameOfTeam(id) : team.name;
  const chat = useMessages(id);
  const { messages, failure, retry } = chat;
  const members = usePages(teamMembers(id), [`members ${id}`, circlesVersion()]);
  const people = new Map<string, Person>(members.items?.map((each) => [each.user_id, each]));
  const others = (of: { id: string }[]) =>
    of.flatMap(({ id }) => id === profile.value?.id ? [] : people.get(id) ?? []);
  const here = others(chat.present);
  const typing = others(chat.present.filter(({ isTyping }) => isTyping));

  return (
    <div class="chat">
      <header class="chat-head">
        <Back to="/people" name={words.people} />
        <div class="chat-title">
          <h1>{name}</h1>
          <p class="hint">
            {here.length
              ? words.areHere({ names: list(named(here)), count: here.length })
              : is_circle
              ? friends.people({ count: team.member_count })
              : organizations.name}
          </p>
        </div>
        <span class="here" aria-hidden="true">
          {here.slice(0, 3).map((person) => (
            <Avatar
              key={person.handle}
              person={person}
              size={32}
            />
          ))}
        </span>
        <a class="button quiet" href={`#/people/team/${id}/members`}>
          <Icon name="team" />
          <span>{words.membersTitle}</span>
        </a>
      </header>
      <Announced messages={messages} />
      <div class="chat-scroll" tabIndex={0} role="region" aria-label={words.messagesOf({ name })}>
        <div class="chat-lines">
          {!messages && !chat.unsent.length
            ? failure
              ? <Failed failure={failure} retry={retry} />
              : <Loading lines={5} label={words.messages} />
            : !messages?.length && !chat.unsent.length
            ? (
              <Empty icon="send" title={words.noMessages}>
                {words.noMessagesHint}
              </Empty>
            )
            : <MessageList chat={chat} isAdmin={isAdmin} />}
          {messages && failure && (
            <p class="notice warning" role="status">
              <Icon name="offline" />
              <span>
                {failure.isOffline ? words.messagesOffline : failure.message}
              </span>
              <Button look="quiet" onClick={retry}>{common.tryAgain}</Button>
            </p>
          )}
        </div>
      </div>
      <p class="typing">
        {typing.length > 0 &&
          words.areTyping({ names: list(named(typing)), count: typing.length })}
      </p>
      <Composer teamId={id} onTyping={chat.typing} onSend={chat.write} />
    </div>
  );
}

/** Up to two names, or one name and the number of others. */
const named = (people: Person[]): string[] =>
  people.length < 3
    ? people.map(nameOf)
    : [nameOf(people[0]!), words.others({ count: people.length - 1 })];

/** Tells a screen reader new messages of others, and not the earlier ones. */
function Announced({ messages }: { messages: ReturnType<typeof useMessages>["messages"] }) {
  /** The newest message at the last look; empty without messages. */
  const last = useRef<string | undefined>(undefined);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!messages) return;
    const from = messages.findIndex(({ id }) => id === last.current);
    const others = messages.slice(from + 1).filter(({ user_id }) => user_id !== profile.value?.id);
    if ((last.current === "" || from >= 0) && others.length) {
      setText(
        others.map(({ handle, full_name, content }) =>
          `${nameOf({ full_name, handle: handle ?? "somebody" })}: ${content}`
        ).join("\n"),
      );
    }
    last.current = messages.at(-1)?.id ?? "";
  }, [messages]);
  return <p class="hidden" role="status">{text}</p>;
}

function Composer({ teamId, onTyping, onSend }: {
  teamId: string;
  onTyping(): void;
  onSend(content: string): void;
}) {
  const draft = `chat/${teamId}`;
  const [text, setText] = useState(() => readDraft<string>(draft) ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (value: string) => {
    setText(value);
    if (value) keepDraft(draft, value);
    else dropDraft(draft);
  };
  function send(event: Event) {
    event.preventDefault();
    if (!text.trim()) return;
    onSend(text.trim());
    change("");
    field.current?.focus();
    document.querySelector(".chat-scroll")?.scrollTo({ top: 0 });
  }
  return (
    <form class="composer" onSubmit={send}>
      <textarea
        ref={field}
        rows={1}
        maxLength={2000}
        aria-label={words.message}
        placeholder={words.writeToTeam}
        value={text}
        onInput={(event) => {
          change(event.currentTarget.value);
          onTyping();
        }}
        onKeyDown={(event) =>
          event.key === "Enter" && !event.shiftKey && !event.isComposing && send(event)}
      />
      <Button
        look="main"
        type="submit"
        icon="send"
        aria-label={common.send}
        disabled={!text.trim()}
      />
    </form>
  );
}
