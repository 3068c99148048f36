import "./responses.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, JournalError, type Waiting } from "@journal/client";
import { useAct } from "../act.ts";
import { deliver, sayDone, waitingOf } from "../outbox.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Button, TextArea } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { Linked } from "../parts/in-text.tsx";
import { NotSent } from "../parts/not-sent.tsx";
import { Pages } from "../parts/pages.tsx";
import { Refusal } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { api, offline, profile } from "../service.ts";
import { isOnline } from "../session.ts";
import { moment, nameOf, number as format } from "../words.ts";
import { Care } from "./care.tsx";
import { words } from "../words/responses.ts";
import { words as common } from "../words/common.ts";

type Entry =
  & Pick<
    Answer<"/api/journal/{id}", "get">["entry"],
    "id" | "user_id" | "comment_count" | "reactions" | "own_reaction"
  >
  & { content_visibility?: string; effective_content_visibility?: string };
type Reaction = NonNullable<Entry["own_reaction"]>;
type Comment = Answer<"/api/journal/{id}/comments", "get">["comments"][number];

/** The responses of readers to an entry. An entry that only its author reads takes none. */
export function Responses({ entry }: { entry: Entry }) {
  // An entry that was not sent yet has no effective visibility.
  const isShared = (entry.effective_content_visibility ?? entry.content_visibility) !== "user";
  if (!isShared && !entry.comment_count) return null;
  return (
    <section class="responses" aria-labelledby="responses">
      {isShared && <Reactions entry={entry} />}
      <Comments entry={entry} isShared={isShared} />
    </section>
  );
}

export function Reactions({ entry }: { entry: Entry }) {
  const { id } = entry;
  const [{ reactions, own_reaction }, setCard] = useState<
    Pick<Entry, "reactions" | "own_reaction">
  >(entry);
  const kept = waitingOf("reactions").find(({ fields }) => fields.entry_id === id);
  const own = kept && !kept.refusal ? kept.fields.reaction ?? null : own_reaction;
  useEffect(() => setCard(entry), [entry]);
  const { isBusy, errors, act } = useAct();
  const choose = (chosen: Reaction) =>
    act(async () => {
      const reaction = chosen === own ? null : chosen;
      const sent = await deliver("reactions", { entry_id: id, reaction });
      if (reaction === null && sent) {
        return setCard((await api.get("/api/journal/{id}", { params: { path: { id } } })).entry);
      }
      const answer = sent?.answer as { reactions: Entry["reactions"] } | undefined;
      setCard({
        reactions: answer?.reactions ?? changed(reactions, own, reaction),
        own_reaction: reaction,
      });
    });
  return (
    <>
      <div class="reactions" role="group" aria-label={words.reactions} aria-busy={isBusy}>
        {(Object.entries(words.kinds) as [Reaction, string][]).map(([kind, name]) => {
          const number = reactions[kind] ?? 0;
          return (
            <button
              type="button"
              key={kind}
              title={name}
              aria-label={number ? words.reaction({ name, count: number }) : name}
              aria-pressed={kind === own}
              onClick={() => !isBusy && choose(kind)}
            >
              <Icon name={kind} />
              {number > 0 && <span aria-hidden="true">{format(number)}</span>}
            </button>
          );
        })}
      </div>
      <Refusal errors={errors} />
    </>
  );
}

/** The counts of reactions as they will be when the service has the user's. */
function changed(
  reactions: Entry["reactions"],
  before: Reaction | null,
  after: Reaction | null,
): Entry["reactions"] {
  const counts = { ...reactions };
  if (before) counts[before] = Math.max(0, (counts[before] ?? 0) - 1);
  if (after) counts[after] = (counts[after] ?? 0) + 1;
  return counts;
}

function Comments({ entry: { id, user_id }, isShared }: { entry: Entry; isShared: boolean }) {
  const [isShut, setShut] = useState(false);
  const [added, setAdded] = useState<Comment[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = usePages(async (cursor) => {
    const read = api.get("/api/journal/{id}/comments", {
      params: { path: { id }, query: { cursor, limit: 20 } },
    });
    const { comments, next_cursor } = await read.catch((error) => {
      // One of the two people blocks the other.
      if (!(error instanceof JournalError) || error.status !== 404) throw error;
      setShut(true);
      return { comments: [], next_cursor: null };
    });
    return { items: comments, next: next_cursor };
  }, [id]);
  const { errors, act } = useAct();
  if (isShut) return null;

  const remove = async (commentId: string) => {
    if (!await confirm(words.askDeleteComment, words.goneForEveryone, common.delete)) return;
    const path = { id, commentId };
    const isGone = await act(() =>
      api.delete("/api/journal/{id}/comments/{commentId}", { params: { path } })
    );
    if (!isGone) return;
    setRemoved([...removed, commentId]);
    heading.current?.focus();
  };
  const row = (comment: Comment) =>
    !removed.includes(comment.id) && (
      <CommentRow
        key={comment.id}
        comment={comment}
        onRemove={[comment.user_id, user_id].includes(profile.value?.id ?? "")
          ? () => remove(comment.id)
          : undefined}
      />
    );
  useEffect(() =>
    offline.outbox.onSent(({ kind, answer }) => {
      const comment = kind === "comments" && (answer as { comment?: Comment } | undefined)?.comment;
      if (comment && comment.entry_id === id) setAdded((now) => [...now, comment]);
    }), [id]);
  const unsent = waitingOf("comments").filter(({ fields }) => fields.entry_id === id);
  const isListed = (comment: Comment) => pages.items?.some((each) => each.id === comment.id);
  const isEmpty = ![...pages.items ?? [], ...added].some((each) => !removed.includes(each.id));
  return (
    <>
      <h2 id="responses" ref={heading} tabIndex={-1}>{words.comments}</h2>
      <Pages pages={pages} label={words.comments} class="comments" empty={null}>{row}</Pages>
      {pages.items && isEmpty && !pages.more && !unsent.length && (
        <p class="hint">{words.noComments}</p>
      )}
      {added.length > 0 && (
        <ul class="comments">{added.filter((each) => !isListed(each)).map(row)}</ul>
      )}
      {unsent.length > 0 && (
        <ul class="comments">{unsent.map((each) => <Unsent key={each.id} comment={each} />)}</ul>
      )}
      <Refusal errors={errors} />
      {isShared && <Form id={id} />}
    </>
  );
}

type Shown = Pick<Comment, "author" | "content" | "created_at">;

export const CommentRow = (
  { comment, notice, onRemove }: {
    comment: Shown;
    /** Stands in place of a text that must not be believed. */
    notice?: ComponentChildren;
    onRemove?: () => void;
  },
) => {
  const { author, content, created_at } = comment;
  return (
    <li>
      <Avatar person={author} size={36} />
      <div>
        <p class="meta">
          <a href={`#/people/person/${author.id}`}>
            <Name person={author} />
          </a>{" "}
          <time dateTime={created_at}>{moment(created_at)}</time>
        </p>
        {notice || (
          <p>
            <Linked text={content} />
          </p>
        )}
        {author.id === profile.value?.id && <Care text={content} />}
      </div>
      {onRemove && (
        <Button
          look="quiet"
          icon="trash"
          aria-label={words.deleteComment({ name: nameOf(author) })}
          disabled={!isOnline.value}
          onClick={onRemove}
        />
      )}
    </li>
  );
};

/** A comment of the user's that the service does not have. */
const Unsent = ({ comment }: { comment: Waiting<"comments"> }) => (
  <li>
    <div>
      <p>{comment.fields.content}</p>
      <Care text={comment.fields.content ?? ""} />
      <NotSent item={comment} />
    </div>
  </li>
);

async function deliverOpenly(entry_id: string, content: string): Promise<void> {
  if (!await deliver("comments", { entry_id, content })) sayDone(words.keptForLater);
}

export function Form({ id, deliver = deliverOpenly }: {
  id: string;
  deliver?(entryId: string, content: string): Promise<void>;
}) {
  const [content, setContent] = useState("");
  const { isBusy, errors, act } = useAct();
  const send = () =>
    act(async () => {
      await deliver(id, content);
      // Words typed during the sending belong to the next comment.
      setContent((now) => now === content ? "" : now);
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() && !isBusy) send();
      }}
    >
      <TextArea
        label={words.yourComment}
        rows={2}
        maxLength={2000}
        value={content}
        onText={setContent}
        error={errors.content}
      />
      <Refusal errors={errors} shown={["content"]} />
      <Button
        type="submit"
        look="main"
        isBusy={isBusy}
        disabled={isBusy || !content.trim()}
      >
        {words.comment}
      </Button>
    </form>
  );
}
