/** Lists of tone packs: the shop, and what is the user's own, bought or shared with them. */
import "./packs.css";
import type { components } from "@journal/client";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { go, query } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { number } from "../../words.ts";
import { PackForm } from "./pack-form.tsx";
import { type Pack, priceOf, standingOf, TONES } from "./pack-facts.ts";
import { PackPane } from "./pack.tsx";
import { Pane } from "./pane.tsx";

type Scope = components["schemas"]["TonePackScope"];

export function ShopPane() {
  const sought = query.value.get("q") ?? "";
  const search = (q: string) =>
    go(q ? `/me/shop?q=${encodeURIComponent(q)}` : "/me/shop", { replace: true });
  const balance = profile.value?.drops_balance;
  return (
    <Pane
      title="Shop"
      aside={balance !== undefined && (
        <a class="button drops-left" href="#/me/balance">
          <Icon name="drop" size={18} />
          <span>{number(balance)} drops</span>
        </a>
      )}
    >
      <p class="hint">A tone pack gives your entries pictures that fit their mood.</p>
      <SearchField label="Search packs" value={sought} onText={search} />
      <Packs
        scope="public"
        q={sought || undefined}
        nothing={sought
          ? <Empty icon="search" title="Nothing found">Try other words.</Empty>
          : <Empty icon="shop" title="The shop is empty">Make the first pack.</Empty>}
      />
    </Pane>
  );
}

const scopes: Partial<Record<Scope, { name: string; title: string; text: string }>> = {
  own: { name: "My own", title: "You have made no pack yet", text: "Draw or upload pictures." },
  purchased: { name: "Bought", title: "Nothing bought yet", text: "The shop has packs." },
  shared: { name: "Shared with me", title: "Nobody shares one with you", text: "Friends can." },
};

export function PacksPane({ rest: [id, part] }: { rest: string[] }) {
  if (id === "new") {
    return (
      <Pane title="New tone pack" back={{ name: "Tone packs", to: "/me/packs" }} isBelow>
        <PackForm />
      </Pane>
    );
  }
  if (id) return <PackPane key={id} id={id} isEditing={part === "edit"} />;
  const scope = (query.value.get("scope") ?? "own") as Scope;
  const { title, text } = scopes[scope] ?? scopes.own!;
  return (
    <Pane
      title="Tone packs"
      aside={
        <a class="button main" href="#/me/packs/new">
          <Icon name="plus" />
          <span>New pack</span>
        </a>
      }
    >
      <nav class="scopes" aria-label="Which packs">
        {Object.entries(scopes).map(([key, { name }]) => (
          <a
            key={key}
            href={`#/me/packs?scope=${key}`}
            aria-current={key === scope ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <Packs
        scope={scope}
        nothing={
          <Empty icon="picture" title={title}>
            <p>{text}</p>
            <a class="button" href={scope === "own" ? "#/me/packs/new" : "#/me/shop"}>
              {scope === "own" ? "Make a pack" : "To the shop"}
            </a>
          </Empty>
        }
      />
    </Pane>
  );
}

function Packs({ scope, q, nothing }: { scope: Scope; q?: string; nothing: preact.JSX.Element }) {
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/tone-packs", {
      params: { query: { scope, q, cursor, limit: 24 } },
    });
    // An overview is the answer without a scope.
    return "active_tone_pack_id" in page
      ? { items: [], next: null }
      : { items: page.packs, next: page.next_cursor };
  }, [`${scope} ${q}`]);
  return (
    <Pages pages={pages} label="Packs" lines={6} class="packs" empty={nothing}>
      {(pack) => <Tile key={pack.id} pack={pack} />}
    </Pages>
  );
}

function Tile({ pack }: { pack: Pack }) {
  const { id, name, theme, image_count, preview } = pack;
  const standing = standingOf(pack);
  return (
    <li>
      <a class="card pack" href={`#/me/packs/${id}`}>
        <span class={`pack-preview of-${preview.length}`}>
          {preview.length
            ? preview.map(({ tone, url }) => <img key={tone} src={url} alt="" loading="lazy" />)
            : <Icon name="picture" size={32} />}
        </span>
        <strong>{name}</strong>
        <span class="hint">{theme}, {image_count} of {TONES.length} moods</span>
        <span class="pack-foot">
          <span class="pack-price">{priceOf(pack)}</span>
          {standing && <span class="chip visibility">{standing}</span>}
        </span>
      </a>
    </li>
  );
}
