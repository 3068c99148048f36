/** Photos and recordings of an entry that is not saved yet. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { PHOTOS } from "../../chosen-files.ts";
import { roomOf } from "../files.ts";

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

/** Files for an entry, in the order in which they came; `refuse` is told what cannot be added. */
export function useFiles(entryId: string | undefined, refuse: (why: string) => void): Files {
  const [list, setList] = useState<FileToAdd[]>([]);
  const addresses = useRef<string[]>([]);
  useEffect(() => () => addresses.current.forEach((each) => URL.revokeObjectURL(each)), []);
  const room = roomOf(entryId) - list.length;
  return {
    list,
    isFull: room <= 0,
    add(files) {
      const known = files.filter((file) => isPhoto(file) || file.type.startsWith("audio/"));
      if (known.length < files.length) {
        refuse("Photos can be JPEG, PNG, GIF or WebP, and sounds M4A, MP3, Ogg, WebM or WAV.");
      }
      if (known.length > room) refuse("An entry has room for ten files.");
      const added = known.slice(0, Math.max(0, room)).map((file) => ({
        file,
        address: URL.createObjectURL(file),
      }));
      addresses.current.push(...added.map(({ address }) => address));
      if (added.length) setList((now) => [...now, ...added]);
    },
    remove: (file) => setList((now) => now.filter((each) => each !== file)),
  };
}

export function FilesToAdd({ files: { list, remove } }: { files: Files }) {
  if (!list.length) return null;
  return (
    <ul class="to-add" aria-label="Photos and recordings to save">
      {list.map((each, n) => (
        <li key={each.address} class={isPhoto(each.file) ? "" : "sound"}>
          {isPhoto(each.file)
            ? <img src={each.address} alt={`Photo ${n + 1}`} />
            : <audio controls src={each.address} aria-label={`Recording ${n + 1}`} />}
          <Button
            icon="close"
            aria-label={`Remove file ${n + 1}`}
            onClick={() => remove(each)}
          />
        </li>
      ))}
    </ul>
  );
}
