import { useEffect, useState } from "preact/hooks";
import { useAct, useOnce } from "../act.ts";
import { dropDraft, keepDraft, readDraft } from "../drafts.ts";
import { AiReads, askAboutMoods } from "../parts/ai-reads.tsx";
import { Button, Field, Select, TextArea } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { visibilities, type Visibility } from "../parts/visibility.tsx";
import { useRemote } from "../remote.ts";
import { go } from "../router.ts";
import { api, entries, notebooks, offline, type OwnEntry } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { dayOf } from "../words.ts";
import { Sides } from "./conflict.tsx";
import { listAddress } from "./journal-list.ts";

const moods = [
  ...["joyful", "grateful", "excited", "hopeful", "content", "peaceful", "optimistic", "calm"],
  ...["energetic", "contemplative", "neutral", "tired", "melancholic", "sad", "anxious", "worried"],
  ...["frustrated", "disappointed", "pessimistic", "angry"],
];

type Fields = Pick<
  OwnEntry,
  | "title"
  | "content"
  | "mood"
  | "tags"
  | "notebook_id"
  | "metadata_visibility"
  | "content_visibility"
  | "team_id"
  | "org_id"
>;

const fieldsOf = (entry?: OwnEntry): Fields => ({
  title: entry?.title ?? "",
  content: entry?.content ?? "",
  mood: entry?.mood ?? null,
  tags: entry?.tags ?? [],
  notebook_id: entry?.notebook_id ?? null,
  metadata_visibility: entry?.metadata_visibility ?? "user",
  content_visibility: entry?.content_visibility ?? "user",
  team_id: entry?.team_id ?? null,
  org_id: entry?.org_id ?? null,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Writes a new entry, or one that is there; with or without a network. */
export function Editor({ entry }: { entry?: OwnEntry }) {
  const draftName = entry?.id ?? "new";
  const [draft] = useState(() => readDraft<{ before: Fields; fields: Fields }>(draftName));
  // What the user saw when the edit began.
  const [before, setBefore] = useState(draft?.before ?? fieldsOf(entry));
  const [fields, setFields] = useState(draft?.fields ?? before);
  const [tags, setTags] = useState(fields.tags.join(", "));
  const [error, setError] = useState("");
  const [overtaken, setOvertaken] = useState<OwnEntry | null>(null);
  const set = (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes }));
  const isChanged = !isSame(fields, before);
  useEffect(() => {
    if (isChanged) keepDraft(draftName, { before, fields });
    else dropDraft(draftName);
  }, [fields]);

  const tone = useAct();
  const suggest = () =>
    tone.act(async () => {
      const title = fields.title.trim() || undefined;
      const body = { content: fields.content, title };
      set({ mood: (await api.post("/api/ai/analyze-tone", { body })).primaryTone });
    });

  const close = (id?: string) => {
    dropDraft(draftName);
    go(id ? `/journal/${id}` : listAddress(), { replace: true });
  };
  // A mood that the analysis has found in the former text is not the author's.
  const isFound = entry?.mood_source === "analysis" && fields.mood === before.mood;
  async function create() {
    const own = { ...fields, mood: isFound ? null : fields.mood };
    const given = Object.entries(own).filter(([, value]) => value !== null);
    const title = fields.title.trim() || dayOf(new Date());
    return await offline.create("journal_entries", { ...Object.fromEntries(given), title });
  }
  const save = useOnce(async () => {
    if (!fields.content.trim()) return setError("Write something first");
    await askAboutMoods();
    if (!entry) {
      close(await create());
    } else {
      // Another window, or another device whose change has arrived, may have been faster.
      const now = entries.value.find(({ id }) => id === entry.id);
      if (now && now.content !== before.content && fields.content !== before.content) {
        return setOvertaken(now);
      }
      const names = Object.keys(fields) as (keyof Fields)[];
      const changed = names.filter((name) => !isSame(fields[name], before[name]));
      if (changed.length) {
        const changes = Object.fromEntries(changed.map((name) => [name, fields[name]]));
        await offline.update("journal_entries", entry.id, changes);
      }
      close(entry.id);
    }
    say(isOnline.value ? "Saved" : "Saved on this device; sent when the network is back");
    syncNow();
  });

  const answer = useOnce(async (chosen: "mine" | "theirs" | "both") => {
    if (chosen === "mine") {
      await offline.update("journal_entries", overtaken!.id, { content: fields.content });
    }
    if (chosen === "both") await create();
    setBefore(fields);
    close(overtaken!.id);
    syncNow();
  });
  if (overtaken) {
    return <Sides mine={fields} theirs={overtaken} before={before.content} answer={answer} />;
  }
  return (
    <form class="article editor" onSubmit={(event) => (event.preventDefault(), save())}>
      <div class="article-bar">
        <Button look="quiet" onClick={() => close(entry?.id)}>
          {isChanged ? "Discard" : "Cancel"}
        </Button>
        <span class="spring" />
        <Button look="main" type="submit">Save</Button>
      </div>
      <h1 class="hidden">{entry ? "Edit entry" : "New entry"}</h1>
      {draft && <p class="hint">This goes on where you stopped without saving.</p>}
      <Field
        label="Title"
        value={fields.title}
        onText={(title) => set({ title })}
        maxLength={200}
        placeholder={dayOf(new Date())}
      />
      <TextArea
        label="Text"
        rows={10}
        value={fields.content}
        onText={(content) => (set({ content }), setError(""))}
        error={error}
        hint={!entry && "Photos and recordings are added to the entry once it is saved."}
      />
      <div class="columns">
        <Field
          label="Mood"
          list="moods"
          value={fields.mood ?? ""}
          onText={(mood) => set({ mood: mood.trim() || null })}
          maxLength={50}
          placeholder="How was it?"
          error={Object.values(tone.errors)[0]}
          hint={fields.content.trim() && isOnline.value && (
            <Button look="quiet" isBusy={tone.isBusy} onClick={suggest}>
              {tone.isBusy ? "Reading …" : "Suggest from the text"}
            </Button>
          )}
        />
        <datalist id="moods">{moods.map((mood) => <option key={mood} value={mood} />)}</datalist>
        <Field
          label="Tags"
          value={tags}
          onText={(text) => {
            setTags(text);
            set({
              tags: [
                ...new Set(
                  text.split(",").map((tag) => tag.trim().replace(/^#/, "")).filter(Boolean),
                ),
              ],
            });
          }}
          placeholder="morning, river"
          hint="Separated by commas"
        />
      </div>
      <Select
        label="Notebook"
        value={fields.notebook_id ?? ""}
        onText={(id) => set({ notebook_id: id || null })}
      >
        <option value="">None</option>
        {notebooks.value.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </Select>
      <Sharing fields={fields} set={set} />
      <p class="hint">
        <AiReads mood={isFound ? null : fields.mood} />
      </p>
    </form>
  );
}

type Shared = Pick<
  Fields,
  "metadata_visibility" | "content_visibility" | "team_id" | "org_id" | "notebook_id"
>;

/** The two visibilities, explained where they are set. */
export function Sharing(
  { fields, set }: { fields: Shared; set(changes: Partial<Omit<Shared, "notebook_id">>): void },
) {
  const { metadata_visibility: metadata, content_visibility: content, notebook_id } = fields;
  const notebook = notebooks.value.find(({ id }) => id === notebook_id);
  const own = notebook ? `As the notebook “${notebook.name}”` : visibilities.user.name;
  const options = (Object.keys(visibilities) as Visibility[]).map((key) => (
    <option key={key} value={key}>{key === "user" ? own : visibilities[key].name}</option>
  ));
  const uses = (kind: Visibility) => metadata === kind || content === kind;
  return (
    <fieldset class="sharing">
      <legend>
        <Icon name="lock" size={18} />Who sees it
      </legend>
      <div class="columns">
        <Select
          label="Title, mood and tags"
          value={metadata}
          onText={(value) => set({ metadata_visibility: value as Visibility })}
        >
          {options}
        </Select>
        <Select
          label="Text"
          value={content}
          onText={(value) => set({ content_visibility: value as Visibility })}
        >
          {options}
        </Select>
      </div>
      <p class="hint">
        Others see that you wrote, and how it was, when the first one includes them. They read the
        text only when both include them.
        {notebook && " What is left to the notebook changes with it."}
      </p>
      {uses("team") && (
        <Group
          kind="team"
          value={fields.team_id}
          choose={(team_id) => set({ team_id })}
        />
      )}
      {uses("org") && (
        <Group
          kind="organization"
          value={fields.org_id}
          choose={(org_id) => set({ org_id })}
        />
      )}
    </fieldset>
  );
}

/** Which team, or which organization; their names come from the service. */
function Group(
  { kind, value, choose }: {
    kind: "team" | "organization";
    value: string | null;
    choose(id: string | null): void;
  },
) {
  const query = { limit: 100 };
  const { value: groups, failure, retry } = useRemote(
    async () =>
      kind === "team"
        ? (await api.get("/api/teams", { params: { query } })).teams
        : (await api.get("/api/organizations", { params: { query } })).organizations,
    [kind],
  );
  useEffect(() => {
    if (groups?.length === 1 && !value) choose(groups[0]!.id);
  }, [groups]);
  if (failure) {
    return (
      <p class="hint" role="status">
        {failure.isOffline ? `Choosing a ${kind} needs a network.` : failure.message}
        <Button look="quiet" onClick={retry}>Try again</Button>
      </p>
    );
  }
  if (groups && !groups.length) return <p class="hint">You belong to no {kind} yet.</p>;
  return (
    <Select
      label={kind === "team" ? "Which team" : "Which organization"}
      value={value ?? ""}
      onText={(id) => choose(id || null)}
      required
      disabled={!groups}
    >
      <option value="">{groups ? "Choose" : "Loading …"}</option>
      {groups?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </Select>
  );
}
