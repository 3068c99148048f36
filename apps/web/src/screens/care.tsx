/**
 * A quiet card below a saved text of the user's that speaks of danger to them. The device alone finds
 * it: the rules come with the room, so that no request tells that they have matched.
 */
import "./care.css";
import { useMemo, useState } from "preact/hooks";
import {
  countriesWithLines,
  deviceCountry,
  type Helpline,
  helplines,
  needsCare,
} from "@journal/client/care";
import { useAct } from "../act.ts";
import { keepDraft, readDraft } from "../drafts.ts";
import { Button, Select } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { api, profile } from "../service.ts";
import { syncNow } from "../session.ts";
import { fullDay } from "../words.ts";
import { words } from "../words/care.ts";

/** Where the country is kept that the user chose, on this device. */
const COUNTRY = "care-country";

export function Care({ text, isItem }: {
  text: string;
  /** Whether it stands in a list. */
  isItem?: boolean;
}) {
  const { language = "en", preferences } = profile.value ?? {};
  const isNeeded = useMemo(() => needsCare(text, language), [text, language]);
  const [isHidden, setHidden] = useState(false);
  if (!isNeeded || isHidden || preferences?.care_card === false) return null;
  const card = <CareCard language={language} onHide={() => setHidden(true)} />;
  return isItem ? <li>{card}</li> : card;
}

function CareCard({ language, onHide }: { language: string; onHide(): void }) {
  const [country, setCountry] = useState(() => readDraft<string>(COUNTRY) ?? deviceCountry());
  const { emergency, lines, directory } = helplines(country);
  const { isBusy, errors, act } = useAct();
  const never = () =>
    act(async () => {
      await api.put("/api/user/profile", { body: { preferences: { care_card: false } } });
      await syncNow();
    });
  return (
    <aside class="care" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {lines.length > 0
        ? <ul>{lines.map((line) => <Line key={line.phone} line={line} />)}</ul>
        : <p>{words.noLines}</p>}
      <p>
        {emergency ? words.emergency({ number: emergency }) : words.emergencyNoNumber}
        {emergency && (
          <>
            {" "}
            <a class="button" href={`tel:${emergency}`}>{emergency}</a>
          </>
        )}
      </p>
      <Countries
        language={language}
        country={country}
        choose={(code) => {
          setCountry(code);
          keepDraft(COUNTRY, code);
        }}
      />
      <p>
        <a href={directory} target="_blank" rel="noreferrer">{words.directory}</a>
      </p>
      <p class="hint">
        {words.onDevice} {lines[0] && words.lookedAt({ date: fullDay(lines[0].looked_at) })}
      </p>
      <Refusal errors={errors} />
      <div class="actions start">
        <Button onClick={onHide}>{words.hide}</Button>
        <Button look="quiet" isBusy={isBusy} onClick={never}>{words.never}</Button>
      </div>
    </aside>
  );
}

const Line = ({ line: { name, phone, text, hours, source } }: { line: Helpline }) => (
  <li>
    <a class="button main" href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
    <span>
      <a href={source} target="_blank" rel="noreferrer">{name}</a>
      {text && ` ${words.orText({ number: text })}`}
      {hours && ` (${words.hours({ hours })})`}
    </span>
  </li>
);

function Countries({ language, country, choose }: {
  language: string;
  country: string;
  choose(country: string): void;
}) {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const codes = [...new Set([...countriesWithLines, ...country ? [country] : []])];
  const named = codes.map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
  return (
    <Select label={words.country} value={country} onText={choose}>
      {named.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
      <option value="">{words.elsewhere}</option>
    </Select>
  );
}
