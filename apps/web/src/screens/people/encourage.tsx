import "./encourage.css";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { deliver, sayDone } from "../../outbox.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Field, Select, TextArea } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { knownPeople } from "../../people.ts";
import { api } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { type Card, circlesChanged } from "./circles.ts";
import { isAssistant } from "../cheer.tsx";
import { Names, PeopleRows, PeopleSearch } from "./search.tsx";
import { words } from "../../words/people.ts";
import { words as common } from "../../words/common.ts";

type Drop = Answer<"/api/encouragement-drops/received", "get">["drops"][number];
export type DropType = Drop["drop_type"];

/** How many people are offered. */
const KNOWN = 6;

const icons: Record<DropType, IconName> = {
  encouragement: "spark",
  science_tidbit: "lab",
  media: "window",
};

/** Sends a cheer: to the person, or first to be found. */
export function Encourage({ person, onClose, onSent = onClose }: {
  person?: Card;
  onClose(): void;
  onSent?(): void;
}) {
  const [to, setTo] = useState(person);
  const [isSought, setSought] = useState(false);
  return (
    <Dialog title={to ? words.sendACheer : words.whoGetsACheer} onClose={onClose}>
      {to ? <Form to={to} onClose={onClose} onSent={onSent} /> : (
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

function Form({ to, onClose, onSent }: { to: Card; onClose(): void; onSent(): void }) {
  const [isOwn, setOwn] = useState(false);
  const [template, setTemplate] = useState("");
  const [kind, setKind] = useState<DropType>("encouragement");
  const [content, setContent] = useState("");
  const [link, setLink] = useState("");
  const { isBusy, errors, act } = useAct();
  const { value } = useRemote(() => api.get("/api/encouragement-drops/my-drops"), ["drops"]);
  const left = value?.my_drops;
  const ownLeft = left &&
    Math.max(0, Math.min(left.total_available, left.custom_max - left.custom_used));
  const isReady = isOwn ? (kind === "media" ? link.trim() : content.trim()) : template;

  async function send(event: Event) {
    event.preventDefault();
    const own = {
      drop_type: kind,
      content: content.trim() || undefined,
      media_url: kind === "media" ? link.trim() : undefined,
    };
    const fields = { recipient_id: to.id, ...isOwn ? own : { template_id: template } };
    if (!await act(() => deliver("drops", fields))) return;
    onSent();
    sayDone(words.sentTo({ name: nameOf(to) }));
    circlesChanged();
  }

  return (
    <form class="encourage" onSubmit={send}>
      <div class="person">
        <Avatar person={to} />
        <Names person={to} />
      </div>
      {left && (
        <p class="hint" role="status">
          <Icon name="drop" size={16} />
          {words.cheersLeftToday({ count: left.total_available, own: ownLeft! })}
        </p>
      )}
      <div class="choice" role="group" aria-label={words.whatToSend}>
        <button type="button" aria-pressed={!isOwn} onClick={() => setOwn(false)}>
          {words.readyMade}
        </button>
        <button type="button" aria-pressed={isOwn} onClick={() => setOwn(true)}>
          {words.inMyOwnWords}
        </button>
      </div>
      {isOwn
        ? (
          <>
            <Select
              label={words.kind}
              value={kind}
              onText={(value) => setKind(value as DropType)}
              error={errors.drop_type}
            >
              {Object.entries(words.kinds).map(([key, name]) => (
                <option key={key} value={key}>{name}</option>
              ))}
            </Select>
            {kind === "media" && (
              <Field
                label={words.link}
                hint={words.linkHint}
                value={link}
                onText={setLink}
                error={errors.media_url}
                autocapitalize="none"
              />
            )}
            <TextArea
              label={kind === "media" ? words.wordsOptional : words.cheerWords}
              rows={3}
              maxLength={500}
              autofocus={kind !== "media"}
              value={content}
              onText={setContent}
              error={errors.content}
            />
          </>
        )
        : <Library chosen={template} choose={setTemplate} />}
      <Refusal errors={errors} shown={isOwn ? ["drop_type", "media_url", "content"] : []} />
      <div class="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="main" type="submit" icon="drop" isBusy={isBusy} disabled={isBusy || !isReady}>
          {common.send}
        </Button>
      </div>
    </form>
  );
}

function Library({ chosen, choose }: { chosen: string; choose(id: string): void }) {
  const pages = usePages(async (cursor) => {
    const path = "/api/encouragement-drops/templates";
    const page = await api.get(path, { params: { query: { limit: 20, cursor } } });
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
        {({ id, title, content, drop_type }) => (
          <li key={id}>
            <label class="template">
              <input
                type="radio"
                name="template"
                value={id}
                checked={id === chosen}
                onChange={() => choose(id)}
              />
              <Icon name={icons[drop_type]} />
              <span>
                <strong>{title}</strong>
                <span class="hint">{content || words.kinds[drop_type]}</span>
              </span>
            </label>
          </li>
        )}
      </Pages>
    </fieldset>
  );
}
