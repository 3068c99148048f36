/** The friends of the user under People, their chats, and the open links to the circle. */
import { type Groups, nameOfCircle } from "../../groups.ts";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty } from "../../parts/states.tsx";
import { api } from "../../service.ts";
import { moment } from "../../words.ts";
import { words as circles } from "../../words/circles.ts";
import { words } from "../../words/friends.ts";
import { useInvite } from "../beginnings.tsx";
import { act, circlesChanged } from "../people/circles.ts";
import { CircleRow, teamsWithNews } from "../people/circle-row.tsx";
import { FriendRow } from "./friend-row.tsx";

export function Friends({ groups }: { groups: Groups }) {
  const { friends, invitations, circles: chats } = groups;
  const { invite, isBusy, shown } = useInvite(circlesChanged);
  const news = teamsWithNews();
  const button = (
    <Button
      look={friends.length ? "quiet" : "main"}
      icon="invite"
      isBusy={isBusy}
      onClick={invite}
    >
      {words.inviteFriend}
    </Button>
  );
  return (
    <section aria-labelledby="my-friends">
      <header>
        <h2 id="my-friends">{words.title}</h2>
        {friends.length > 0 && button}
      </header>
      {friends.length
        ? (
          <ul class="friends">
            {friends.map((friend) => (
              <FriendRow
                key={friend.user.id}
                friend={friend}
                friends={friends}
              />
            ))}
          </ul>
        )
        : (
          <Empty icon="people" title={words.nobody}>
            <p>{words.nobodyHint}</p>
            {button}
          </Empty>
        )}
      <ul class="rows">
        {chats.filter(({ members }) => members > 1).map(({ id, members }) => (
          <CircleRow
            key={id}
            address={`/people/team/${id}`}
            icon="comment"
            name={words.chatOf({ circle: nameOfCircle(id)! })}
            hint={words.people({ count: members })}
            isNew={news.has(id)}
          />
        ))}
      </ul>
      <Links invitations={invitations} />
      {shown}
    </section>
  );
}

/** Links that still work: a friend who has one may join. */
function Links({ invitations }: Pick<Groups, "invitations">) {
  if (!invitations.length) return null;
  const revoke = async ({ id, org_id }: Groups["invitations"][number]) => {
    if (!await confirm(circles.askTakeBack, circles.takeBackLinkHint, circles.takeBack)) return;
    const params = { path: { id: org_id, invitationId: id } };
    await act(
      () => api.delete("/api/organizations/{id}/invitations/{invitationId}", { params }),
      circles.takenBack,
    );
  };
  return (
    <>
      <h3 id="open-links">{words.openLinks}</h3>
      <ul class="rows" aria-labelledby="open-links">
        {invitations.map((invitation) => (
          <li key={invitation.id} class="person">
            <span class="circle-icon">
              <Icon name="link" />
            </span>
            <span class="names">
              <span class="hint">
                {circles.openUntil({ until: moment(invitation.expires_at) })}
              </span>
            </span>
            <Button look="quiet" onClick={() => revoke(invitation)}>{circles.takeBack}</Button>
          </li>
        ))}
      </ul>
    </>
  );
}
