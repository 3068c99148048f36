/** The files of a sealed entry, opened on this device while a screen shows them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Photos } from "./photo-marks.ts";
import { thumbnailOf, withoutMetadata } from "./picture.ts";
import { device, openedEntries } from "./sealed.ts";

export interface SealedFiles {
  photos: Photos;
  /** Addresses of recordings by their ids; empty until they are open. */
  sounds: ReadonlyMap<string, string>;
  /** The files that must not be believed, or are not there. */
  failed: ReadonlySet<string>;
}

/** Opens the photos and recordings of an entry. Nothing of them stays when the component goes. */
export function useSealedFiles(entryId: string): SealedFiles {
  const files = openedEntries.value.get(entryId)?.files ?? [];
  const [opened, setOpened] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const begun = useRef(new Set<string>());
  const addresses = useRef<string[]>([]);
  const isGone = useRef(false);
  useEffect(() => {
    async function open(id: string, part: "file" | "thumbnail") {
      const name = `${id} ${part}`;
      if (begun.current.has(name)) return;
      begun.current.add(name);
      try {
        const file = await device.value!.entries.file(entryId, id, part);
        if (isGone.current) return;
        const address = URL.createObjectURL(file);
        addresses.current.push(address);
        setOpened((now) => ({ ...now, [name]: address }));
      } catch {
        // Without a network it comes later; a screen that is opened again asks again.
        if (part === "file") setFailed((now) => new Set([...now, id]));
      }
    }
    for (const { id, thumbnail } of files) {
      if (thumbnail) open(id, "thumbnail");
      open(id, "file");
    }
  }, [entryId, files.map(({ id }) => id).join()]);
  useEffect(() => () => {
    isGone.current = true;
    for (const address of addresses.current) URL.revokeObjectURL(address);
  }, []);
  const ofType = (type: string) => files.filter((file) => file.type.startsWith(type));
  const at = (id: string, part: string) => opened[`${id} ${part}`] ?? "";
  return {
    photos: new Map(
      ofType("image/").map(({ id }) => {
        const [src, small] = [at(id, "file"), at(id, "thumbnail")];
        return [id, { src: src || small, small: small || src }];
      }),
    ),
    sounds: new Map(ofType("audio/").map(({ id }) => [id, at(id, "file")])),
    failed,
  };
}

/** Seals a file and attaches it; a photo loses what its camera wrote into it, such as the place. */
export async function attachSealed(entryId: string, file: Blob, id?: string): Promise<void> {
  const { entries } = device.value!;
  if (!file.type.startsWith("image/")) return void await entries.attach(entryId, { file }, id);
  const bare = await withoutMetadata(file);
  const thumbnail = await thumbnailOf(bare.file);
  await entries.attach(entryId, { ...bare, thumbnail }, id);
}
