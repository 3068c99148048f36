/** The members of the two teams of a date, by squad. */
import type { Answer } from "@journal/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/controls.tsx";
import { Pages } from "../parts/pages.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { go, query } from "../router.ts";
import { api } from "../service.ts";
import { nameOf } from "../words.ts";
import { amount, Facts, Head } from "./parts.tsx";

type Teams = Answer<"/api/workout-window/admin/teams/{date}", "get">["teams"];
type Squad = Teams["red"]["squads"][number] & { color: string };

export function TeamsOfDay({ parts }: { parts: ComponentChildren }) {
  const date = query.value.get("date") ?? new Date().toISOString().slice(0, 10);
  const [teams, setTeams] = useState<Teams>();
  const pages = usePages<Squad>(async (cursor) => {
    const page = await api.get("/api/workout-window/admin/teams/{date}", {
      params: { path: { date }, query: { cursor } },
    });
    setTeams(page.teams);
    const { red, blue } = page.teams;
    return {
      items: [
        ...red.squads.map((squad) => ({ ...squad, color: "Red" })),
        ...blue.squads.map((squad) => ({ ...squad, color: "Blue" })),
      ],
      next: page.next_cursor,
    };
  }, [date]);
  return (
    <div class="page wide">
      <Head title="Synthetic users" />
      {parts}
      <Field
        label="Date"
        type="date"
        value={date}
        onText={(date) => go(`/synthetic/teams?date=${date}`, { replace: true })}
      />
      {teams && pages.items && (
        <div class="columns">
          {(["red", "blue"] as const).map((color) => (
            <section class="card" key={color} aria-label={`Team ${color}`}>
              <h2>Team {color}</h2>
              <Facts
                facts={{
                  Members: amount(teams[color].members),
                  People: amount(teams[color].real),
                  Synthetic: amount(teams[color].ai),
                }}
              />
            </section>
          ))}
        </div>
      )}
      <section class="card" aria-label="Squads">
        <Pages
          pages={pages}
          label="Squads"
          empty={<Empty icon="team" title="No squads on this date" />}
        >
          {({ id, color, members }) => (
            <li class="day" key={id}>
              <strong>Squad of the {color.toLowerCase()} team</strong>
              <p class="chips">
                {members.map((member) => (
                  <a class="chip" key={member.id} href={`#/users/${member.id}`}>
                    {nameOf(member)}
                    {member.is_ai && " (synthetic)"}
                  </a>
                ))}
              </p>
            </li>
          )}
        </Pages>
      </section>
    </div>
  );
}
