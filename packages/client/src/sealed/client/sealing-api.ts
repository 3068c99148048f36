/**
 * The service as the offline client sees it through the keys of the device: texts go in and come out,
 * records go over the network. So edits, merges, conflicts and the outbox of sealed entries are those
 * of open ones.
 */
import type { Api } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { SealedError } from "../failures.ts";
import { sealRecord } from "../record.ts";
import type { CommentText, EntryText } from "../text.ts";
import type { Device } from "./device.ts";
import type { Feed } from "./feed.ts";
import { type Opening, refusal, type Row } from "./opening.ts";

interface Init {
  params?: { query?: Record<string, unknown> };
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}
type Call = (path: string, init?: Init) => Promise<unknown>;
type Fields = Omit<EntryText, "log">;

/** A record that is on its way: a retry sends the same bytes. */
interface OnItsWay {
  about: string;
  sealed: { record: string; signature: string };
}

const wayKey = (id: string) => `state/sealing/${id}`;
const isEntry = /^\/api\/journal\/([0-9a-f-]{36})$/;
const isComments = /^\/api\/journal\/([0-9a-f-]{36})\/comments$/;
const isFiles = /^\/api\/journal\/[0-9a-f-]{36}\/attachments(\/room)?$/;

/** The fields of an entry that its record has, from an edit on top of the former fields. */
export const fieldsOf = (
  before: Partial<EntryText>,
  body: Record<string, unknown>,
): Fields => {
  const all = { ...before, ...body } as Partial<EntryText>;
  return {
    title: all.title ?? "",
    content: all.content ?? "",
    mood: all.mood ?? null,
    tags: all.tags ?? [],
    written_at: new Date(all.written_at!).toISOString(),
    template_id: all.template_id ?? null,
    files: all.files ?? [],
  };
};

export class Sealing {
  constructor(
    private readonly device: Device,
    readonly opening: Opening,
    private readonly feed: Feed,
  ) {}

  /** The service for the offline client. */
  over(api: Api): Api {
    const real = api as unknown as Record<keyof Api, Call>;
    const get: Call = async (path, init) => {
      if (path === "/api/sync") return await this.feed.page(init?.params?.query);
      const [, id] = isEntry.exec(path) ?? [];
      if (id) {
        const { entry } = await real.get(path, init) as { entry: Row };
        return { entry: await this.opening.entry(id, entry) };
      }
      if (!isFiles.test(path)) return await real.get(path, init);
      const query = { ...init?.params?.query, sealed: "true" };
      return await real.get(path, { ...init, params: { ...init?.params, query } });
    };
    const post: Call = async (path, init = {}) => {
      const [, entryId] = isComments.exec(path) ?? [];
      if (entryId) return await this.comment(real, path, entryId, init);
      if (path === "/api/journal") return await this.create(real, init);
      const isFile = isFiles.test(path);
      return await real.post(
        path,
        isFile ? { ...init, body: { ...init.body, sealed: "true" } } : init,
      );
    };
    const put: Call = async (path, init = {}) => {
      const [, id] = isEntry.exec(path) ?? [];
      return id ? await this.change(real, path, id, init) : await real.put(path, init);
    };
    const remove: Call = async (path, init) => {
      const [, id] = isEntry.exec(path) ?? [];
      const answer = await real.delete(path, init);
      if (id) this.opening.remember(id);
      this.feed.wrote();
      return answer;
    };
    return { get, post, put, delete: remove } as unknown as Api;
  }

  private async create(real: Record<string, Call>, init: Init): Promise<unknown> {
    const body = init.body ?? {};
    const id = body.id as string;
    const notebook_id = body.notebook_id as string;
    if (!notebook_id) throw refusal("unknown_value", "The sealed notebook is gone");
    if (!body.written_at) {
      throw refusal("invalid_input", "The service refuses the time: set the clock of this device");
    }
    const fields = fieldsOf({}, body);
    const about = { kind: "entry" as const, object_id: id, version: 1 };
    return await this.send(notebook_id, about, fields, async (sealed) => {
      const sent = { id, notebook_id, written_at: fields.written_at, sealed };
      return await this.answered(about, await real.post!("/api/journal", { ...init, body: sent }));
    });
  }

  private async change(
    real: Record<string, Call>,
    path: string,
    id: string,
    init: Init,
  ): Promise<unknown> {
    const copy = this.opening.copy(id);
    const saw = Number(init.headers?.["If-Match"]?.replaceAll('"', "") ?? copy?.version ?? 0);
    // The record is that of the whole text: it is made on top of the version that it replaces.
    if (!copy || copy.version !== saw) throw changedMeanwhile();
    if (copy.failure) throw refusal(copy.failure);
    const body = init.body ?? {};
    const fields = fieldsOf(copy, body);
    const about = { kind: "entry" as const, object_id: id, version: saw + 1 };
    return await this.send(copy.notebook_id, about, fields, async (sealed) => {
      const sent = { sealed, ..."written_at" in body && { written_at: fields.written_at } };
      const headers = { ...init.headers, "If-Match": `"${saw}"` };
      try {
        return await this.answered(about, await real.put!(path, { ...init, headers, body: sent }));
      } catch (error) {
        const isMeanwhile = error instanceof JournalError && error.status === 412;
        // An edit is joined only with a record that opens.
        if (isMeanwhile) {
          await this.opening.entry(id, (await real.get!(path) as { entry: Row }).entry);
        }
        throw error;
      }
    });
  }

  private async comment(real: Record<string, Call>, path: string, entryId: string, init: Init) {
    const { id, content } = init.body as { id: string; content: string };
    const entry = this.opening.copy(entryId);
    if (!entry) throw new JournalError(404, "not_found", "Entry not found");
    // The service alone says in which notebook such an entry is.
    if (entry.failure) throw refusal(entry.failure);
    const text: Omit<CommentText, "log"> = { entry_id: entryId, content };
    const about = { kind: "comment" as const, object_id: id, version: 1 };
    return await this.send(
      entry.notebook_id,
      about,
      text,
      (sealed) => real.post!(path, { ...init, body: { id, sealed } }),
    );
  }

  /** The entry of an answer to a record that was just sent. A write with a false answer is sent again. */
  private async answered(about: { object_id: string; version: number }, answer: unknown) {
    const { entry: row } = answer as { entry: Row };
    return await named(async () => {
      const isAsked = row.id === about.object_id && row.user_id === this.device.userId;
      if (!isAsked) throw new SealedError("not_signed", "The answer is about another entry");
      const [entry] = await this.opening.entries([row]);
      const failure = entry!.failure ??
        (entry!.sealed!.version < about.version ? "rolled_back" : null);
      if (failure) throw new SealedError(failure, "The answer of the service must not be believed");
      return { entry };
    });
  }

  /**
   * Seals a text and sends it. Members who are gone are removed first, when the service asks for it; a
   * retry after a lost answer sends the same bytes.
   */
  async send<T>(
    notebookId: string,
    about: { kind: "entry" | "comment"; object_id: string; version: number },
    fields: Fields | Omit<CommentText, "log">,
    deliver: (sealed: OnItsWay["sealed"]) => Promise<T>,
  ): Promise<T> {
    const { notebooks } = this.opening;
    for (let attempt = 1;; attempt++) {
      try {
        const sealed = await this.sealed(notebookId, about, fields);
        const answer = await deliver(sealed);
        this.feed.wrote();
        await this.device.vault.write([[wayKey(about.object_id), undefined]]);
        return answer;
      } catch (error) {
        const { code } = error as Partial<SealedError & JournalError>;
        if (attempt > 2 || code !== "rotation_due" && code !== "epoch_old") throw asAnswer(error);
        await named(() => notebooks.settle(notebookId));
      }
    }
  }

  private async sealed(
    notebookId: string,
    about: { kind: "entry" | "comment"; object_id: string; version: number },
    fields: Fields | Omit<CommentText, "log">,
  ): Promise<OnItsWay["sealed"]> {
    const { vault, account } = this.device;
    const { log, keys } = await named(() => this.opening.notebooks.believed(notebookId));
    const key = wayKey(about.object_id);
    const asked = JSON.stringify([notebookId, log.epoch, about, fields]);
    const before = vault.get(key) as OnItsWay | undefined;
    if (before?.about === asked) return before.sealed;
    const sealed = await sealRecord(account, log, keys, about, fields);
    await vault.write([[key, { about: asked, sealed } satisfies OnItsWay]]);
    return sealed;
  }
}

const changedMeanwhile = () =>
  new JournalError(412, "changed_meanwhile", "The entry has changed meanwhile: read it again");

/** A failure of a text is final; the user decides. */
function asAnswer(error: unknown): unknown {
  return error instanceof SealedError ? refusal(error.code, error.message) : error;
}

/** A log or an answer that must not be believed holds up what waits, until the service has another one. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SealedError) || error.code === "rotation_due") throw error;
    throw new JournalError(503, error.code, error.message, [], undefined, undefined, {
      cause: error,
    });
  }
}
