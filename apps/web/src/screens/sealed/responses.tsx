/** Reactions to a sealed entry, which are open, and comments, which are sealed. */
import "../responses.css";
import { useState } from "preact/hooks";
import type { SealedComment } from "@journal/client/sealed";
import { confirm } from "../../parts/dialog.tsx";
import { NotSent } from "../../parts/not-sent.tsx";
import { Loading, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import type { Opened } from "../../sealed.ts";
import { api, offline, pending, profile, waiting } from "../../service.ts";
import { heard, isOnline, syncNow } from "../../session.ts";
import { words as common } from "../../words/common.ts";
import { words as responses } from "../../words/responses.ts";
import { words } from "../../words/sealed.ts";
import { CommentRow, Form, Reactions } from "../responses.tsx";
import { asRefusal, useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";

/** A notebook that only its owner reads has no responses. */
export function SealedResponses({ entry }: { entry: Opened }) {
  const isShared = entry.effective_content_visibility !== "user";
  const { value } = useRemote(
    async () =>
      isShared
        ? (await api.get("/api/journal/{id}", { params: { path: { id: entry.id } } })).entry
        : null,
    [entry.id, entry.version, heard.value],
  );
  if (!isShared) return null;
  return (
    <section class="responses" aria-labelledby="responses">
      {value && <Reactions entry={value} />}
      <Comments entry={entry} />
    </section>
  );
}

function Comments({ entry: { id, user_id } }: { entry: Opened }) {
  const [version, setVersion] = useState(0);
  const again = () => setVersion((now) => now + 1);
  const { errors, act } = useSealedAct();
  const { value: read, failure } = useRemote(
    () => sealed().comments.list(id).catch((error) => Promise.reject(asRefusal(error))),
    [id, version, heard.value, pending.value, isOnline.value],
  );
  // Without a network the responses that wait here are shown.
  const comments = read ?? (failure ? sealed().comments.waiting(id) : undefined);
  const deliver = async (entryId: string, content: string) => {
    await sealed().comments.add(entryId, content);
    again();
    await syncNow();
    again();
  };
  const remove = async (comment: SealedComment) => {
    const { askDeleteComment, goneForEveryone } = responses;
    if (!await confirm(askDeleteComment, goneForEveryone, common.delete)) return;
    if (await act(() => sealed().comments.remove(id, comment.id))) again();
  };
  const isOwn = (comment: SealedComment) =>
    [comment.user_id, user_id].includes(offline.userId ?? "");
  return (
    <>
      <h2 id="responses">{responses.comments}</h2>
      {!comments && <Loading label={responses.comments} />}
      {comments?.length === 0 && <p class="hint">{responses.noComments}</p>}
      {comments && comments.length > 0 && (
        <ul class="comments">
          {comments.map((comment) => (
            <CommentRow
              key={comment.id}
              comment={{ ...comment, author: authorOf(comment) }}
              notice={comment.failure
                ? <p class="error">{words.failures[comment.failure]}</p>
                : comment.isWaiting && <Unsent comment={comment} />}
              onRemove={isOwn(comment) ? () => remove(comment) : undefined}
            />
          ))}
        </ul>
      )}
      <Refusal errors={errors} />
      <Form id={id} deliver={deliver} />
    </>
  );
}

/** A comment that waits on this device, or that the service has refused. */
function Unsent({ comment: { id, content } }: { comment: SealedComment }) {
  const item = waiting.value.find((each) => each.id === id);
  return (
    <>
      <p>{content}</p>
      {item && <NotSent item={item} />}
    </>
  );
}

/** A comment that waits on this device is the user's own. */
function authorOf({ author }: SealedComment): NonNullable<SealedComment["author"]> {
  if (author) return author;
  const { id, handle, full_name, avatar_url } = profile.value!;
  return { id, handle: handle!, full_name, avatar_url, is_synthetic: false };
}
