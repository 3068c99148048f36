import { useState } from "preact/hooks";
import { ownPicture } from "../own-pictures.ts";

/** Somebody as others see them. */
export interface Person {
  full_name: string | null;
  handle: string | null;
  avatar_url: string | null;
}

const sized = (size: number) => ({ width: `${size}px`, height: `${size}px` });

/** The picture of somebody, beside their name; their initial without one, and while it fails. */
export function Avatar({ person, size = 40 }: { person: Person | null; size?: number }) {
  const [broken, setBroken] = useState<string>();
  const picture = ownPicture(person?.avatar_url ?? null);
  return picture && picture !== broken
    ? (
      <img
        class="avatar"
        src={picture}
        alt=""
        width={size}
        height={size}
        style={sized(size)}
        loading="lazy"
        onError={() => setBroken(picture)}
      />
    )
    : (
      <span
        class="avatar"
        style={{ ...sized(size), fontSize: `${size * 0.42}px` }}
        aria-hidden="true"
      >
        {[...person?.full_name || person?.handle || "?"][0]!.toUpperCase()}
      </span>
    );
}
