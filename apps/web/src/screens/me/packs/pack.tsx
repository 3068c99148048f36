/** One tone pack: its pictures, and the acts that the user may do with it. */
import { useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Empty, Failed, Loading, Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { go } from "../../../router.ts";
import { api, offline, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { PackForm } from "./form.tsx";
import { OwnImages } from "./images.tsx";
import { isWhole, type Pack, priceOf, standingOf, TONES } from "./facts.ts";
import { Shares } from "./shares.tsx";
import { Pane } from "../../../parts/pane.tsx";
import { Purchase } from "./purchase.tsx";
import { moodName } from "../../../words.ts";
import { words } from "../../../words/shop.ts";
import { words as common } from "../../../words/common.ts";

export function PackPane({ id, isEditing }: { id: string; isEditing: boolean }) {
  const params = { path: { id } };
  const { value, failure, retry } = useRemote(
    () => api.get("/api/tone-packs/{id}", { params }),
    [id],
  );
  const pack = value?.pack;
  const isOwn = pack && pack.owner_id === offline.userId;
  const back = isEditing
    ? { name: pack?.name ?? words.tonePack, to: `/me/packs/${id}` }
    : isOwn
    ? { name: words.tonePacks, to: "/me/packs" }
    : { name: words.shop, to: "/me/shop" };
  if (!pack) {
    return (
      <Pane title={words.tonePack} back={back} isBelow>
        {failure
          ? <Failed failure={failure} retry={retry} />
          : <Loading lines={5} label={words.tonePack} />}
      </Pane>
    );
  }
  if (isEditing) {
    const saved = () => (retry(), go(`/me/packs/${id}`, { replace: true }));
    return (
      <Pane title={words.editNamed({ name: pack.name })} back={back} isBelow>
        <PackForm pack={pack} onSaved={saved} />
      </Pane>
    );
  }
  const standing = standingOf(pack);
  return (
    <Pane title={pack.name} back={back} isBelow>
      <p class="chips">
        <span class="chip">{words.themes[pack.theme]}</span>
        <span class="chip">{pack.is_public ? priceOf(pack) : words.notInShop}</span>
        {standing && <span class="chip visibility">{standing}</span>}
      </p>
      {pack.description && <p>{pack.description}</p>}
      <Acts pack={pack} isOwn={!!isOwn} changed={retry} />
      {isOwn ? <OwnImages pack={pack} changed={retry} /> : <Images pack={pack} />}
      {isOwn && <Shares pack={pack} changed={retry} />}
    </Pane>
  );
}

function Acts({ pack, isOwn, changed }: { pack: Pack; isOwn: boolean; changed(): void }) {
  const { id, name, is_usable, is_purchased } = pack;
  const params = { path: { id } };
  const { isBusy, errors, act } = useAct();
  const [isBuying, setBuying] = useState(false);
  const active = profile.value?.preferences.active_tone_pack_id === id;
  const isShut = isBusy || !isOnline.value;

  const activate = () =>
    act(async () => {
      await api.post("/api/tone-packs/{id}/activate", { params, body: { active: !active } });
      await syncNow();
      say(active ? words.notInUse : words.isInUse({ name }));
    });
  async function remove() {
    const text = is_purchased || pack.is_public ? words.deleteSoldPackHint : words.deletePackHint;
    if (!await confirm(words.askDelete({ name }), text, common.delete)) return;
    await act(async () => {
      await api.delete("/api/tone-packs/{id}", { params });
      say(words.deleted);
      go("/me/packs");
    });
  }
  async function giveBack() {
    const text = words.giveBackHint;
    if (!await confirm(words.askGiveBack({ name }), text, words.remove)) return;
    await act(async () => {
      const path = { id, userId: offline.userId! };
      await api.delete("/api/tone-packs/{id}/share/{userId}", { params: { path } });
      go("/me/packs?scope=shared");
    });
  }
  const isShared = is_usable && !isOwn && !is_purchased && !pack.is_public;
  return (
    <>
      <div class="actions start">
        {is_usable
          ? (
            <Button
              look={active ? "plain" : "main"}
              icon={active ? "close" : "check"}
              onClick={activate}
              isBusy={isBusy}
              disabled={isShut}
            >
              {active ? words.stopUsing : words.use}
            </Button>
          )
          : (
            <Button
              look="main"
              icon="drop"
              disabled={isShut || !pack.image_count}
              onClick={() => setBuying(true)}
            >
              {words.buyFor({ count: pack.price_drops })}
            </Button>
          )}
        {isOwn && (
          <a class="button" href={`#/me/packs/${id}/edit`}>
            <Icon name="edit" />
            <span>{words.edit}</span>
          </a>
        )}
        {isOwn && (
          <Button look="quiet" icon="trash" onClick={remove} disabled={isShut}>
            {common.delete}
          </Button>
        )}
        {isShared && (
          <Button look="quiet" onClick={giveBack} disabled={isShut}>{words.remove}</Button>
        )}
      </div>
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">{words.changeNeedsNetwork}</p>}
      {isBuying && <Purchase pack={pack} onClose={() => (setBuying(false), changed())} />}
    </>
  );
}

function Images({ pack }: { pack: Pack }) {
  const { images, preview, is_usable, image_count, tones } = pack;
  const shown = is_usable ? images : preview;
  if (!shown.length) {
    return <Empty icon="picture" title={words.noPictures}>{words.noPicturesHint}</Empty>;
  }
  return (
    <Card
      title={is_usable ? words.pictures : words.picturesOf({ n: shown.length, count: image_count })}
      icon="picture"
    >
      <ul class="tones">
        {shown.map(({ tone, url }) => (
          <li key={tone}>
            <img src={url} alt="" loading="lazy" />
            <span>{moodName(tone)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">
        {isWhole(pack)
          ? words.everyMood({ of: TONES.length })
          : words.moodsOf({ n: image_count, of: TONES.length })} {!is_usable && words.allWhenYours}
      </p>
      {!is_usable && !isWhole(pack) && (
        <p class="chips">
          {tones.map((tone) => <span class="chip mood" key={tone}>{moodName(tone)}</span>)}
        </p>
      )}
    </Card>
  );
}
