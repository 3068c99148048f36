import { useState } from "preact/hooks";
import { ownPicture } from "../own-pictures.ts";
import { nameOf } from "../words.ts";
import { words } from "../words/common.ts";

/** Somebody as others see them. */
export interface Person {
  full_name: string | null;
  handle: string | null;
  avatar_url: string | null;
  /** Whether the service plays this user; null for a user whose card is hidden. */
  is_synthetic: boolean | null;
}

/** The facts about a person that their picture needs. */
export type Pictured = Omit<Person, "is_synthetic">;

/** Stands beside the name of a user whom the service plays. */
export const Played = ({ person }: { person: Pick<Person, "is_synthetic"> }) =>
  person.is_synthetic ? <span class="chip">{words.notAPerson}</span> : null;

/** The name of somebody, for places that people read. */
export const Name = ({ person }: { person: Omit<Person, "avatar_url"> | null }) => (
  <>
    {nameOf(person)} {person && <Played person={person} />}
  </>
);

const sized = (size: number) => ({ width: `${size}px`, height: `${size}px` });

/** The picture of a person beside their name; without one, and until it loads, their initial. */
export function Avatar(
  { person, size = 40 }: { person: Pictured | null; size?: number },
) {
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
