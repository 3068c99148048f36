import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { joinAddress } from "../../joining.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Card, Field, Select } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { query } from "../../router.ts";
import { api } from "../../service.ts";
import { count, moment, nameOf } from "../../words.ts";
import { act, circlesChanged, circlesVersion, teams } from "./circles.ts";

type Invitation = Answer<"/api/organizations/{id}/invitations", "get">["invitations"][number];

/** What the owners of an organization have sent, and new invitations. */
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
        <h2 id="sent-invitations">Sent</h2>
        <Pages
          pages={pages}
          label="Invitations"
          class="rows sent-invitations"
          empty={
            <Empty icon="link" title="No invitations yet">
              Whoever has a link joins by it until you revoke it.
            </Empty>
          }
        >
          {(invitation) => <Sent key={invitation.id} invitation={invitation} />}
        </Pages>
      </section>
    </>
  );
}

const days: Record<string, string> = { 1: "1 day", 7: "7 days", 14: "14 days", 90: "90 days" };
const inDays = (number: string) => new Date(Date.now() + Number(number) * 86_400_000).toISOString();

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
    <Card title="Invite by a link" icon="link">
      <form class="link-form" onSubmit={submit}>
        <Select label="They join" value={teamId} onText={setTeam} error={errors.team_id}>
          <option value="">The organization alone</option>
          {own.items?.map(({ id, name }) => <option key={id} value={id}>Team {name}</option>)}
        </Select>
        <Select
          label="The link works for"
          value={lasts}
          onText={setLasts}
          error={errors.expires_at}
        >
          {Object.entries(days).map(([value, name]) => (
            <option key={value} value={value}>{name}</option>
          ))}
        </Select>
        <Button look="main" type="submit" isBusy={isBusy}>Make a link</Button>
      </form>
      <Refusal errors={errors} shown={["team_id", "expires_at"]} />
      {code && (
        <NewLink
          address={joinAddress(code)}
          title="Join us"
          hint="It is shown this once. Whoever has it can join."
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
    say("Invited");
    circlesChanged();
  }
  return (
    <form class="inline" onSubmit={submit}>
      <Field
        label="Invite by handle or e-mail"
        value={who}
        onText={setWho}
        error={errors.handle || errors.email || errors[""]}
        autocapitalize="none"
        placeholder="@handle"
      />
      <Button type="submit" isBusy={isBusy} disabled={isBusy || !who.trim()}>Invite</Button>
    </form>
  );
}

const states = {
  accepted: "Accepted",
  declined: "Declined",
  revoked: "Revoked",
  expired: "Expired",
  used_up: "Used up",
} as const;

function Sent({ invitation }: { invitation: Invitation }) {
  const { id, org_id, kind, user, email, team, status, uses, expires_at } = invitation;
  const name = kind === "link" ? "Link" : user ? nameOf(user) : email ?? "Somebody who has left";
  async function revoke() {
    const text = kind === "link"
      ? "Nobody joins by it any more. Who has joined stays."
      : "They can no longer accept it.";
    if (!await confirm("Revoke the invitation?", text, "Revoke")) return;
    await act(() =>
      api.delete("/api/organizations/{id}/invitations/{invitationId}", {
        params: { path: { id: org_id, invitationId: id } },
      }), "Revoked");
  }
  return (
    <li class="person">
      {user ? <Avatar person={user} /> : (
        <span class="circle-icon">
          <Icon name={kind === "link" ? "link" : "me"} />
        </span>
      )}
      <span class="names">
        <strong>{name}{team && ` · Team ${team.name}`}</strong>
        <span class="hint">
          {[
            kind === "link" && `${count(uses, "person", "people")} joined`,
            status === "open" ? `open until ${moment(expires_at)}` : states[status].toLowerCase(),
          ].filter(Boolean).join(" · ")}
        </span>
      </span>
      {status === "open" && <Button look="quiet" onClick={revoke}>Revoke</Button>}
    </li>
  );
}
