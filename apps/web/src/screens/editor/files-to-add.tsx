/** Photos and recordings of an entry that is not saved yet. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { errorsOf } from "../../act.ts";
import { PHOTOS, takeFiles } from "../../chosen-files.ts";
import { dropDraft, keepDraft, keepDraftFiles, readDraft, readDraftFiles } from "../../drafts.ts";
import { Player } from "../../parts/player.tsx";
import { isInText } from "../../photo-marks.ts";
import { fitting } from "../../picture.ts";
import { list as namesOf } from "../../words.ts";
import { MOST, roomOf } from "../files.ts";
import { PutInText } from "./kept-files.tsx";
import { words as attachments } from "../../words/attachments.ts";
import { words } from "../../words/editor.ts";

interface FileToAdd {
  /** The id that the attachment will have. */
  id: string;
  file: Blob;
  /** The address under which this page shows it. */
  address: string;
}

export interface Files {
  list: FileToAdd[];
  isFull: boolean;
  /** Whether photos are being made smaller. */
  isBusy: boolean;
  /** The list when everything that was chosen is in it. */
  whole(): Promise<FileToAdd[]>;
  /** Adds nothing from now on, and answers all that was chosen, for a draft. */
  leave(): Blob[];
  add(files: Blob[]): void;
  remove(file: FileToAdd): void;
}

const ids = new WeakMap<Blob, string>();
/** The id that the attachment of a file will have: a text may name it before the file is sent. */
function idOf(file: Blob): string {
  const id = ids.get(file) ?? crypto.randomUUID();
  ids.set(file, id);
  return id;
}

const idsName = (draft: string) => `${draft}/files`;

/** Keeps the files of a draft with their ids; an empty list forgets them. */
export function keepFiles(draft: string, files: Blob[]): Promise<void> {
  if (files.length) keepDraft(idsName(draft), files.map(idOf));
  else dropDraft(idsName(draft));
  return keepDraftFiles(draft, files);
}

const isPhoto = ({ type }: Blob) => PHOTOS.split(",").includes(type);

/**
 * Files for an entry, in the order in which they came, kept as a part of its draft. `refuse` is
 * called for files that cannot be added.
 */
export function useFiles(
  entryId: string | undefined,
  draft: string,
  refuse: (why: string) => void,
  keep: (files: Blob[]) => void,
): Files {
  const [list, setList] = useState<FileToAdd[]>([]);
  const [isBusy, setBusy] = useState(false);
  const addresses = useRef<string[]>([]);
  useEffect(() => () => addresses.current.forEach((each) => URL.revokeObjectURL(each)), []);
  const current = useRef(list);
  const adding = useRef(Promise.resolve());
  /** Chosen, and not in the list yet. */
  const waiting = useRef<Blob[]>([]);
  const isLeft = useRef(false);
  const room = () => roomOf(entryId) - current.current.length;
  /** The names of the files that were refused last, by the reason. */
  const refused = useRef(new Map<string, string[]>());
  function refuseFile(file: Blob, why: string) {
    const names = refused.current.get(why) ?? [];
    // A file of a draft has no name.
    refused.current.set(why, "name" in file ? [...names, file.name as string] : names);
    const lines = [...refused.current].map(([why, names]) =>
      names.length ? words.refusedFiles({ names: namesOf(names), why }) : why
    );
    refuse(lines.join("\n"));
  }
  const change = (next: FileToAdd[]) => {
    setList(current.current = next);
    keep(next.map(({ file }) => file));
  };
  async function addOne(chosen: Blob) {
    if (room() <= 0) return refuseFile(chosen, words.isFull({ count: MOST }));
    try {
      const file = await fitting(chosen);
      if (isLeft.current) return;
      const address = URL.createObjectURL(file);
      const id = idOf(chosen);
      ids.set(file, id);
      addresses.current.push(address);
      change([...current.current, { id, file, address }]);
    } catch (error) {
      refuseFile(chosen, errorsOf(error)[""]!);
    }
  }
  const files: Files = {
    list,
    isFull: room() <= 0,
    isBusy,
    async whole() {
      await adding.current;
      return current.current;
    },
    leave() {
      isLeft.current = true;
      return [...current.current.map(({ file }) => file), ...waiting.current];
    },
    add(files) {
      if (!waiting.current.length) refused.current.clear();
      const known = files.filter((file) => isPhoto(file) || file.type.startsWith("audio/"));
      for (const file of files) if (!known.includes(file)) refuseFile(file, words.filesRefused);
      if (!known.length) return;
      setBusy(true);
      waiting.current.push(...known);
      // One after the other: a decoded photo takes up hundreds of megabytes.
      const before = adding.current;
      const now: Promise<void> = before.then(async () => {
        for (const file of known) {
          if (isLeft.current) return;
          await addOne(file);
          waiting.current.shift();
        }
        if (adding.current === now) setBusy(false);
      });
      adding.current = now;
    },
    remove: (file) => change(current.current.filter((each) => each !== file)),
  };
  useEffect(() => {
    const chosen = takeFiles();
    const known = readDraft<string[]>(idsName(draft)) ?? [];
    readDraftFiles(draft).then((kept) => {
      for (const [n, file] of kept.entries()) if (known[n]) ids.set(file, known[n]);
      files.add([...kept, ...chosen]);
    });
  }, []);
  return files;
}

export function FilesToAdd({ files: { list, isBusy, remove }, content, onPut, onGone }: {
  files: Files;
  /** The text as it is now. */
  content: string;
  /** Puts a photo into the text. */
  onPut(id: string): void;
  /** A photo is removed. */
  onGone(id: string): void;
}) {
  return (
    <>
      {list.length > 0 && (
        <ToAdd
          list={list}
          isInText={(id) => isInText(content, id)}
          remove={(file) => (remove(file), onGone(file.id))}
          onPut={onPut}
        />
      )}
      <p class="hint" role="status">{isBusy && attachments.preparing}</p>
    </>
  );
}

function ToAdd({ list, isInText, remove, onPut }: Pick<Files, "list" | "remove"> & {
  isInText(id: string): boolean;
  onPut(id: string): void;
}) {
  const shown = useRef<HTMLUListElement>(null);
  const count = useRef(0);
  // A recording that has just ended is seen, also below a long text.
  useEffect(() => {
    const isNew = list.length > count.current && !isPhoto(list.at(-1)!.file);
    count.current = list.length;
    if (isNew) shown.current!.lastElementChild!.scrollIntoView({ block: "nearest" });
  }, [list]);
  return (
    <ul ref={shown} class="to-add" aria-label={words.filesToSave}>
      {list.map((each, n) => (
        <li key={each.address} class={isPhoto(each.file) ? "" : "sound"}>
          {isPhoto(each.file)
            ? <img src={each.address} alt={words.photo({ n: n + 1 })} />
            : <Player src={each.address} label={words.recording({ n: n + 1 })} />}
          <Button
            icon="close"
            aria-label={words.removeFile({ n: n + 1 })}
            onClick={() => remove(each)}
          />
          {isPhoto(each.file) && !isInText(each.id) && (
            <PutInText
              n={n + 1}
              onClick={() => onPut(each.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
