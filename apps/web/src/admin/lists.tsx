/** Lists to read: super admins who acted as users, and people who wait for the kit. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { api } from "../service.ts";
import { fullMoment, moment } from "../words.ts";
import { amount, Facts, PersonLink } from "./parts.tsx";
import { type Resource, ResourceScreen } from "./resource.tsx";

type Impersonation = components["schemas"]["ListedImpersonation"];

function stateOf({ used_at, ended_at, expires_at }: Impersonation): [string, string] {
  if (ended_at) return ["Has ended", ""];
  if (used_at) return ["Goes on, for an hour at most", "pending"];
  return new Date(expires_at) > new Date()
    ? ["The link waits", "pending"]
    : ["The link was not used", ""];
}

const impersonations: Resource<Impersonation> = {
  title: "Impersonations",
  icon: "lock",
  nothing: "No super admin has acted as a user",
  read: async (query) => {
    const { impersonations, next_cursor } = await api.get("/api/admin/impersonations", {
      params: { query },
    });
    return { items: impersonations, next: next_cursor };
  },
  nameOf: ({ reason }) => reason,
  children: (each) => {
    const [state, look] = stateOf(each);
    return (
      <>
        <strong>{each.reason}</strong>
        <p class="chips">
          <span class={`chip ${look}`}>{state}</span>
        </p>
        <div class="pair">
          {each.admin ? <PersonLink person={each.admin} /> : <p>A super admin who has left</p>}
          <span class="hint">as</span>
          {each.target ? <PersonLink person={each.target} /> : <p>A user who has left</p>}
        </div>
        <p class="hint">
          Link made {fullMoment(each.created_at)}
          {each.used_at && `, used ${moment(each.used_at)}`}
          {each.ended_at && `, ended ${moment(each.ended_at)}`}
        </p>
      </>
    );
  },
};

export const ImpersonationsScreen = () => (
  <ResourceScreen resource={impersonations}>
    <p class="hint">A link is made on the page of a user.</p>
  </ResourceScreen>
);

type Gate = Pick<
  Awaited<ReturnType<typeof readWaitlist>>,
  "total" | "last_30_days" | "green_light"
>;

const readWaitlist = (query: object) => api.get("/api/admin/kit-waitlist", { params: { query } });

export function WaitlistScreen() {
  const [gate, setGate] = useState<Gate>();
  const waitlist: Resource<components["schemas"]["KitWaitlistSignup"]> = {
    title: "Waitlist of the kit",
    icon: "clip",
    nothing: "No sign-ups yet",
    read: async (query) => {
      const { signups, next_cursor, ...gate } = await readWaitlist(query);
      setGate(gate);
      return { items: signups, next: next_cursor };
    },
    nameOf: ({ email }) => email,
    children: ({ email, name, country, notes, created_at }) => (
      <>
        <strong>{name ?? email}</strong>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
          {country && ` · ${country}`}
        </p>
        {notes && <p class="words">{notes}</p>}
        <p class="hint">Signed up {moment(created_at)}</p>
      </>
    ),
  };
  return (
    <ResourceScreen resource={waitlist}>
      {gate && (
        <section class="card" aria-label="Decision">
          <Facts
            facts={{
              "The kit": (
                <span class={`chip ${gate.green_light ? "completed" : "pending"}`}>
                  {gate.green_light ? "Green light" : "Not yet"}
                </span>
              ),
              "In the last 30 days": amount(gate.last_30_days),
              "In all": amount(gate.total),
            }}
          />
          <p class="hint">The light is green above 200 sign-ups in 30 days.</p>
        </section>
      )}
    </ResourceScreen>
  );
}
