import "./encourage.css";
import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { deliver, sayDone } from "../../outbox.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Field, TextArea } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Loading, Refusal } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { knownPeople } from "../../people.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { nameOf } from "../../words.ts";
import { type Card, circlesChanged } from "./circles.ts";
import { isAssistant } from "../cheer.tsx";
import { type Line, linesFor, seenOf, sendLine } from "../cheer-lines.ts";
import { VoiceCheer } from "../voice-cheer.tsx";
import { Names, PeopleRows, PeopleSearch } from "./search.tsx";
import { words } from "../../words/people.ts";
import { words as cheers } from "../../words/cheers.ts";
import { words as common } from "../../words/common.ts";

/** How many people are offered. */
const KNOWN = 6;

/** Sends a cheer: to the person, or first to be found. */
export function Encourage({ person, isDone, onClose, onSent = onClose }: {
  person?: Card;
  /** Whether the person has done their day, where that is told. */
  isDone?: boolean;
  onClose(): void;
  onSent?(): void;
}) {
  const [to, setTo] = useState(person);
  const [isSought, setSought] = useState(false);
  return (
    <Dialog title={to ? words.sendACheer : words.whoGetsACheer} onClose={onClose}>
      {to ? <Form to={to} isDone={isDone} onClose={onClose} onSent={onSent} /> : (
        <>
          <PeopleSearch label={words.who} isFirst onSearch={setSought} onChoose={setTo} />
          {!isSought && <Known choose={setTo} />}
        </>
      )}
    </Dialog>
  );
}

/** The people whom the user knows, before a search. */
function Known({ choose }: { choose(person: Card): void }) {
  const [people, setPeople] = useState<Card[]>([]);
  useEffect(() => void knownPeople().then(setPeople), []);
  const known = people.filter((person) => !isAssistant(person)).slice(0, KNOWN);
  return known.length ? <PeopleRows people={known} choose={choose} /> : null;
}

/** The ways to cheer: a ready-made line, own words, or the own voice. */
type Way = "ready" | "own" | "voice";

function Form({ to, isDone, onClose, onSent }: {
  to: Card;
  isDone?: boolean;
  onClose(): void;
  onSent(): void;
}) {
  const [chosen, setWay] = useState<Way>();
  const [line, setLine] = useState<Line>();
  const [template, setTemplate] = useState("");
  const [content, setContent] = useState("");
  const [link, setLink] = useState("");
  const [recording, setRecording] = useState<Blob>();
  const { isBusy, errors, act } = useAct();
  const { value } = useRemote(() => api.get("/api/encouragement-drops/my-drops"), ["drops"]);
  const { value: seen } = useRemote(() => seenOf(to, isDone), [`seen ${to.id}`]);
  const left = value?.my_drops;
  const ownLeft = left &&
    Math.max(0, Math.min(left.total_available, left.custom_max - left.custom_used));
  const lines = seen && !seen.needsCare ? linesFor(seen.moment) : [];
  const way = chosen ?? (seen?.needsCare ? "own" : "ready");
  // The library counts towards another allowance.
  const isLibrary = way === "ready" && ownLeft === 0 && left!.total_available > 0;
  const isReady = way === "own"
    ? content.trim() || link.trim()
    : way === "voice"
    ? recording && isOnline.value
    : isLibrary
    ? template
    : seen;

  async function deliverIt() {
    const recipient_id = to.id;
    if (isLibrary) return await deliver("drops", { recipient_id, template_id: template });
    if (way === "ready") return await sendLine(to, line ?? lines[0]!);
    const words = content.trim();
    if (way === "voice") {
      const { recording: { id } } = await api.post("/api/encouragement-drops/recordings", {
        body: { file: recording! as never },
      });
      const fields = { drop_type: "custom", recording_id: id, content: words } as const;
      return await deliver("drops", { recipient_id, ...fields });
    }
    const media_url = link.trim() || undefined;
    const drop_type = media_url ? "media" : "encouragement";
    await deliver("drops", { recipient_id, drop_type, content: words || undefined, media_url });
  }
  async function send(event: Event) {
    event.preventDefault();
    if (!await act(deliverIt)) return;
    onSent();
    sayDone(words.sentTo({ name: nameOf(to) }));
    circlesChanged();
  }
  const ways: Record<Way, string> = {
    ready: words.readyMade,
    own: words.inMyOwnWords,
    voice: cheers.inMyVoice,
  };

  return (
    <form class="encourage" onSubmit={send}>
      <a class="person" href={`#/people/person/${to.id}`} onClick={onClose}>
        <Avatar person={to} />
        <Names person={to} />
      </a>
      {left && left.total_available <= 2 && (
        <p class="hint" role="status">
          <Icon name="drop" size={16} />
          {words.cheersLeftToday({ count: left.total_available })}
        </p>
      )}
      {seen?.needsCare && <p class="notice">{cheers.ownWordsHelp({ name: nameOf(to) })}</p>}
      <div class="choice" role="group" aria-label={words.whatToSend}>
        {Object.entries(ways).map(([key, name]) =>
          (key !== "ready" || !seen?.needsCare) && (
            <button
              key={key}
              type="button"
              aria-pressed={way === key}
              onClick={() => setWay(key as Way)}
            >
              {name}
            </button>
          )
        )}
      </div>
      {way === "voice" && <VoiceCheer recording={recording} onRecorded={setRecording} />}
      {way !== "ready" && (
        <TextArea
          label={way === "voice" || link ? words.wordsOptional : words.cheerWords}
          rows={3}
          maxLength={500}
          autofocus={way === "own"}
          value={content}
          onText={setContent}
          error={errors.content}
        />
      )}
      {way === "own" && (
        <Field
          label={cheers.addLink}
          hint={words.linkHint}
          value={link}
          onText={setLink}
          error={errors.media_url}
          autocapitalize="none"
        />
      )}
      {way === "ready" && (isLibrary
        ? <Library chosen={template} choose={setTemplate} />
        : !seen
        ? <Loading lines={4} label={words.cheersToChoose} />
        : (
          <fieldset class="library">
            <legend class="hidden">{words.chooseOne}</legend>
            <ul class="templates">
              {lines.map((each) => (
                <li key={each}>
                  <label class="template">
                    <input
                      type="radio"
                      name="line"
                      value={each}
                      checked={each === (line ?? lines[0])}
                      onChange={() => setLine(each)}
                    />
                    <span>{cheers.lines[each]}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        ))}
      <Refusal errors={errors} shown={way === "own" ? ["media_url", "content"] : []} />
      <div class="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="main" type="submit" icon="drop" isBusy={isBusy} disabled={isBusy || !isReady}>
          {common.send}
        </Button>
      </div>
    </form>
  );
}

/** Kind words of the library, when the user's own cheers are used up for today. */
function Library({ chosen, choose }: { chosen: string; choose(id: string): void }) {
  const pages = usePages(async (cursor) => {
    const path = "/api/encouragement-drops/templates";
    const query = { limit: 20, cursor, type: "encouragement" } as const;
    const page = await api.get(path, { params: { query } });
    return { items: page.templates, next: page.next_cursor };
  }, ["templates"]);
  const first = pages.items?.[0]?.id;
  useEffect(() => {
    if (first && !chosen) choose(first);
  }, [first]);
  return (
    <fieldset class="library">
      <legend class="hidden">{words.chooseOne}</legend>
      <Pages
        pages={pages}
        label={words.cheersToChoose}
        class="templates"
        empty={<Empty icon="drop" title={words.noReadyCheers}>{words.noReadyCheersHint}</Empty>}
      >
        {({ id, content }) => (
          <li key={id}>
            <label class="template">
              <input
                type="radio"
                name="template"
                value={id}
                checked={id === chosen}
                onChange={() => choose(id)}
              />
              <span>{content}</span>
            </label>
          </li>
        )}
      </Pages>
    </fieldset>
  );
}
