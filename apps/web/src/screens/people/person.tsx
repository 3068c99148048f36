import { useState } from "preact/hooks";
import { Avatar, Played } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { handleOf, nameOf } from "../../words.ts";
import { EntryRow } from "../entry-row.tsx";
import { Bar, NotThere } from "./pane.tsx";
import { Badge } from "./badges.tsx";
import { act, type Card } from "./circles.ts";
import { More } from "../../parts/report.tsx";
import { Encourage } from "./encourage.tsx";
import { PairStreak } from "../friends/pair-streak.tsx";
import { useGroups } from "../friends/reading.ts";
import { words as friendWords } from "../../words/friends.ts";
import { words } from "../../words/people.ts";

/** A person, and the acts that the user may do on them. */
export function PersonPane({ id }: { id: string }) {
  const remote = useRemote(
    () => api.get("/api/users/{id}", { params: { path: { id } } }),
    [id],
  );
  if (!remote.value) return <NotThere name={words.person} remote={remote} />;
  return (
    <div class="article">
      <Person person={remote.value.user} />
    </div>
  );
}

function Person({ person }: { person: Card }) {
  const { id } = person;
  const [isEncouraging, setEncouraging] = useState(false);
  const own = profile.value;
  const isMe = own?.id === id;
  const { friends } = useGroups();
  const friend = friends.find(({ user }) => user.id === id);
  const isBlocked = own?.blocked_user_ids?.includes(id) ?? false;
  const name = nameOf(person);

  const setBlocked = (is: boolean) =>
    act(async () => {
      const others = own!.blocked_user_ids.filter((each) => each !== id);
      await api.put("/api/user/profile", {
        body: { blocked_user_ids: is ? [...others, id] : others },
      });
      await syncNow();
    }, is ? words.isBlocked({ name }) : words.isUnblocked({ name }));

  return (
    <>
      <Bar>
        {own && !isMe && (
          <More
            name={name}
            about="user"
            id={id}
            acts={[
              !isBlocked &&
              {
                name: words.block,
                icon: "block",
                run: () => setBlocked(true),
              },
            ]}
          />
        )}
      </Bar>
      <header class="person-head">
        <Avatar person={person} size={72} />
        <div>
          <h1>{name}</h1>
          <p class="hint">
            {handleOf(person)} <Played person={person} />
          </p>
        </div>
      </header>
      {person.is_synthetic && <p class="notice">{words.notAPersonHint}</p>}
      {isBlocked && (
        <p class="notice warning">
          <Icon name="block" />
          <span>{words.youBlock({ name })}</span>
        </p>
      )}
      <div class="actions start">
        {isMe
          ? <a class="button" href="#/me">{words.myProfile}</a>
          : isBlocked
          ? <Button icon="block" onClick={() => setBlocked(false)}>{words.unblock}</Button>
          : (
            <Button look="main" icon="drop" onClick={() => setEncouraging(true)}>
              {words.cheer}
            </Button>
          )}
      </div>
      {friend && <PairStreak friend={friend} friends={friends} />}
      <Badge userId={id} />
      <Entries person={person} isFriend={!!friend} />
      {isEncouraging && <Encourage person={person} onClose={() => setEncouraging(false)} />}
    </>
  );
}

/** The entries that a friend shares with the user; of other people, their public entries. */
function Entries({ person, isFriend }: { person: Card; isFriend: boolean }) {
  const { id } = person;
  const pages = usePages(async (cursor) => {
    const scope = isFriend ? "friends" : "public";
    const query = { scope, user_id: id, limit: 10, cursor } as const;
    const { entries, next_cursor } = await api.get("/api/journal", { params: { query } });
    return { items: entries, next: next_cursor };
  }, [id, isFriend]);
  return (
    <section class="public-entries" aria-labelledby="public-entries">
      <h2 id="public-entries">
        {isFriend ? words.sharedEntries({ name: nameOf(person) }) : words.publicEntries}
      </h2>
      <Pages
        pages={pages}
        label={words.entries}
        empty={
          <Empty
            icon="journal"
            title={isFriend ? friendWords.nothingShared : words.nothingPublic}
          />
        }
      >
        {(entry) => <EntryRow key={entry.id} entry={entry} />}
      </Pages>
    </section>
  );
}
