/** Photos and recordings of an entry that is not saved yet. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { PHOTOS, takeFiles } from "../../chosen-files.ts";
import { keepDraftFiles, readDraftFiles } from "../../drafts.ts";
import { MOST, roomOf } from "../files.ts";
import { words } from "../../words/en/editor.ts";

interface FileToAdd {
  file: Blob;
  /** Where this page shows it. */
  address: string;
}

export interface Files {
  list: FileToAdd[];
  isFull: boolean;
  add(files: Blob[]): void;
  remove(file: FileToAdd): void;
}

const isPhoto = ({ type }: Blob) => PHOTOS.split(",").includes(type);

/**
 * Files for an entry, in the order in which they came, kept as a part of its draft; `refuse` is told
 * what cannot be added.
 */
export function useFiles(
  entryId: string | undefined,
  draft: string,
  refuse: (why: string) => void,
): Files {
  const [list, setList] = useState<FileToAdd[]>([]);
  const addresses = useRef<string[]>([]);
  useEffect(() => () => addresses.current.forEach((each) => URL.revokeObjectURL(each)), []);
  const current = useRef(list);
  const room = () => roomOf(entryId) - current.current.length;
  const change = (next: FileToAdd[]) => {
    setList(current.current = next);
    keepDraftFiles(draft, next.map(({ file }) => file));
  };
  const files: Files = {
    list,
    isFull: room() <= 0,
    add(files) {
      const known = files.filter((file) => isPhoto(file) || file.type.startsWith("audio/"));
      if (known.length < files.length) {
        refuse(words.filesRefused);
      }
      if (known.length > room()) refuse(words.isFull({ count: MOST }));
      const added = known.slice(0, Math.max(0, room())).map((file) => ({
        file,
        address: URL.createObjectURL(file),
      }));
      addresses.current.push(...added.map(({ address }) => address));
      if (added.length) change([...current.current, ...added]);
    },
    remove: (file) => change(current.current.filter((each) => each !== file)),
  };
  useEffect(() => {
    const chosen = takeFiles();
    readDraftFiles(draft).then((kept) => files.add([...kept, ...chosen]));
  }, []);
  return files;
}

export function FilesToAdd({ files: { list, remove } }: { files: Files }) {
  if (!list.length) return null;
  return (
    <ul class="to-add" aria-label={words.filesToSave}>
      {list.map((each, n) => (
        <li key={each.address} class={isPhoto(each.file) ? "" : "sound"}>
          {isPhoto(each.file)
            ? <img src={each.address} alt={words.photo({ n: n + 1 })} />
            : <audio controls src={each.address} aria-label={words.recording({ n: n + 1 })} />}
          <Button
            icon="close"
            aria-label={words.removeFile({ n: n + 1 })}
            onClick={() => remove(each)}
          />
        </li>
      ))}
    </ul>
  );
}
