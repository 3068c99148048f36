/** The streak that the user keeps with a friend: its flame, its card, and the answer to an invitation. */
import "./pair-streak.css";
import { useState } from "preact/hooks";
import type { Friend } from "../../groups.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Card } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { profile } from "../../service.ts";
import { dateOf, nameOf, number } from "../../words.ts";
import { words } from "../../words/friends.ts";
import { useStreaks } from "../streak-line.tsx";
import { accept, actsOn, ask, decline, obstacle, stateOf } from "./pair-acts.ts";

/** The flame with the days of an active streak. */
export function Flame({ friend: { pair_streak: streak } }: { friend: Friend }) {
  if (streak?.state !== "active") return null;
  return (
    <span class={`flame ${streak.current ? "lit" : ""}`}>
      <Icon name="flame" size={16} />
      <span aria-hidden="true">{number(streak.current)}</span>
      <span class="hidden">{words.pair.days({ count: streak.current })}</span>
    </span>
  );
}

/** A button that goes on once at a time. */
function Once({ look, act, children }: {
  look: "main" | "plain";
  act(): Promise<unknown>;
  children: string;
}) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      look={look}
      isBusy={isBusy}
      onClick={() => (setBusy(true), act().finally(() => setBusy(false)))}
    >
      {children}
    </Button>
  );
}

/** The answer to a friend who asks for a streak. */
export function PairAnswer({ friend, friends }: { friend: Friend; friends: Friend[] }) {
  if (stateOf(friend) !== "invited") return null;
  return (
    <div class="pair-answer">
      <p>
        <Icon name="flame" /> {words.pair.asksYou({ name: nameOf(friend.user) })}
      </p>
      <Obstacle friend={friend} friends={friends} />
      <div class="actions start">
        {!obstacle(friend, friends) && (
          <Once look="main" act={() => accept(friend)}>{words.pair.accept}</Once>
        )}
        <Once look="plain" act={() => decline(friend)}>{words.pair.decline}</Once>
      </div>
    </div>
  );
}

/** Why no streak can begin, where the user can change it. */
function Obstacle({ friend, friends }: { friend: Friend; friends: Friend[] }) {
  const found = obstacle(friend, friends);
  if (found === "most") return <p class="hint">{words.pair.most}</p>;
  if (found !== "hidden") return null;
  return (
    <p class="hint">
      {words.pair.meHidden} <a href="#/me/profile">{words.pair.toSetting}</a>
    </p>
  );
}

/** The streak on the page of a friend. */
export function PairStreak(
  { friend, friends }: { friend: Friend; friends: Friend[] },
) {
  const state = stateOf(friend);
  const found = obstacle(friend, friends);
  if (found === "never" && (state === "none" || state === "ended")) return null;
  const isOpen = state === "none" || state === "ended";
  return (
    <Card
      title={words.pair.title}
      icon="flame"
      aside={!isOpen && state !== "invited" && (
        <Menu label={words.pair.title} acts={actsOn(friend, friends)} />
      )}
    >
      {state === "active" && <Active friend={friend} />}
      {state === "waiting" && <p>{words.pair.waiting({ name: nameOf(friend.user) })}</p>}
      {state === "ended" && <Ended streak={friend.pair_streak!} />}
      <PairAnswer friend={friend} friends={friends} />
      <p class="hint">{words.pair.explained}</p>
      {isOpen && <Obstacle friend={friend} friends={friends} />}
      {isOpen && !found && (
        <div class="actions start">
          <Once look="main" act={() => ask(friend)}>{words.pair.ask}</Once>
        </div>
      )}
    </Card>
  );
}

type Streak = NonNullable<Friend["pair_streak"]>;

const Ended = ({ streak: { ended_at, longest } }: { streak: Streak }) => (
  <p>
    {ended_at && words.pair.endedOn({ date: dateOf(ended_at) })}{" "}
    {longest > 0 && words.pair.longest({ count: longest })}
  </p>
);

function Active({ friend: { user, pair_streak } }: { friend: Friend }) {
  const { current, longest, mine_today, theirs_today } = pair_streak!;
  const pause = useStreaks().value?.pause;
  const own = profile.value;
  const name = nameOf(user);
  return (
    <>
      <div class={`pair-count ${current ? "lit" : ""}`}>
        <Icon name="flame" size={40} />
        <p>
          <strong>{words.pair.days({ count: current })}</strong>
          {longest > current && <span class="hint">{words.pair.longest({ count: longest })}</span>}
        </p>
      </div>
      <ul class="pair-today">
        <Day
          person={own ?? null}
          isDone={mine_today}
          text={mine_today ? words.pair.mine : words.pair.notMine}
        />
        <Day
          person={user}
          isDone={theirs_today}
          text={(theirs_today ? words.pair.theirs : words.pair.notTheirs)({
            name,
          })}
        />
      </ul>
      {pause && <p class="hint">{words.pair.paused({ date: dateOf(pause.until) })}</p>}
    </>
  );
}

const Day = ({ person, isDone, text }: {
  person: Parameters<typeof Avatar>[0]["person"];
  isDone: boolean;
  text: string;
}) => (
  <li>
    <span class="friend-face">
      <Avatar person={person} size={36} />
      {isDone && (
        <span class="tick">
          <Icon name="check" size={12} />
        </span>
      )}
    </span>
    <span class={isDone ? "" : "hint"}>{text}</span>
  </li>
);
