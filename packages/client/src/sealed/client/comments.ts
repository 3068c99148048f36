/** Comments on sealed entries. */
import type { Answer } from "../../api.ts";
import { must, SealedError, type SealedFailure } from "../failures.ts";
import type { Device } from "./device.ts";
import type { CommentRow, Opened, Opening } from "./opening.ts";
import type { SealedComment } from "./types.ts";

export class SealedComments {
  constructor(
    private readonly opened: () => {
      device: Device;
      opening: Opening;
      inner: Device["offline"];
    },
  ) {}

  /** The comments on an entry, oldest first, with the comments that wait on this device at the end. */
  async list(entryId: string): Promise<SealedComment[]> {
    const { device, opening } = this.opened();
    const entry = opening.copy(entryId);
    must(entry, "refused", "This device has no such sealed entry");
    const rows: CommentRow[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer<"/api/journal/{id}/comments", "get"> = await device.api.get(
        "/api/journal/{id}/comments",
        { params: { path: { id: entryId }, query: { limit: 100, cursor } } },
      );
      rows.push(...page.comments);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    const comments: SealedComment[] = [];
    for (const row of rows) comments.push(await this.shown(opening, row, entry));
    const there = new Set(comments.map(({ id }) => id));
    return [...comments, ...this.waiting(entryId).filter(({ id }) => !there.has(id))];
  }

  private async shown(
    opening: Opening,
    row: CommentRow,
    entry: Opened,
  ): Promise<SealedComment> {
    const { id, user_id, created_at, author } = row;
    let [content, failure] = ["", null] as [string, SealedFailure | null];
    try {
      ({ content } = await opening.comment(row, entry));
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      failure = error.code;
    }
    const entry_id = entry.id;
    return { id, entry_id, user_id, created_at, author, content, failure, isWaiting: false };
  }

  /** The comments on an entry that wait on this device. */
  waiting(entryId: string): SealedComment[] {
    const { device, inner } = this.opened();
    return inner.outbox.waiting
      .filter(({ kind, fields }) =>
        kind === "comments" && (fields as { entry_id?: string }).entry_id === entryId
      )
      .map(({ id, fields, made_at }) => ({
        id,
        entry_id: entryId,
        user_id: device.userId,
        content: (fields as { content: string }).content,
        created_at: made_at,
        author: null,
        failure: null,
        isWaiting: true,
      }));
  }

  /** Writes a comment, also without a network; answers its id. */
  async add(entryId: string, content: string): Promise<string> {
    return await this.opened().inner.outbox.add("comments", { entry_id: entryId, content });
  }

  /** Deletes a comment of the user, or of anybody on an entry of the user. */
  async remove(entryId: string, commentId: string): Promise<void> {
    const { device, inner } = this.opened();
    if (inner.outbox.waiting.some(({ id }) => id === commentId)) {
      return await inner.outbox.discard(commentId);
    }
    await device.api.delete("/api/journal/{id}/comments/{commentId}", {
      params: { path: { id: entryId, commentId } },
    });
  }
}
