import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { joinAddress } from "../../joining.ts";
import { Avatar, Played } from "../../parts/avatar.tsx";
import { Button, Card, Field, Select } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { query } from "../../router.ts";
import { api } from "../../service.ts";
import { moment, nameOf } from "../../words.ts";
import { act, circlesChanged, circlesVersion, teams } from "./circles.ts";
import { words } from "../../words/circles.ts";

type Invitation = Answer<"/api/organizations/{id}/invitations", "get">["invitations"][number];

/** The invitations that the owners of an organization have sent, and a form for new ones. */
export function SentInvitations({ orgId }: { orgId: string }) {
  const pages = usePages(async (cursor) => {
    const params = { path: { id: orgId }, query: { limit: 20, cursor } };
    const page = await api.get("/api/organizations/{id}/invitations", { params });
    return { items: page.invitations, next: page.next_cursor };
  }, [`invitations ${orgId}`, circlesVersion()]);
  return (
    <>
      <MakeLink orgId={orgId} />
      <InvitePerson orgId={orgId} />
      <section aria-labelledby="sent-invitations">
        <h2 id="sent-invitations">{words.sent}</h2>
        <Pages
          pages={pages}
          label={words.invitations}
          class="rows sent-invitations"
          empty={
            <Empty icon="link" title={words.noInvitations}>
              {words.noInvitationsHint}
            </Empty>
          }
        >
          {(invitation) => <Sent key={invitation.id} invitation={invitation} />}
        </Pages>
      </section>
    </>
  );
}

const inDays = (days: string) => new Date(Date.now() + Number(days) * 86_400_000).toISOString();

function MakeLink({ orgId }: { orgId: string }) {
  const [teamId, setTeam] = useState(query.value.get("team") ?? "");
  const [lasts, setLasts] = useState("14");
  const [code, setCode] = useState<string | null>(null);
  const own = usePages(teams(orgId), [`teams ${orgId}`]);
  const { isBusy, errors, act: make } = useAct();
  async function submit(event: Event) {
    event.preventDefault();
    const isMade = await make(async () => {
      const { code } = await api.post("/api/organizations/{id}/invitations", {
        params: { path: { id: orgId } },
        body: { link: true, team_id: teamId || undefined, expires_at: inDays(lasts) },
      });
      setCode(code);
    });
    if (isMade) circlesChanged();
  }
  return (
    <Card title={words.inviteByLink} icon="link">
      <form class="link-form" onSubmit={submit}>
        <Select label={words.theyJoin} value={teamId} onText={setTeam} error={errors.team_id}>
          <option value="">{words.onlyOrganization}</option>
          {own.items?.map(({ id, name }) => (
            <option key={id} value={id}>{words.teamNamed({ name })}</option>
          ))}
        </Select>
        <Select
          label={words.linkWorksFor}
          value={lasts}
          onText={setLasts}
          error={errors.expires_at}
        >
          {[1, 7, 14, 90].map((count) => (
            <option key={count} value={count}>{words.days({ count })}</option>
          ))}
        </Select>
        <Button look="main" type="submit" isBusy={isBusy}>{words.makeLink}</Button>
      </form>
      <Refusal errors={errors} shown={["team_id", "expires_at"]} />
      {code && (
        <NewLink
          address={joinAddress(code)}
          title={words.joinUs}
          hint={words.linkHint}
        />
      )}
    </Card>
  );
}

function InvitePerson({ orgId }: { orgId: string }) {
  const [who, setWho] = useState("");
  const { isBusy, errors, act: send } = useAct();
  async function submit(event: Event) {
    event.preventDefault();
    const text = who.trim();
    const body = /.@./.test(text) ? { email: text } : { handle: text.replace(/^@/, "") };
    const params = { path: { id: orgId } };
    if (!await send(() => api.post("/api/organizations/{id}/invitations", { params, body }))) {
      return;
    }
    setWho("");
    say(words.invited);
    circlesChanged();
  }
  return (
    <form class="inline" onSubmit={submit}>
      <Field
        label={words.inviteByHandle}
        value={who}
        onText={setWho}
        error={errors.handle || errors.email || errors[""]}
        autocapitalize="none"
        placeholder={words.handleExample}
      />
      <Button type="submit" isBusy={isBusy} disabled={isBusy || !who.trim()}>{words.invite}</Button>
    </form>
  );
}

function Sent({ invitation }: { invitation: Invitation }) {
  const { id, org_id, kind, user, email, team, status, uses, expires_at } = invitation;
  const name = kind === "link" ? words.link : user ? nameOf(user) : email ?? words.someoneWhoLeft;
  async function revoke() {
    const text = kind === "link" ? words.takeBackLinkHint : words.takeBackHint;
    if (!await confirm(words.askTakeBack, text, words.takeBack)) return;
    await act(() =>
      api.delete("/api/organizations/{id}/invitations/{invitationId}", {
        params: { path: { id: org_id, invitationId: id } },
      }), words.takenBack);
  }
  return (
    <li class="person">
      {user ? <Avatar person={user} /> : (
        <span class="circle-icon">
          <Icon name={kind === "link" ? "link" : "me"} />
        </span>
      )}
      <span class="names">
        <strong>
          {[name, team && words.teamNamed({ name: team.name })].filter(Boolean).join(" · ")}{" "}
          {user && <Played person={user} />}
        </strong>
        <span class="hint">
          {[
            kind === "link" && words.joined({ count: uses }),
            status === "open"
              ? words.openUntil({ until: moment(expires_at) })
              : words.invitationStates[status],
          ].filter(Boolean).join(" · ")}
        </span>
      </span>
      {status === "open" && <Button look="quiet" onClick={revoke}>{words.takeBack}</Button>}
    </li>
  );
}
