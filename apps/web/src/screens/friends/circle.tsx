/** The people of a circle, the streaks with them, and the ways to end a friendship. */
import { type Friend, nameOfTeam } from "../../groups.ts";
import { Button } from "../../parts/controls.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { usePages } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { words as circles } from "../../words/circles.ts";
import { words } from "../../words/friends.ts";
import { useInvite } from "../beginnings.tsx";
import { act, circlesChanged, circlesVersion, type Team, teamMembers } from "../people/circles.ts";
import { Members } from "../people/members.tsx";
import { Bar } from "../people/pane.tsx";
import { actsOn } from "./pair-acts.ts";
import { Flame, PairAnswer } from "./pair-streak.tsx";
import { useGroups } from "./reading.ts";

export function Circle({ team: { id, org_id, admin_id, member_count } }: { team: Team }) {
  const me = profile.value?.id;
  const isOwn = admin_id === me;
  const name = nameOfTeam(id);
  const { invite, isBusy, shown } = useInvite(circlesChanged);
  const { friends } = useGroups();
  const friendOf = (member: { user_id: string }): Friend | undefined =>
    friends.find(({ user }) => user.id === member.user_id);
  const members = usePages(teamMembers(id), [`members ${id}`, circlesVersion()]);
  const leave = (userId: string) =>
    api.delete("/api/organizations/{id}/members/{userId}", {
      params: { path: { id: org_id, userId } },
    });
  const acts: Acts = [
    !isOwn && {
      name: words.leave,
      icon: "leave",
      asks: { title: words.askLeave({ circle: name }), text: words.leaveHint },
      run: () =>
        act(async () => {
          await leave(me!);
          go("/people");
        }, words.left({ circle: name })),
    },
  ];
  return (
    <div class="article">
      <Bar back={{ to: `/people/team/${id}`, name: circles.chat }}>
        {!isOwn && <Menu label={circles.manage({ name })} acts={acts} />}
      </Bar>
      <h1>{name}</h1>
      <p class="text">{isOwn ? words.allRead : words.allReadHere}</p>
      {isOwn && (
        <div class="actions start">
          <Button icon="invite" isBusy={isBusy} onClick={invite}>{words.inviteFriend}</Button>
        </div>
      )}
      {friends.filter(({ team_id }) => team_id === id).map((friend) => (
        <PairAnswer key={friend.user.id} friend={friend} friends={friends} />
      ))}
      <h2>{words.people({ count: member_count })}</h2>
      <Members
        pages={members}
        titleOf={() => ""}
        besideOf={(member) => {
          const friend = friendOf(member);
          return friend && <Flame friend={friend} />;
        }}
        actsOf={(member) => [
          ...actsOn(friendOf(member), friends),
          isOwn && member.user_id !== me && {
            name: words.end,
            icon: "close",
            asks: { title: words.askEnd({ name: nameOf(member) }), text: words.endHint },
            run: () => act(() => leave(member.user_id), words.ended({ name: nameOf(member) })),
          },
        ]}
      />
      {shown}
    </div>
  );
}
