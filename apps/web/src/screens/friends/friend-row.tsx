/**
 * A friend: the face, which opens the ways to cheer with words, whether the day is done, the streak,
 * the latest entry, and a heart that cheers.
 */
import "./friends.css";
import { useState } from "preact/hooks";
import type { Friend } from "../../groups.ts";
import { Avatar, Played } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icons.tsx";
import { moment, nameOf } from "../../words.ts";
import { words as cheers } from "../../words/cheers.ts";
import { words } from "../../words/friends.ts";
import { Heart } from "../heart.tsx";
import { Encourage } from "../people/encourage.tsx";
import { Flame, PairAnswer } from "./pair-streak.tsx";

export function FriendRow(
  { friend, friends }: { friend: Friend; friends: Friend[] },
) {
  const { user, last_entry: entry, done_today: isDone, line } = friend;
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(user);
  return (
    <li>
      <button type="button" class="friend-face" onClick={() => setOpen(true)}>
        <Avatar person={user} size={44} />
        {isDone && (
          <span class="tick">
            <Icon name="check" size={12} />
          </span>
        )}
        <span class="hidden">{isDone && words.isDone({ name })} {cheers.cheerNamed({ name })}</span>
      </button>
      <a
        class="friend-words"
        href={entry ? `#/journal/${entry.id}` : `#/people/person/${user.id}`}
      >
        <span class="meta">
          <strong>{name}</strong> <Played person={user} />
          <Flame friend={friend} />
          {entry && <time dateTime={entry.written_at}>{moment(entry.written_at)}</time>}
        </span>
        <span class="line hint">
          {entry ? line ?? words.wrote : isDone ? words.done : words.nothingShared}
        </span>
      </a>
      {entry?.picture?.thumbnail_url && (
        <img class="photo" src={entry.picture.thumbnail_url} alt="" loading="lazy" />
      )}
      <Heart person={user} isDone={isDone ?? undefined} />
      <PairAnswer friend={friend} friends={friends} />
      {isOpen && (
        <Encourage
          person={user}
          isDone={isDone ?? undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}
