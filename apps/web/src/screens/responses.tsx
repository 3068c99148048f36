import "./responses.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, JournalError } from "@journal/client";
import { useAct } from "../act.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button, TextArea } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { Pages } from "../parts/pages.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { usePages } from "../remote.ts";
import { api, profile } from "../service.ts";
import { isOnline } from "../session.ts";
import { moment, nameOf } from "../words.ts";

type Entry = Answer<"/api/journal/{id}", "get">["entry"];
type Reaction = NonNullable<Entry["own_reaction"]>;
type Comment = Answer<"/api/journal/{id}/comments", "get">["comments"][number];

/** Each has the icon of its name. */
const kinds: Record<Reaction, string> = {
  heart: "Heart",
  clap: "Applause",
  hug: "Hug",
  laugh: "Laugh",
  fire: "Fire",
  think: "Makes me think",
};

/** What readers say about an entry. One that its author alone reads takes no answers. */
export function Responses({ entry }: { entry: Entry }) {
  const isShared = entry.effective_content_visibility !== "user";
  if (!isShared && !entry.comment_count) return null;
  return (
    <section class="responses" aria-labelledby="responses">
      {isShared && <Reactions entry={entry} />}
      <Comments entry={entry} isShared={isShared} />
    </section>
  );
}

function Reactions({ entry }: { entry: Entry }) {
  const { id } = entry;
  const [{ reactions, own_reaction: own }, setCard] = useState<
    Pick<Entry, "reactions" | "own_reaction">
  >(entry);
  useEffect(() => setCard(entry), [entry]);
  const { isBusy, errors, act } = useAct();
  const params = { path: { id } };
  const choose = (reaction: Reaction) =>
    act(async () => {
      if (reaction === own) {
        await api.delete("/api/journal/{id}/reaction", { params });
        setCard((await api.get("/api/journal/{id}", { params })).entry);
      } else {
        const { reactions } = await api.put("/api/journal/{id}/reaction", {
          params,
          body: { reaction },
        });
        setCard({ reactions, own_reaction: reaction });
      }
    });
  return (
    <>
      <div class="reactions" role="group" aria-label="Reactions" aria-busy={isBusy}>
        {(Object.entries(kinds) as [Reaction, string][]).map(([kind, name]) => {
          const number = reactions[kind] ?? 0;
          return (
            <button
              type="button"
              key={kind}
              title={name}
              aria-label={number ? `${name}, ${number}` : name}
              aria-pressed={kind === own}
              disabled={!isOnline.value}
              onClick={() => !isBusy && choose(kind)}
            >
              <Icon name={kind} />
              {number > 0 && <span aria-hidden="true">{number}</span>}
            </button>
          );
        })}
      </div>
      <Refusal errors={errors} />
    </>
  );
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
    if (!await confirm("Delete this comment?", "It will be gone for everybody.", "Delete")) return;
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
  const isListed = (comment: Comment) => pages.items?.some((each) => each.id === comment.id);
  const isEmpty = ![...pages.items ?? [], ...added].some((each) => !removed.includes(each.id));
  return (
    <>
      <h2 id="responses" ref={heading} tabIndex={-1}>Comments</h2>
      <Pages pages={pages} label="Comments" class="comments" empty={null}>{row}</Pages>
      {pages.items && isEmpty && !pages.more && <p class="hint">No comments yet.</p>}
      {added.length > 0 && (
        <ul class="comments">{added.filter((each) => !isListed(each)).map(row)}</ul>
      )}
      <Refusal errors={errors} />
      {isShared && <Form id={id} onAdded={(comment) => setAdded([...added, comment])} />}
    </>
  );
}

const CommentRow = ({ comment, onRemove }: { comment: Comment; onRemove?: () => void }) => {
  const { author, content, created_at } = comment;
  return (
    <li>
      <Avatar person={author} size={36} />
      <div>
        <p class="meta">
          <a href={`#/people/person/${author.id}`}>{nameOf(author)}</a>{" "}
          <time dateTime={created_at}>{moment(created_at)}</time>
        </p>
        <p>{content}</p>
      </div>
      {onRemove && (
        <Button
          look="quiet"
          icon="trash"
          aria-label={`Delete the comment of ${nameOf(author)}`}
          disabled={!isOnline.value}
          onClick={onRemove}
        />
      )}
    </li>
  );
};

function Form({ id, onAdded }: { id: string; onAdded(comment: Comment): void }) {
  const [content, setContent] = useState("");
  const { isBusy, errors, act } = useAct();
  const send = () =>
    act(async () => {
      const { comment } = await api.post("/api/journal/{id}/comments", {
        params: { path: { id } },
        body: { content },
      });
      setContent("");
      onAdded(comment);
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() && !isBusy) send();
      }}
    >
      <TextArea
        label="Your comment"
        rows={2}
        maxLength={2000}
        value={content}
        onText={setContent}
        error={errors.content}
        hint={!isOnline.value && "Commenting needs a network."}
      />
      <Refusal errors={errors} shown={["content"]} />
      <Button
        type="submit"
        look="main"
        isBusy={isBusy}
        disabled={isBusy || !content.trim() || !isOnline.value}
      >
        Comment
      </Button>
    </form>
  );
}
