import "./join.css";
import { useEffect } from "preact/hooks";
import { JournalError } from "@journal/client";
import { useAct } from "../../act.ts";
import { beginJoining, endJoining, joining } from "../../joining.ts";
import { Avatar, Played } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Empty, Failed, Loading, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { go, path } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { session, syncNow } from "../../session.ts";
import { nameOf } from "../../words.ts";
import { circlesChanged } from "./circles.ts";
import { Heading } from "../heading.tsx";
import { Credentials } from "../sign-in.tsx";
import { words } from "../../words/circles.ts";

/** The screen behind the link of an invitation, for anybody who has it, signed in or not. */
export function JoinScreen() {
  const code = path.value[1] ?? "";
  const { value, failure, retry } = useRemote(
    () =>
      api.get("/api/invitations/{code}", { params: { path: { code } } }).catch((error) => {
        if (error instanceof JournalError && error.status === 404) return null;
        throw error;
      }),
    [code],
  );
  useEffect(() => void (document.title = words.invitationTitle), []);
  if (!value) {
    return (
      <main class="join">
        <Heading />
        <div class="card">
          <h1 class="hidden">{words.invitation}</h1>
          {value === null
            ? <Empty icon="link" title={words.noInvitation}>{words.noInvitationHint}</Empty>
            : failure
            ? <Failed failure={failure} retry={retry} />
            : <Loading lines={4} label={words.invitation} />}
          {(failure || value === null) && <a class="button" href="#/today">{words.toMyJournal}</a>}
        </div>
      </main>
    );
  }
  const { inviter, organization, team } = value.invitation;
  const isCircle = organization.is_circle;
  const to = isCircle ? words.circleOf({ name: nameOf(inviter) }) : team?.name ?? organization.name;
  return (
    <main class="join">
      <Heading />
      <div class="card">
        <div class="invited-to">
          <Avatar person={inviter} size={72} />
          <h1>{to}</h1>
          <p class="hint">
            {isCircle
              ? words.invitesYouToWrite({ name: nameOf(inviter) })
              : team
              ? words.invitesYouToTeam({ name: nameOf(inviter), organization: organization.name })
              : words.invitesYou({ name: nameOf(inviter) })} <Played person={inviter} />
          </p>
        </div>
        {isCircle && <p class="hint">{words.friendsSeeDone}</p>}
        {session.value === "in" ? <Answer code={code} to={to} /> : (
          <Credentials
            first="up"
            titles={{ up: words.signUpAndJoin, in: words.signInAndJoin }}
            onBegin={() => beginJoining(`/join/${code}`)}
          />
        )}
      </div>
    </main>
  );
}

function Answer({ code, to }: { code: string; to: string }) {
  const { isBusy, errors, act } = useAct();
  const join = () =>
    act(async () => {
      endJoining();
      const body = { code };
      const { organization, team } = await api.post("/api/user/invitations/accept", { body });
      say(words.welcomeTo({ name: to }));
      syncNow();
      circlesChanged();
      const address = organization.is_circle
        ? "/people"
        : team
        ? `/people/team/${team.id}`
        : `/people/organization/${organization.id}`;
      go(address, { replace: true });
    }, {
      already_member() {
        say(words.alreadyIn({ name: to }));
        go("/people", { replace: true });
      },
    });
  // A person who has just signed up to join does not have to confirm it.
  useEffect(() => {
    if (joining() === `/join/${code}`) join();
  }, []);
  return (
    <div class="answer">
      {profile.value && <p class="hint">{words.signedInAs({ name: nameOf(profile.value) })}</p>}
      <Refusal errors={errors} />
      <Button look="main" isBusy={isBusy} onClick={join}>{words.joinNamed({ name: to })}</Button>
      <a class="button quiet" href="#/today" onClick={() => endJoining()}>{words.notNow}</a>
    </div>
  );
}
