/** A friend: the face, whether the day is done, the streak, the latest entry, and a heart that cheers. */
import "./friends.css";
import type { Friend } from "../../groups.ts";
import { Avatar, Played } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icons.tsx";
import { moment, nameOf } from "../../words.ts";
import { words } from "../../words/friends.ts";
import { Heart } from "../heart.tsx";
import { Flame, PairAnswer } from "./pair-streak.tsx";

export function FriendRow(
  { friend, friends }: { friend: Friend; friends: Friend[] },
) {
  const { user, last_entry: entry, done_today: isDone, line } = friend;
  return (
    <li>
      <a class="friend-face" href={`#/people/person/${user.id}`}>
        <Avatar person={user} size={44} />
        {isDone && (
          <span class="tick">
            <Icon name="check" size={12} />
          </span>
        )}
        <span class="hidden">{isDone ? words.isDone({ name: nameOf(user) }) : nameOf(user)}</span>
      </a>
      <a
        class="friend-words"
        href={entry ? `#/journal/${entry.id}` : `#/people/person/${user.id}`}
      >
        <span class="meta">
          <strong>{nameOf(user)}</strong> <Played person={user} />
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
    </li>
  );
}
