/** Competitions of the lab. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { fullMoment, moment } from "../words.ts";
import { inWords, type Operation, type Said } from "./fields.ts";
import { type Resource, ResourceScreen } from "./resource.tsx";

type Competition = components["schemas"]["Competition"];

const fields = {
  of: { path: "/api/lab/admin/competitions", method: "post" } as Operation,
  said: {
    title: "Title",
    description: "Description",
    starts_at: { label: "Begins", hint: "In the time of this device." },
    ends_at: { label: "Ends", hint: "In the time of this device." },
    is_active: {
      label: "Listed",
      initial: "true",
      hint: "Only super admins see unlisted competitions.",
    },
    entry_open: { label: "Takes entries and is scored", initial: "true", hint: "" },
    "scoring_config.weights": {
      label: "Points",
      hint: "From 0 to 1,000, for each user who did so. Empty ones are the usual points.",
    },
  } as Record<string, Said>,
};

const change = async ({ id }: Competition, body: object) =>
  (await api.put("/api/lab/admin/competitions/{id}", { params: { path: { id } }, body }))
    .competition;

const competitions: Resource<Competition> = {
  title: "Competitions",
  icon: "trophy",
  nothing: "There is no competition yet",
  read: async (query) => {
    const { competitions, next_cursor } = await api.get("/api/lab/competitions", {
      params: { query },
    });
    return { items: competitions, next: next_cursor };
  },
  nameOf: ({ title }) => title,
  children: (each) => (
    <>
      <strong>{each.title}</strong>
      {each.description && <p class="words">{each.description}</p>}
      <p class="chips">
        <span class={`chip ${each.is_active ? "completed" : ""}`}>
          {each.is_active ? "Listed" : "Not listed"}
        </span>
        <span class={`chip ${each.entry_open ? "completed" : ""}`}>
          {each.entry_open ? "Takes entries" : "Takes no entries"}
        </span>
      </p>
      <p class="hint">{fullMoment(each.starts_at)} to {fullMoment(each.ends_at)}</p>
      <p class="hint">
        Points: {Object.entries(each.scoring_config.weights)
          .map(([kind, points]) => `${inWords(kind).toLowerCase()} ${points}`).join(", ")}
      </p>
      <p class="hint">
        {each.last_scored_at ? `Scored ${moment(each.last_scored_at)}` : "Not scored yet"} ·{" "}
        <a href="./#/lab/competitions">In the lab</a>
      </p>
    </>
  ),
  create: {
    name: "New competition",
    done: "The competition is there",
    form: { title: "New competition", send: "Create", fields },
    run: async (body) => void await api.post("/api/lab/admin/competitions", { body }),
  },
  acts: (each) => [
    {
      name: each.entry_open ? "Close" : "Open",
      done: each.entry_open ? "It takes no entries" : "It takes entries",
      run: () => change(each, { entry_open: !each.entry_open }),
    },
    {
      name: "Change",
      done: "Changed",
      form: { title: "Change the competition", fields, thing: each },
      run: (body) => change(each, body),
    },
  ],
};

export const CompetitionsScreen = () => <ResourceScreen resource={competitions} />;
