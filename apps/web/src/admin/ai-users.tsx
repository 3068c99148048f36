/** Synthetic users of the workout window. */
import type { components } from "@journal/client";
import { say } from "../parts/dialog.tsx";
import { Tabs } from "../parts/pane.tsx";
import { path } from "../router.ts";
import { api } from "../service.ts";
import { moment, nameOf } from "../words.ts";
import { inWords } from "./fields.ts";
import { PersonLink } from "./parts.tsx";
import { removal, type Resource, ResourceScreen } from "./resource.tsx";
import { TeamsOfDay } from "./teams-of-day.tsx";

type AiUser = components["schemas"]["WorkoutAiUser"];

export const AiUsersScreen = () =>
  path.value[1] === "teams"
    ? <TeamsOfDay parts={<Parts current="/synthetic/teams" />} />
    : (
      <ResourceScreen resource={aiUsers}>
        <Parts current="/synthetic" />
      </ResourceScreen>
    );

const Parts = ({ current }: { current: string }) => (
  <Tabs
    label="Synthetic users"
    tabs={{ "/synthetic": "Users", "/synthetic/teams": "Teams of a day" }}
    current={current}
  />
);

const shares = "Share of the users, from 0 to 1. All shares of a group together are 1; leave a " +
  "group empty for the usual ones.";

const aiUsers: Resource<AiUser> = {
  title: "Synthetic users",
  icon: "people",
  nothing: "There is no synthetic user",
  read: async (query) => {
    const { ai_users, next_cursor } = await api.get("/api/workout-window/admin/ai-users", {
      params: { query },
    });
    return { items: ai_users, next: next_cursor };
  },
  nameOf: ({ profile }) => nameOf(profile),
  children: (each) => (
    <>
      <PersonLink person={{ ...each.profile, id: each.user_id }} />
      <p class="chips">
        <span class={`chip ${each.is_active ? "completed" : ""}`}>
          {each.is_active ? "Active" : "Inactive"}
        </span>
        <span class="chip">{inWords(each.activity_type)}</span>
      </p>
      <p class="hint">
        {each.city}, {each.state} · {each.window_start_time.slice(0, 5)} to{" "}
        {each.window_end_time.slice(0, 5)} in {each.timezone.replaceAll("_", " ")} · checks in{" "}
        {Math.round(each.check_in_probability * 100)} % of the days · made {moment(each.created_at)}
      </p>
    </>
  ),
  create: {
    name: "Generate",
    form: {
      title: "Generate synthetic users",
      send: "Generate",
      fields: {
        of: { path: "/api/workout-window/admin/ai-users/generate", method: "post" },
        said: {
          count: { label: "How many", initial: "10" },
          "config.check_in_probability": {
            label: "Share of the days on which they check in",
            hint: "From 0 to 1; 0.85 when it is empty.",
          },
          "config.seed": {
            label: "Seed",
            hint: "An equal seed makes equal users. Empty for random ones.",
          },
          "config.regions": { label: "Region", hint: shares },
          "config.activities": { label: "Activity", hint: shares },
          "config.time_slots": { label: "Time", hint: shares },
        },
      },
    },
    run: async (body) => {
      const { created, failed } = await api.post("/api/workout-window/admin/ai-users/generate", {
        body,
      });
      say(`${created} made${failed ? `, ${failed} could not be made: try again` : ""}`);
    },
  },
  acts: (each) => {
    const params = { path: { id: each.id } };
    return [
      {
        name: each.is_active ? "Deactivate" : "Activate",
        done: each.is_active ? "It gets no new places" : "It takes part again",
        run: async () =>
          (await api.put("/api/workout-window/admin/ai-users/{id}/toggle", {
            params,
            body: { isActive: !each.is_active },
          })).ai_user,
      },
      removal(
        `Delete ${nameOf(each.profile)}?`,
        "Everything of theirs is deleted: check-ins, places in chains and squads.",
        () => api.delete("/api/workout-window/admin/ai-users/{id}", { params }),
      ),
    ];
  },
};
