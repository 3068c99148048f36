import { Avatar, Played } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { act, circlesVersion } from "./circles.ts";
import { words } from "../../words/circles.ts";

/** The invitations that the user may answer; nothing without invitations. */
export function Invitations() {
  const { value } = useRemote(
    // Open ones come first.
    () => api.get("/api/user/invitations", { params: { query: { limit: 20 } } }),
    ["invitations", circlesVersion()],
  );
  const open = value?.invitations.filter(({ status }) => status === "open") ?? [];
  if (!open.length) return null;

  const accept = (invitation_id: string) =>
    act(async () => {
      const body = { invitation_id };
      const { organization, team } = await api.post("/api/user/invitations/accept", { body });
      go(team ? `/people/team/${team.id}` : `/people/organization/${organization.id}`);
    }, words.welcome);
  const decline = (id: string) =>
    act(
      () => api.post("/api/user/invitations/{id}/decline", { params: { path: { id } } }),
      words.declined,
    );

  return (
    <section aria-labelledby="my-invitations">
      <h2 id="my-invitations">{words.invitations}</h2>
      <ul class="invitations">
        {open.map(({ id, organization, team, invited_by }) => (
          <li key={id} class="card">
            <div class="person">
              <Avatar person={invited_by} />
              <p>
                {team
                  ? words.invitesToTeam({
                    name: nameOf(invited_by),
                    organization: organization!.name,
                    team: team.name,
                  })
                  : words.invitesTo({ name: nameOf(invited_by), to: organization!.name })}{" "}
                <Played person={invited_by} />
              </p>
            </div>
            <div class="actions">
              <Button onClick={() => decline(id)}>{words.decline}</Button>
              <Button look="main" onClick={() => accept(id)}>{words.join}</Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
