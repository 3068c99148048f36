/**
 * Seals a notebook that was open: makes a sealed one and moves the entries one by one. It goes on after
 * a stop, because the device remembers the new notebook until the last entry has moved.
 */
import { useState } from "preact/hooks";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { nameOfEntry } from "../../names.ts";
import { forgetPhotos, photosOf } from "../../photos.ts";
import { go } from "../../router.ts";
import { entries, type Notebook, notebooks, offline } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { sealingOf } from "../../sealed.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";
import { Gate } from "./gate.tsx";

export function SealOld({ id }: { id: string }) {
  const notebook = notebooks.value.find((each) => each.id === id);
  return (
    <div class="article">
      <a class="button quiet up" href="#/journal/notebooks">
        <Icon name="back" />
        <span>{words.notebooks}</span>
      </a>
      {notebook
        ? (
          <>
            <h1>{words.sealName({ name: notebook.name })}</h1>
            <Gate>
              <Seal notebook={notebook} />
            </Gate>
          </>
        )
        : (
          <>
            <h1 class="hidden">{words.notebooks}</h1>
            <Empty icon="book" title={words.noSuchNotebook} />
          </>
        )}
    </div>
  );
}

interface Left {
  id: string;
  code: string;
}

function Seal({ notebook }: { notebook: Notebook }) {
  const { id, name, metadata_visibility, content_visibility, team_id } = notebook;
  const own = entries.value.filter((entry) => entry.notebook_id === id);
  const [begun, setBegun] = useState(() => readDraft<string>(sealingOf(id)));
  const [total, setTotal] = useState(0);
  const [done, setDone] = useState(0);
  const [left, setLeft] = useState<Left[]>();
  const { isBusy, errors, act } = useSealedAct();
  const isOfTeam = metadata_visibility === "team" && content_visibility === "team" && team_id;
  const run = () =>
    act(async () => {
      const target = begun ?? crypto.randomUUID();
      // First: whatever happens afterwards, the same notebook is made.
      keepDraft(sealingOf(id), target);
      setBegun(target);
      const { notebooks, entries: all } = sealed();
      await notebooks.create({ id: target, name, ...isOfTeam && { team_id } });
      await syncNow();
      const ids = entries.value.filter((entry) => entry.notebook_id === id).map(({ id }) => id);
      setTotal(ids.length);
      const photos = ids.flatMap(photosOf);
      // Other copies than these are gone when the entries have moved.
      await forgetPhotos(photos);
      const stayed = await all.moveAllIn(ids, target, setDone);
      await syncNow();
      // A screen may have kept them again meanwhile.
      await forgetPhotos(photos);
      setLeft(stayed);
      if (stayed.length) return;
      dropDraft(sealingOf(id));
      await offline.remove("notebooks", id);
      syncNow();
      say(words.notebookIsMade({ name }));
      go(`/journal?notebook=${target}`, { replace: true });
    });
  return (
    <Card title={words.entriesMove({ count: own.length })} icon="lock">
      <ul class="facts-list">
        <li>{words.moveOne}</li>
        <li>{words.moveErases}</li>
        <li>{words.moveComments}</li>
        {metadata_visibility !== "user" && <li>{words.moveReaders}</li>}
      </ul>
      {isBusy && (
        <>
          <progress
            max={Math.max(total, 1)}
            value={done}
            aria-label={words.moved({ done, total })}
          />
          <p class="hint" role="status">{words.moved({ done, total })}</p>
        </>
      )}
      {left && left.length > 0 && <Stayed left={left} />}
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">{words.needsNetwork}</p>}
      <div class="actions">
        {begun && !isBusy && left && left.length > 0 && (
          <a class="button plain" href={`#/journal?notebook=${begun}`}>{words.toSealed}</a>
        )}
        <Button look="main" isBusy={isBusy} disabled={isBusy || !isOnline.value} onClick={run}>
          {left?.length ? common.tryAgain : begun ? words.goOn : words.seal}
        </Button>
      </div>
    </Card>
  );
}

/** The entries that stay in the open notebook, with the reason. */
const Stayed = ({ left }: { left: Left[] }) => (
  <>
    <p>{words.stayed({ count: left.length })}</p>
    <ul class="rows sealed-people">
      {left.map(({ id, code }) => {
        const entry = entries.value.find((each) => each.id === id);
        return (
          <li key={id}>
            <a href={`#/journal/${id}`}>{entry ? nameOfEntry(entry) : words.sealedEntry}</a>
            <span class="hint">
              {code === "has_comments" ? words.hasComments : words.notMoved}
            </span>
          </li>
        );
      })}
    </ul>
  </>
);
