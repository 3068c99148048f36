import "./entry.css";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { More } from "../parts/report.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { isSealedNotebook, leftEdit, openedEntries } from "../sealed.ts";
import { useRemote } from "../remote.ts";
import { nameOfEntry } from "../names.ts";
import { go } from "../router.ts";
import { api, entries, joins, notebooks, offline, type OwnEntry } from "../service.ts";
import { syncNow } from "../session.ts";
import { Article, Back, removeSoon } from "./article.tsx";
import { listAddress } from "./journal-list.ts";
import type { ShareLinkDialog } from "./share-link.tsx";
import { words } from "../words/entry.ts";
import { words as common } from "../words/common.ts";

const Editor = later(async () => (await import("./editor/editor.tsx")).Editor);

const SealedEntry = later(async () => (await import("./sealed/entry.tsx")).SealedEntry);
const LeftEdit = later(async () => (await import("./sealed/left-edit.tsx")).LeftEdit);
const JoinedPane = later(async () => (await import("./joined.tsx")).JoinedPane);

const History = later(async () => (await import("./history/history.tsx")).HistoryPane);

/** An open page in a sealed notebook is not shown as one. */
const isSealed = (entry?: { is_sealed: boolean; notebook_id: string | null }) =>
  !!entry && (entry.is_sealed || isSealedNotebook(entry.notebook_id));

export function EntryPane({ id, part }: { id: string; part?: string }) {
  const [, setDecided] = useState({});
  const own = entries.value.find((entry) => entry.id === id);
  if (isSealed(own) || openedEntries.value.has(id)) return <SealedEntry id={id} part={part} />;
  if (!own) return <SharedEntry id={id} />;
  const isJoined = joins.value.some((each) => each.id === id);
  const isLeft = leftEdit(id) !== null;
  if (part === "edit" && !isLeft) return <Editor entry={own} />;
  if (part === "history") return <History />;
  if (part === "joined" && isJoined) return <JoinedPane entry={own} />;

  function remove() {
    go(listAddress());
    removeSoon(id, async () => {
      await offline.remove("journal_entries", id);
      syncNow();
    });
  }
  const notebook = notebooks.value.find(({ id }) => id === own.notebook_id);
  return (
    <Article
      entry={own}
      notebook={notebook?.name}
      notice={isLeft && <LeftEdit id={id} onDecided={() => setDecided({})} />}
    >
      <a class="button plain" href={`#/journal/${id}/edit`}>
        <Icon name="edit" />
        <span>{words.edit}</span>
      </a>
      <ShareLink entry={own} />
      {own.version && (
        <a
          class="button quiet icon-only"
          href={`#/journal/${id}/history`}
          aria-label={words.earlierVersions}
        >
          <Icon name="window" />
        </a>
      )}
      <Button look="quiet" icon="trash" aria-label={common.delete} onClick={remove} />
    </Article>
  );
}

/** Opens the dialog that makes a link, which is loaded then. */
function ShareLink({ entry }: { entry: OwnEntry }) {
  const [Form, setForm] = useState<typeof ShareLinkDialog>();
  const [isOpen, setOpen] = useState(false);
  async function open() {
    try {
      const { ShareLinkDialog } = await import("./share-link.tsx");
      setForm(() => ShareLinkDialog);
      setOpen(true);
    } catch {
      say(words.couldNotLoad);
    }
  }
  return (
    <>
      <Button look="quiet" icon="link" aria-label={words.shareLink} onClick={open} />
      {isOpen && Form && (
        <Form
          id={entry.id}
          title={nameOfEntry(entry)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function SharedEntry({ id }: { id: string }) {
  const { value, failure, isLoading, retry } = useRemote(
    () => api.get("/api/journal/{id}", { params: { path: { id } } }),
    [id],
  );
  if (isSealed(value?.entry)) return <SealedEntry id={id} />;
  if (value) {
    return (
      <Article entry={value.entry} notebook={value.entry.notebook?.name}>
        <More name={nameOfEntry(value.entry)} about="journal_entry" id={id} />
      </Article>
    );
  }
  if (isLoading || !failure) {
    return (
      <div class="article">
        <Back />
        <Loading lines={5} label={words.entry} />
      </div>
    );
  }
  return (
    <div class="article">
      <Back />
      <Failed failure={failure} retry={retry} />
    </div>
  );
}

/** The responses of readers to an entry of which the service has told nothing yet. */
