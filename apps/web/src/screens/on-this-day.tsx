/** Entries that the user wrote on this day in former years, with their photos. */
import "./on-this-day.css";
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { today } from "../days.ts";
import { Card } from "../parts/controls.tsx";
import { Pages } from "../parts/pages.tsx";
import { named } from "../names.ts";
import { usePages } from "../remote.ts";
import { api } from "../service.ts";
import { moodName } from "../words.ts";
import { words } from "../words/on-this-day.ts";

type Entry = Answer<"/api/journal/on-this-day", "get">["entries"][number];

export function OnThisDay() {
  const pages = usePages(async (cursor) => {
    const { entries, next_cursor } = await api.get("/api/journal/on-this-day", {
      params: { query: { cursor, limit: 3 } },
    });
    return { items: entries, next: next_cursor };
  }, [today()]);
  if (!pages.items?.length) return null;
  return (
    <Card title={words.title} icon="book">
      <Pages pages={pages} label={words.title} class="memories" empty={null}>
        {(entry) => <Memory key={entry.id} entry={entry} />}
      </Pages>
    </Card>
  );
}

function Memory({ entry }: { entry: Entry }) {
  const { id, mood, written_at, picture } = entry;
  const { name, rest } = named(entry);
  // An address of a photo ends after a while.
  const [isLost, setLost] = useState(false);
  const photo = isLost ? null : picture?.thumbnail_url;
  const years = new Date().getFullYear() - new Date(written_at).getFullYear();
  return (
    <li>
      <a href={`#/journal/${id}`} class={photo ? "memory pictured" : "memory"}>
        {photo && <img src={photo} alt="" loading="lazy" onError={() => setLost(true)} />}
        <span class="memory-head">
          <span class="eyebrow">{words.yearsAgo({ count: Math.max(1, years) })}</span>
          {mood && <span class="chip mood">{moodName(mood)}</span>}
        </span>
        <strong>{name}</strong>
        {rest.trim() && <span class="excerpt">{rest}</span>}
      </a>
    </li>
  );
}
