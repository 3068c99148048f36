/** Writes an entry, a new or a stored one, with or without a network. */
import "./editor.css";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { errorsOf, useOnce } from "../../act.ts";
import { PHOTOS } from "../../chosen-files.ts";
import { dayAt } from "../../days.ts";
import { dropDraft, keepDraft, keepDraftFiles, readDraft } from "../../drafts.ts";
import { AiReads, askAboutMoods } from "../../parts/ai-reads.tsx";
import { Button } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { FilePicker } from "../../parts/file-picker.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { icons } from "../../parts/visibility.tsx";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, conflicts, notebooks, offline, type OwnEntry } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { fullMoment, moodName } from "../../words.ts";
import { listAddress } from "../journal-list.ts";
import { attach } from "../files.ts";
import { Completion } from "./completion.tsx";
import { Face } from "./face.tsx";
import { faces, type MoodWord } from "./moods.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { FilesToAdd, useFiles } from "./files-to-add.tsx";
import { continueList, Formats } from "./formats.tsx";
import { type Sheet, Sheets } from "./sheets.tsx";
import { nameOfSharing } from "./sharing.tsx";
import { words } from "../../words/editor.ts";
import { words as common } from "../../words/common.ts";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The key under which this device notes that AI has read an entry to suggest its mood. */
const suggestedIn = (id: string) => `suggested/${id}`;

export function Editor({ entry }: { entry?: OwnEntry }) {
  const draftName = entry?.id ?? "new";
  const [draft] = useState(() =>
    readDraft<{ before: Fields; fields: Fields; id?: string }>(draftName)
  );
  // Every attempt to save writes this entry, also after the window was closed.
  const [id] = useState(entry?.id ?? draft?.id ?? crypto.randomUUID());
  // The fields that the user saw when the edit began.
  const [before, setBefore] = useState(draft?.before ?? fieldsOf(entry));
  const [fields, setFields] = useState(draft?.fields ?? before);
  const [sheet, setSheet] = useState<Sheet>();
  const [isFormatting, setFormatting] = useState(false);
  const [error, setError] = useState("");
  const [isSuggested, setSuggested] = useState(() => readDraft(suggestedIn(id)) !== null);
  const [isSaving, setSaving] = useState(false);
  /** An entry is not written after a discard, and not discarded while it is written. */
  const state = useRef<"open" | "cancelled" | "writing">("open");
  const isMounted = useRef(true);
  useEffect(() => () => void (isMounted.current = false), []);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const files = useFiles(entry?.id, draftName, setError);
  const prompt = useRemote(
    async () => entry ? null : (await api.get("/api/prompts/today")).prompt,
    ["prompt"],
  ).value?.text;
  const set = (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes }));
  const isChanged = !isSame(fields, before) || files.list.length > 0;
  // At once: a window may be closed before the next frame.
  useLayoutEffect(() => {
    if (isChanged) keepDraft(draftName, { before, fields, id });
    else dropDraft(draftName);
  }, [fields]);
  useEffect(followKeyboard, []);
  useEffect(() => {
    if (!entry) textArea.current?.focus();
  }, []);

  const madeBefore = () => entry ?? offline.get("journal_entries", id);
  // A person who goes on while the entry is saved stays on the new screen.
  const here = useRef(location.hash).current;
  const close = (id?: string) => {
    // Another editor is open here now, with the draft.
    if (!isMounted.current && location.hash === here) return;
    dropDraft(draftName);
    keepDraftFiles(draftName, []);
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
        keepDraft(draftName, { before, fields, id });
        keepDraftFiles(draftName, chosen);
        go(entry ? `/journal/${entry.id}/edit` : "/journal/new");
      },
    });
  }
  // A mood that the analysis has found in the former text is not the author's.
  const isFound = entry?.mood_source === "analysis" && fields.mood === before.mood;
  async function create(as?: string) {
    const own = { ...fields, mood: isFound ? null : fields.mood };
    const given = Object.entries(own).filter(([, value]) => value !== null);
    const title = fields.title.trim() || dayAt(fields.written_at ?? new Date());
    await offline.create("journal_entries", { ...Object.fromEntries(given), title }, as);
  }
  async function update() {
    const [own, base] = [fields, before].map(({ written_at: _, ...own }) => own);
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
    if (!fields.content.trim() && !chosen.length) return setError(words.writeFirst);
    await askAboutMoods();
    if (isCancelled()) return;
    state.current = "writing";
    let said = words.textNotSaved;
    try {
      await (madeBefore() ? update() : create(id));
      setBefore(fields);
      said = words.fileNotSaved;
      for (const each of chosen) {
        await attach(id, each.file);
        files.remove(each);
      }
    } catch (error) {
      // The text goes to the service without its files.
      syncNow();
      // A device without room for it, above all.
      const isOfDevice = error instanceof DOMException;
      return setError(said({ reason: isOfDevice ? words.noRoom : errorsOf(error)[""]! }));
    } finally {
      state.current = "open";
    }
    close(id);
    // Both have changed the same words.
    if (conflicts.value.some((each) => each.id === id)) return go(`/journal/conflicts/${id}`);
    say(isOnline.value ? words.saved : words.savedHere);
    syncNow();
  }
  const save = useOnce(async () => {
    setSaving(true);
    await write().finally(() => setSaving(false));
  });

  const notebook = notebooks.value.find(({ id }) => id === fields.notebook_id);
  const open = (next: Sheet) => () => setSheet(next);
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
          placeholder={dayAt(entry?.written_at ?? fields.written_at ?? new Date())}
          maxLength={200}
          value={fields.title}
          onInput={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <textarea
          ref={textArea}
          aria-label={words.text}
          aria-describedby={error ? "editor-error" : undefined}
          aria-invalid={error ? true : undefined}
          placeholder={words.onYourMind}
          rows={6}
          value={fields.content}
          onKeyDown={continueList}
          onInput={({ currentTarget }) => {
            set({ content: currentTarget.value });
            setError("");
          }}
        />
        <Completion
          textArea={textArea}
          onTag={(tag) =>
            setFields((now) => ({ ...now, tags: [...new Set([...now.tags ?? [], tag])] }))}
        />
        {prompt && !fields.content && (
          <button
            type="button"
            class="prompt"
            onClick={() => {
              set({ content: `> ${prompt}\n\n` });
              textArea.current!.focus();
            }}
          >
            <Icon name="spark" size={18} />
            <span class="hidden">{words.writeAbout}</span>
            {prompt}
          </button>
        )}
        {error && <p class="error" id="editor-error" role="alert">{error}</p>}
        <FilesToAdd files={files} />
        <div class="chips said">
          {fields.mood && (
            <Said onClick={open("mood")} label={words.mood}>
              {fields.mood in faces && <Face mood={fields.mood as MoodWord} size={20} />}
              {moodName(fields.mood)}
            </Said>
          )}
          {fields.tags?.map((tag) => (
            <Said key={tag} onClick={open("tags")} label={words.tag}>#{tag}</Said>
          ))}
          {notebook && (
            <Said onClick={open("notebook")} label={words.notebook} icon="book">
              {notebook.name}
            </Said>
          )}
          {fields.written_at && (
            <Said onClick={open("time")} label={words.time} icon="calendar">
              {fullMoment(fields.written_at)}
            </Said>
          )}
          <Said
            onClick={open("sharing")}
            label={words.whoSeesIt}
            icon={icons[fields.metadata_visibility]}
          >
            {nameOfSharing(fields)}
          </Said>
        </div>
        <AiReads
          mood={isFound ? null : fields.mood}
          entryId={entry?.id}
          isSuggested={isSuggested}
        />
        <div class="composer">
          {isFormatting && <Formats textArea={textArea} />}
          <div role="toolbar" aria-label={words.addToEntry}>
            <FilePicker
              label={words.photos}
              icon="camera"
              accept={PHOTOS}
              look="quiet"
              isIconOnly
              disabled={files.isFull}
              onFiles={files.add}
            />
            <Button look="quiet" icon="mic" aria-label={words.record} onClick={open("recording")} />
            <Button look="quiet" icon="smile" aria-label={words.mood} onClick={open("mood")} />
            <Button look="quiet" icon="tag" aria-label={words.tags} onClick={open("tags")} />
            <Button
              look="quiet"
              icon="book"
              aria-label={words.notebook}
              onClick={open("notebook")}
            />
            {!entry && (
              <>
                <Button
                  look="quiet"
                  icon="calendar"
                  aria-label={words.time}
                  onClick={open("time")}
                />
                <Button
                  look="quiet"
                  icon="journal"
                  aria-label={words.template}
                  onClick={open("templates")}
                />
              </>
            )}
            <Button
              look="quiet"
              icon="format"
              aria-label={words.format}
              aria-expanded={isFormatting}
              onClick={() => setFormatting(!isFormatting)}
            />
          </div>
        </div>
      </form>
      <Sheets
        sheet={sheet}
        fields={fields}
        prompt={prompt}
        set={set}
        files={files}
        onSuggest={() => {
          keepDraft(suggestedIn(id), true);
          setSuggested(true);
        }}
        onClose={() => setSheet(undefined)}
      />
    </>
  );
}

/** Tells styles how much of the page the keyboard of a phone covers, where the page stays as it is. */
function followKeyboard() {
  const view = globalThis.visualViewport;
  if (!view) return;
  const tell = () => {
    const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty("--keyboard", `${covered}px`);
  };
  view.addEventListener("resize", tell);
  view.addEventListener("scroll", tell);
  return () => {
    view.removeEventListener("resize", tell);
    view.removeEventListener("scroll", tell);
    document.documentElement.style.removeProperty("--keyboard");
  };
}

/** Something that the entry says, which opens where it is changed. */
const Said = (
  { label, icon, onClick, children }: {
    label: string;
    icon?: IconName;
    onClick(): void;
    children: ComponentChildren;
  },
) => (
  <button type="button" class="chip" onClick={onClick}>
    {icon && <Icon name={icon} size={14} />}
    <span class="hidden">{label}:</span>
    {children}
  </button>
);
