/** The friends of the user on Today: who waits for an answer, then the latest entry first. */
import type { Friend } from "../../groups.ts";
import { useGroups } from "./reading.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { words } from "../../words/friends.ts";
import { useInvite } from "../beginnings.tsx";
import { FriendRow } from "./friend-row.tsx";
import { stateOf } from "./pair-acts.ts";

/** How many friends are shown; the others are under People. */
const SHOWN = 4;

export function Faces() {
  const { friends } = useGroups();
  const { invite, isBusy, shown } = useInvite();
  if (!friends.length) return null;
  const asks = (friend: Friend) => stateOf(friend) === "invited";
  const shownFirst = [...friends.filter(asks), ...friends.filter((each) => !asks(each))];
  return (
    <Card
      title={words.title}
      icon="people"
      aside={
        <Button look="quiet" icon="invite" isBusy={isBusy} onClick={invite}>
          {words.invite}
        </Button>
      }
    >
      <ul class="friends">
        {shownFirst.slice(0, SHOWN).map((friend) => (
          <FriendRow
            key={friend.user.id}
            friend={friend}
            friends={friends}
          />
        ))}
      </ul>
      {friends.length > SHOWN && (
        <p>
          <a class="button quiet" href="#/people">{words.all}</a>
        </p>
      )}
      {shown}
    </Card>
  );
}
