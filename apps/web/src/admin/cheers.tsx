/** Templates of cheers, and the number of cheers on each day. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Card } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Loaded, Refusal } from "../parts/states.tsx";
import { Tabs } from "../parts/pane.tsx";
import { useRemote } from "../remote.ts";
import { path } from "../router.ts";
import { api } from "../service.ts";
import { count, moment } from "../words.ts";
import type { Operation, Said } from "./fields.ts";
import { Form } from "./form.tsx";
import { Address, amount, Facts, Head } from "./parts.tsx";
import { removal, type Resource, ResourceScreen } from "./resource.tsx";

type Template = components["schemas"]["DropTemplate"];

export const CheersScreen = () =>
  path.value[1] === "rules" ? <Rules /> : (
    <ResourceScreen resource={templates}>
      <Parts current="/cheers" />
    </ResourceScreen>
  );

const Parts = ({ current }: { current: string }) => (
  <Tabs
    label="Cheers"
    tabs={{ "/cheers": "Templates", "/cheers/rules": "Rules" }}
    current={current}
  />
);

const kinds: Record<Template["drop_type"], string> = {
  encouragement: "Encouragement",
  media: "Music or video",
  science_tidbit: "A fact of science",
};

const fields = {
  of: { path: "/api/encouragement-drops/admin/templates", method: "post" } as Operation,
  said: {
    drop_type: { label: "Kind", hint: "", choices: kinds },
    title: "Title",
    content: "Words",
    media_url: "Address of the music or video",
    media_type: "Kind of media",
    thumbnail_url: "Address of its picture",
    is_approved: { label: "Approved", hint: "Users see approved templates only." },
  } as Record<string, Said>,
};

const change = async ({ id }: Template, body: object) =>
  (await api.put("/api/encouragement-drops/admin/templates/{id}", {
    params: { path: { id } },
    body,
  })).template;

const templates: Resource<Template> = {
  title: "Cheers",
  icon: "heart",
  nothing: "No template is here",
  filters: { type: { label: "Show", choices: { "": "All kinds", ...kinds } } },
  read: async (query) => {
    const { templates, next_cursor } = await api.get("/api/encouragement-drops/admin/templates", {
      params: { query: query as { type?: Template["drop_type"] } },
    });
    return { items: templates, next: next_cursor };
  },
  nameOf: ({ title }) => title,
  children: (each) => (
    <>
      <strong>{each.title}</strong>
      {each.content && <p class="words">{each.content}</p>}
      {each.media_url && <Address url={each.media_url} />}
      <p class="chips">
        <span class={`chip ${each.is_approved ? "completed" : "pending"}`}>
          {each.is_approved ? "Approved" : "Not approved"}
        </span>
        <span class="chip">{kinds[each.drop_type]}</span>
        <span class="hint">
          Sent {count(each.usage_count, "time")}, changed {moment(each.updated_at)}
        </span>
      </p>
    </>
  ),
  create: {
    name: "New template",
    done: "The template is there",
    form: { title: "New template", send: "Create", fields },
    run: async (body) => void await api.post("/api/encouragement-drops/admin/templates", { body }),
  },
  acts: (each) => [
    {
      name: each.is_approved ? "Withdraw" : "Approve",
      done: each.is_approved ? "Users do not see it" : "Users see it",
      run: () => change(each, { is_approved: !each.is_approved }),
    },
    {
      name: "Change",
      done: "Changed",
      form: { title: "Change the template", fields, thing: each },
      run: (body) => change(each, body),
    },
    removal(
      `Delete “${each.title}”?`,
      "Cheers that were sent with it stay.",
      () =>
        api.delete("/api/encouragement-drops/admin/templates/{id}", {
          params: { path: { id: each.id } },
        }),
    ),
  ],
};

function Rules() {
  const remote = useRemote(
    async () => (await api.get("/api/encouragement-drops/admin/config")).config,
    [],
  );
  return (
    <div class="page wide">
      <Head title="Cheers" />
      <Parts current="/cheers/rules" />
      <div class="columns">
        <Card title="Rules" icon="heart">
          <Loaded remote={remote} label="Loading the rules">
            {(config) => (
              <Form
                key={JSON.stringify(config)}
                name="Save"
                thing={config}
                fields={{
                  of: { path: "/api/encouragement-drops/admin/config", method: "put" },
                  said: {
                    daily_allowance: "Cheers a day",
                    bonus_drops_per_engagement: "Bonus for a cheer that helped",
                    engagement_window_hours: "Hours in which it helps",
                    max_custom_drops_per_day: "Cheers a day in own words",
                  },
                }}
                send={(body) => api.put("/api/encouragement-drops/admin/config", { body })}
                onDone={() => (say("Saved"), remote.retry())}
              />
            )}
          </Loaded>
        </Card>
        <Engagement />
      </div>
    </div>
  );
}

/** The job that finds out which cheers have helped, by hand. */
function Engagement() {
  const [results, setResults] = useState<Record<string, unknown>>();
  const { isBusy, errors, act } = useAct();
  const run = () =>
    act(async () => {
      const done = await api.post("/api/encouragement-drops/admin/process-engagement");
      setResults(done.results);
      say(done.message);
    });
  return (
    <Card title="Bonus drops" icon="drop">
      <p>
        A job finds the cheers after which somebody wrote, and gives their senders the bonus. It
        runs by itself; you can run it at once.
      </p>
      {results && (
        <Facts
          facts={Object.fromEntries(
            Object.entries(results).filter(([, value]) => typeof value === "number")
              .map(([name, value]) => [name.replaceAll("_", " "), amount(value as number)]),
          )}
        />
      )}
      <Refusal errors={errors} />
      <div class="actions">
        <Button isBusy={isBusy} onClick={run}>Run the job</Button>
      </div>
    </Card>
  );
}
