/** Photos on the whole screen, one beside the other: swiped, or by arrows. */
import type { TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { PhotoImage } from "../parts/photo.tsx";
import type { Attachment } from "./files.ts";
import { words } from "../words/attachments.ts";
import { words as common } from "../words/common.ts";

export type ViewedPhoto = Pick<Attachment, "id" | "url" | "thumbnail_url">;

export function Viewer({ photos, first, onDelete, onClose }: {
  photos: ViewedPhoto[];
  /** The photo to show first. */
  first: ViewedPhoto;
  onDelete?(photo: ViewedPhoto): void;
  onClose(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(Math.max(0, photos.indexOf(first)));
  const show = (place: number, behavior: ScrollBehavior = "smooth") =>
    strip.current!.scrollTo({ left: place * strip.current!.clientWidth, behavior });
  useEffect(() => {
    dialog.current!.showModal();
    show(at, "instant");
    return () => dialog.current?.close();
  }, []);
  // The strip has moved, by a finger or by an arrow.
  const follow = ({ currentTarget }: TargetedEvent<HTMLUListElement>) =>
    setAt(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)));
  function byKey({ key }: KeyboardEvent) {
    if (key === "ArrowLeft" && at > 0) show(at - 1);
    if (key === "ArrowRight" && at < photos.length - 1) show(at + 1);
  }
  const photo = photos[Math.min(at, photos.length - 1)]!;
  const place = { n: photos.indexOf(photo) + 1, of: photos.length };
  const name = words.photo(place);
  return (
    <dialog class="viewer" ref={dialog} aria-label={name} onClose={onClose} onKeyDown={byKey}>
      <header>
        <span aria-live="polite">{name}</span>
        {onDelete && (
          <Button
            look="quiet"
            icon="trash"
            aria-label={words.deletePhoto(place)}
            onClick={() => {
              onClose();
              onDelete(photo);
            }}
          />
        )}
        <Button look="quiet" icon="close" aria-label={common.close} onClick={onClose} />
      </header>
      <ul ref={strip} onScroll={follow} tabIndex={0} aria-label={words.photos}>
        {photos.map((each, n) => (
          <li key={each.id}>
            <PhotoImage
              src={each.url}
              alt={words.photo({ n: n + 1, of: photos.length })}
              isLazy={Math.abs(n - at) > 1}
            />
          </li>
        ))}
      </ul>
      {at > 0 && (
        <Button
          class="turn"
          icon="back"
          aria-label={words.photoBefore}
          onClick={() => show(at - 1)}
        />
      )}
      {at < photos.length - 1 && (
        <Button
          class="turn onward"
          icon="next"
          aria-label={words.nextPhoto}
          onClick={() => show(at + 1)}
        />
      )}
    </dialog>
  );
}
