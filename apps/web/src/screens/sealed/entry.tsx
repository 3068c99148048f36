/** An entry of a sealed notebook: its text is opened on this device. */
import { Button } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Empty, Loading } from "../../parts/states.tsx";
import { cardsOf } from "../../data-api.ts";
import { nameOfEntry } from "../../names.ts";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { allNotebooks, type Opened, openedEntries, sealedJoins } from "../../sealed.ts";
import { offline } from "../../service.ts";
import { sync, syncNow } from "../../session.ts";
import { words as common } from "../../words/common.ts";
import { words as editor } from "../../words/editor.ts";
import { words as entry } from "../../words/entry.ts";
import { words as parts } from "../../words/parts.ts";
import { words } from "../../words/sealed.ts";
import { Care } from "../care.tsx";
import { Editor } from "../editor/editor.tsx";
import { Article, Back, removeSoon } from "../article.tsx";
import { JoinedNote, JoinedPane } from "../joined.tsx";
import { listAddress } from "../journal-list.ts";
import { useSealedFiles } from "../../sealed-files.ts";
import { useSealedState } from "./acts.ts";
import { sealed } from "./device.ts";
import { FailureNotice } from "./failure.tsx";
import { SealedFiles } from "./files.tsx";
import { SealedHistory } from "./history.tsx";
import { Gate } from "./gate.tsx";
import { MoveOut } from "./move-out.tsx";
import { SealedResponses } from "./responses.tsx";
import { textOfStopped } from "./stopped-moves.ts";

export function SealedEntry({ id, part }: { id: string; part?: string }) {
  const isOpen = useSealedState() === "open";
  const opened = openedEntries.value.get(id);
  if (isOpen && opened && part !== "move") return <OpenedEntry opened={opened} part={part} />;
  if (part === "move") return <MoveOut id={id} />;
  const isComing = sync.value === "running";
  return (
    <div class="article">
      <Back />
      <h1 class={isOpen ? "hidden" : ""}>{words.sealedEntry}</h1>
      <Gate>
        {isComing
          ? <Loading lines={5} label={words.sealedEntry} />
          : <Empty icon="lock" title={words.notForYou}>{words.notForYouHint}</Empty>}
      </Gate>
    </div>
  );
}

function OpenedEntry({ opened, part }: { opened: Opened; part?: string }) {
  const { id, user_id, content, notebook_id, failure } = opened;
  const isOwn = user_id === offline.userId;
  const isRead = !failure || Boolean(opened.title || content);
  const [author] = useRemote(
    async () => isOwn ? [] : await cardsOf([user_id]),
    ["author", user_id],
  ).value ?? [];
  const files = useSealedFiles(id);
  const notMoved = textOfStopped(id);
  const isJoined = sealedJoins.value.some((each) => each.id === id);
  if (part === "edit" && isOwn && !failure) return <Editor entry={opened} />;
  if (part === "history" && isOwn) return <SealedHistory entry={opened} />;
  if (part === "joined" && isJoined) return <JoinedPane entry={opened} />;
  function remove() {
    go(listAddress());
    removeSoon(id, async () => {
      await sealed().entries.remove(id);
      syncNow();
    });
  }
  return (
    <Article
      entry={opened}
      notebook={allNotebooks.value.find((each) => each.id === notebook_id)?.name}
      notice={
        <>
          {failure && <FailureNotice entry={opened} />}
          {isJoined && <JoinedNote id={id} />}
          {notMoved && (
            <p class="notice warning">
              <Icon name="warning" />
              <span>{notMoved}</span>
              <a href={`#/journal/${id}/move`}>{editor.moveOut}</a>
            </p>
          )}
        </>
      }
      sealed={{
        photos: files.photos,
        author,
        onText: isOwn && !failure
          ? (text) => {
            sealed().entries.update(id, { content: text }, { content }).then(syncNow);
          }
          : undefined,
        rest: ({ opened: photo, onOpen }) => (
          <>
            {isOwn && <Care text={`${opened.title}\n${content}`} />}
            <SealedFiles
              entry={opened}
              files={files}
              isOwn={isOwn && !failure}
              opened={photo}
              onOpen={onOpen}
            />
            {isRead && <SealedResponses entry={opened} />}
          </>
        ),
      }}
    >
      {isOwn && !failure && (
        <a class="button plain" href={`#/journal/${id}/edit`}>
          <Icon name="edit" />
          <span>{entry.edit}</span>
        </a>
      )}
      {isOwn && (
        <>
          {opened.version && (
            <a
              class="button quiet icon-only"
              href={`#/journal/${id}/history`}
              aria-label={entry.earlierVersions}
            >
              <Icon name="window" />
            </a>
          )}
          <Button look="quiet" icon="trash" aria-label={common.delete} onClick={remove} />
          <Menu
            label={parts.more({ name: nameOfEntry(opened) })}
            acts={[
              !failure && {
                name: editor.moveOut,
                icon: "leave",
                run: () => go(`/journal/${id}/move`),
              },
              { name: entry.shareLink, icon: "link", run: () => say(words.noShareLink) },
            ]}
          />
        </>
      )}
    </Article>
  );
}
