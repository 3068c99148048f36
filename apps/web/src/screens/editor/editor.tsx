/** Writes an entry, a new or a stored one, with or without a network. */
import "./editor.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { errorsOf, useOnce } from "../../act.ts";
import { keepDraft, readDraft } from "../../drafts.ts";
import { AiReads, askAboutMoods } from "../../parts/ai-reads.tsx";
import { Button } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { markOf, withoutPhoto } from "../../photo-marks.ts";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { allNotebooks, device, isSealedNotebook, openedEntries } from "../../sealed.ts";
import { api, conflicts, entries, offline, type OwnEntry } from "../../service.ts";
import { isOnline, sendNow, syncNow } from "../../session.ts";
import { listAddress } from "../journal-list.ts";
import { attachSealed, useSealedFiles } from "../../sealed-files.ts";
import { attach, MOST, roomOf } from "../files.ts";
import { draftStore, hasRoom } from "./draft-store.ts";
import { Completion } from "./completion.tsx";
import { type Fields, fieldsOf, sealedFields } from "./fields.ts";
import { OfferedMood } from "./offered-mood.tsx";
import { FilesToAdd, useFiles } from "./files-to-add.tsx";
import { Composer } from "./composer.tsx";
import { Writing } from "./writing.tsx";
import type { Paper } from "./paper.ts";
import { usePhotos } from "../../photos.ts";
import { useDetails } from "../surroundings.tsx";
import { type Sheet, Sheets } from "./sheets.tsx";
import { KeptFiles } from "./kept-files.tsx";
import { followKeyboard } from "./keyboard.ts";
import { SaidBeside } from "./said.tsx";
import { words } from "../../words/editor.ts";
import { words as common } from "../../words/common.ts";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Entries that are looked at for the prompt of the day. */
const LATEST = 20;

/** Whether one of the latest entries answers a prompt already. */
const isAnswered = (prompt: string) =>
  entries.value.slice(0, LATEST).some(({ content }) => content.includes(prompt));

/** The key under which this device notes that AI has read an entry to suggest its mood. */
const suggestedIn = (id: string) => `suggested/${id}`;

/** `notebookId` is the sealed notebook of a new entry. */
export function Editor({ entry, notebookId }: { entry?: OwnEntry; notebookId?: string }) {
  const isSealed = entry?.is_sealed ?? isSealedNotebook(notebookId);
  const draftName = entry?.id ?? "new";
  const [store] = useState(() => draftStore(draftName, isSealed));
  const [draft] = useState(() => store.read());
  // Every attempt to save writes this entry, also after the window was closed.
  const [id] = useState(entry?.id ?? draft?.id ?? crypto.randomUUID());
  // The fields that the user saw when the edit began.
  const [before, setBefore] = useState(() => inNotebook(draft?.before ?? fieldsOf(entry)));
  const [fields, setFields] = useState(() => inNotebook(draft?.fields ?? before));
  function inNotebook(fields: Fields): Fields {
    return notebookId ? { ...fields, notebook_id: notebookId } : fields;
  }
  const [sheet, setSheet] = useState<Sheet>();
  const [error, setError] = useState("");
  const [isSuggested, setSuggested] = useState(() => readDraft(suggestedIn(id)) !== null);
  const [isSaving, setSaving] = useState(false);
  /** An entry is not written after a discard, and not discarded while it is written. */
  const state = useRef<"open" | "cancelled" | "writing">("open");
  const isMounted = useRef(true);
  useEffect(() => () => void (isMounted.current = false), []);
  const paper = useRef<Paper>(null);
  const files = useFiles(entry?.id, draftName, setError, store.keepFiles);
  const prompt = useRemote(
    async () => entry ? null : (await api.get("/api/prompts/today")).prompt,
    ["prompt"],
  ).value?.text;
  const details = useDetails(isSealed ? undefined : entry);
  const set = (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes }));
  const isChanged = !isSame(fields, before) || files.list.length > 0;
  // At once: a window may be closed before the next frame.
  useLayoutEffect(() => {
    if (isChanged) store.keep({ before, fields, id });
    else store.drop();
  }, [fields]);
  useEffect(followKeyboard, []);
  useEffect(() => void (!entry && paper.current?.focus()), []);

  const madeBefore = () =>
    entry ?? openedEntries.value.get(id) ?? offline.get("journal_entries", id);
  // A person who goes on while the entry is saved stays on the new screen.
  const here = useRef(location.hash).current;
  const close = (id?: string) => {
    // Another editor is open here now, with the draft.
    if (!isMounted.current && location.hash === here) return;
    store.drop();
    store.keepFiles([]);
    if (location.hash === here) go(id ? `/journal/${id}` : listAddress(), { replace: true });
  };
  function cancel() {
    if (state.current === "writing") return;
    state.current = "cancelled";
    const chosen = files.leave();
    const made = madeBefore();
    close(made?.id);
    if (!isChanged && !chosen.length) return;
    say(made && !entry && isSame(fields, before) ? words.filesNotSaved : words.notSaved, {
      name: words.undo,
      run() {
        store.keep({ before, fields, id });
        store.keepFiles(chosen);
        go(entry ? `/journal/${entry.id}/edit` : here.slice(1));
      },
    });
  }
  // A mood that the analysis has found in the former text is not the author's.
  const isFound = entry?.mood_source === "analysis" && fields.mood === before.mood;
  async function create(as?: string) {
    const own = { ...fields, mood: isFound ? null : fields.mood };
    const given = Object.entries(own).filter(([, value]) => value !== null);
    const title = fields.title.trim();
    if (isSealed) {
      return void await device.value!.entries.create(sealedFields({ ...own, title }), as);
    }
    await offline.create("journal_entries", { ...Object.fromEntries(given), title }, as);
  }
  async function update() {
    const [own, base] = [fields, before].map(({ written_at, ...own }) => ({
      ...own,
      ...written_at && { written_at },
    }));
    if (isSealed) {
      return await device.value!.entries.update(id, sealedFields(own!), sealedFields(base!));
    }
    // Later changes of another window or device are joined with it.
    if (entry) return await offline.update("journal_entries", id, own!, { base });
    // An attempt before has made the entry here.
    const changed = Object.entries(own!).filter(([name, value]) =>
      !isSame(value, base![name as keyof typeof base])
    );
    if (changed.length) await offline.update("journal_entries", id, Object.fromEntries(changed));
  }
  const isCancelled = () => state.current === "cancelled";
  async function write() {
    const chosen = await files.whole();
    if (isCancelled()) return;
    const hasFiles = isSealed ? !!openedEntries.value.get(id)?.files.length : roomOf(id) < MOST;
    const isEmpty = !chosen.length && !hasFiles;
    if (!fields.content.trim() && isEmpty) return setError(words.writeFirst);
    if (!isSealed) await askAboutMoods();
    if (isCancelled()) return;
    state.current = "writing";
    let said = words.textNotSaved;
    try {
      await (madeBefore() ? update() : create(id));
      setBefore(fields);
      said = words.fileNotSaved;
      for (const each of chosen) {
        await (isSealed ? attachSealed : attach)(id, each.file, each.id);
        files.remove(each);
      }
    } catch (error) {
      // The text goes to the service without its files.
      syncNow();
      // A device without room for it, above all.
      const isOfDevice = error instanceof DOMException;
      const isLocked = isSealed && device.value?.state !== "open";
      return setError(
        isLocked
          ? words.sealedIsLocked
          : said({ reason: isOfDevice ? words.noRoom : errorsOf(error)[""]! }),
      );
    } finally {
      state.current = "open";
    }
    close(id);
    // Both have changed the same words.
    if (conflicts.value.some((each) => each.id === id)) return go(`/journal/conflicts/${id}`);
    say(isOnline.value ? words.saved : words.savedHere);
    sendNow();
  }
  const save = useOnce(async () => {
    setSaving(true);
    await write().finally(() => setSaving(false));
  });

  const keptPhotos = usePhotos(id, details?.attachments);
  const sealed = useSealedFiles(id);
  const ownPhotos = isSealed ? sealed.photos : keptPhotos;
  const sounds = isSealed
    ? [...sealed.sounds].map(([id, address]) => ({ id, address }))
    : details?.attachments.filter(({ kind, url }) => kind === "audio" && url)
      .map(({ id, url, duration_s }) => ({ id, address: url!, seconds: duration_s })) ?? [];
  const photos = new Map([
    ...ownPhotos,
    ...files.list.map(({ id, address }) => [id, { src: address, small: address }] as const),
  ]);
  /** Photos among the text. */
  const among = {
    content: fields.content,
    onPut(photo: string) {
      const area = paper.current!;
      const { value, selectionEnd: at } = area;
      area.setSelectionRange(at, at);
      const start = at === 0 || value[at - 1] === "\n" ? "" : "\n";
      area.replace(`${start}${markOf(photo)}${value[at] === "\n" ? "" : "\n"}`);
    },
    onGone: (photo: string) =>
      setFields((now) => ({ ...now, content: withoutPhoto(now.content, photo) })),
  };
  const notebook = allNotebooks.value.find(({ id }) => id === fields.notebook_id);
  function putInto(notebook_id: string | null) {
    const goesIn = isSealedNotebook(notebook_id);
    if (!isSealed && !goesIn) return set({ notebook_id });
    // Another editor goes on with the text, where it lies from now on.
    setSheet(undefined);
    if (!goesIn) store.drop();
    draftStore(draftName, goesIn).keep({ before, fields: { ...fields, notebook_id }, id });
    go(`/journal/new${goesIn ? `?notebook=${notebook_id}` : ""}`, { replace: true });
  }
  const isUnkept = isSealed && !hasRoom.value;
  const notice = error || isUnkept && words.textNotSaved({ reason: words.noRoom });
  return (
    <>
      <form
        class="article editor"
        onSubmit={(event) => (event.preventDefault(), save())}
        onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && save()}
        onPaste={({ clipboardData }) => files.add([...clipboardData?.files ?? []])}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          files.add([...event.dataTransfer?.files ?? []]);
        }}
      >
        <div class="article-bar">
          <Button look="quiet" onClick={cancel}>
            {isChanged ? common.discard : common.cancel}
          </Button>
          <span class="spring" />
          <Button look="main" type="submit" isBusy={isSaving}>{common.save}</Button>
        </div>
        <h1 class="hidden">{entry ? words.editEntry : words.newEntry}</h1>
        {draft && <p class="hint">{words.draftIsHere}</p>}
        <input
          class="title"
          aria-label={words.title}
          placeholder={words.title}
          maxLength={200}
          value={fields.title}
          onInput={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Writing
          paper={paper}
          text={fields.content}
          photos={photos}
          error={notice ? "editor-error" : undefined}
          onText={(content) => {
            set({ content });
            setError("");
          }}
        />
        <Completion
          paper={paper}
          onTag={(tag) =>
            setFields((now) => ({ ...now, tags: [...new Set([...now.tags ?? [], tag])] }))}
        />
        {prompt && !fields.content && !isAnswered(prompt) && (
          <button
            type="button"
            class="prompt"
            onClick={() => {
              set({ content: `> ${prompt}\n\n` });
              paper.current!.focus();
            }}
          >
            <Icon name="edit" size={18} />
            <span class="hidden">{words.writeAbout}</span>
            {prompt}
          </button>
        )}
        {notice && <p class="error" id="editor-error" role="alert">{notice}</p>}
        {entry && <KeptFiles entry={entry} photos={ownPhotos} sounds={sounds} {...among} />}
        <FilesToAdd files={files} {...among} />
        {!entry && <OfferedMood fields={fields} set={set} />}
        <SaidBeside
          fields={fields}
          notebook={notebook?.name}
          isSealed={isSealed}
          open={setSheet}
        />
        {isSealed ? <p class="hint">{words.sealedReads}</p> : (
          <AiReads
            mood={isFound ? null : fields.mood}
            entryId={entry?.id}
            isSuggested={isSuggested}
          />
        )}
        <Composer
          paper={paper}
          files={files}
          isNew={!entry}
          open={setSheet}
        />
      </form>
      <Sheets
        id={id}
        sheet={sheet}
        isNew={!entry}
        isSealed={isSealed}
        fields={fields}
        prompt={prompt}
        set={set}
        putInto={putInto}
        onSuggest={() => {
          keepDraft(suggestedIn(id), true);
          setSuggested(true);
        }}
        onClose={() => setSheet(undefined)}
      />
    </>
  );
}
