/** Lists of tone packs: the shop, and the packs that the user owns, has bought or may share. */
import "./packs.css";
import { Icon } from "../../../parts/icons.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { SearchField } from "../../../parts/fields.tsx";
import { Empty } from "../../../parts/states.tsx";
import { usePages } from "../../../remote.ts";
import { go, query } from "../../../router.ts";
import { profile } from "../../../service.ts";
import { PackForm } from "./form.tsx";
import { isWhole, type Pack, priceOf, readPacks, type Scope, standingOf, TONES } from "./facts.ts";
import { PackPane } from "./pack.tsx";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/shop.ts";

export function ShopPane() {
  const sought = query.value.get("q") ?? "";
  const search = (q: string) =>
    go(q ? `/me/shop?q=${encodeURIComponent(q)}` : "/me/shop", { replace: true });
  const balance = profile.value?.drops_balance;
  return (
    <Pane
      title={words.shop}
      aside={balance !== undefined && (
        <a class="button drops-left" href="#/me/balance">
          <Icon name="drop" size={18} />
          <span>{words.drops({ count: balance })}</span>
        </a>
      )}
    >
      <p class="hint">{words.shopHint}</p>
      <SearchField label={words.searchPacks} value={sought} onText={search} />
      <Packs
        scope="public"
        q={sought || undefined}
        nothing={sought
          ? <Empty icon="search" title={words.nothingFound}>{words.nothingFoundHint}</Empty>
          : <Empty icon="shop" title={words.shopEmpty}>{words.shopEmptyHint}</Empty>}
      />
    </Pane>
  );
}

export function PacksPane({ rest: [id, part] }: { rest: string[] }) {
  if (id === "new") {
    return (
      <Pane title={words.newTonePack} back={{ name: words.tonePacks, to: "/me/packs" }} isBelow>
        <PackForm />
      </Pane>
    );
  }
  if (id) return <PackPane key={id} id={id} isEditing={part === "edit"} />;
  const scope = (query.value.get("scope") ?? "own") as Scope;
  const scopes: Partial<Record<Scope, { name: string; title: string; text: string }>> =
    words.scopes;
  const { title, text } = scopes[scope] ?? words.scopes.own;
  return (
    <Pane
      title={words.tonePacks}
      aside={
        <a class="button main" href="#/me/packs/new">
          <Icon name="plus" />
          <span>{words.newPack}</span>
        </a>
      }
    >
      <nav class="scopes" aria-label={words.whichPacks}>
        {Object.entries(words.scopes).map(([key, { name }]) => (
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
              {scope === "own" ? words.makeAPack : words.openShop}
            </a>
          </Empty>
        }
      />
    </Pane>
  );
}

function Packs({ scope, q, nothing }: { scope: Scope; q?: string; nothing: preact.JSX.Element }) {
  const pages = usePages(async (cursor) => {
    const { packs, next } = await readPacks({ scope, q, cursor, limit: 24 });
    // The shop offers what somebody gets: a pack without a picture is its maker's alone.
    const items = scope === "public" ? packs.filter(({ image_count }) => image_count > 0) : packs;
    return { items, next };
  }, [`${scope} ${q}`]);
  return (
    <Pages pages={pages} label={words.packs} lines={6} class="packs" empty={nothing}>
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
        <span class="hint">
          {isWhole(pack)
            ? words.wholePack({ theme: words.themes[theme] })
            : words.packFacts({ theme: words.themes[theme], n: image_count, of: TONES.length })}
        </span>
        <span class="pack-foot">
          <span class="pack-price">{priceOf(pack)}</span>
          {standing && <span class="chip visibility">{standing}</span>}
        </span>
      </a>
    </li>
  );
}
