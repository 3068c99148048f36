/** Internships and the like, and the waitlist of the kit. */
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { rowsOf } from "../../data-api.ts";
import { Button, Card, Field, Select, TextArea } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go, query } from "../../router.ts";
import { api, profile, supabase } from "../../service.ts";
import { dateOf } from "../../words.ts";
import { Kit } from "./kit.tsx";

type Opportunity = Answer<"/api/lab/opportunities", "get">["opportunities"][number];

const kinds: Record<Opportunity["kind"], string> = {
  internship: "Internship",
  scholarship: "Scholarship",
  fellowship: "Fellowship",
  mentorship: "Mentorship",
};

export function Opportunities() {
  const kind = query.value.get("kind") ?? "";
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState(0);
  const pages = usePages(async (cursor) => {
    const { opportunities, next_cursor } = await api.get("/api/lab/opportunities", {
      params: { query: { kind: (kind || undefined) as Opportunity["kind"] | undefined, cursor } },
    });
    return { items: opportunities, next: next_cursor };
  }, [`opportunities ${kind}`]);
  return (
    <>
      <div class="filters">
        <label class="hidden" for="opportunity-kind">Kind</label>
        <select
          id="opportunity-kind"
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            go(`/lab/opportunities${value && `?kind=${value}`}`, { replace: true })}
        >
          <option value="">Everything</option>
          {Object.entries(kinds).map(([key, name]) => <option key={key} value={key}>{name}
          </option>)}
        </select>
        <Button icon="plus" onClick={() => setOpen(true)}>Suggest one</Button>
      </div>
      <Pages
        pages={pages}
        label="Opportunities"
        lines={5}
        class="tiles"
        empty={<Empty icon="star" title="No opportunities">Do you know of one? Suggest it.</Empty>}
      >
        {(each) => (
          <li class="card" key={each.id}>
            <p class="chips">
              <span class="chip visibility">{kinds[each.kind]}</span>
              {each.deadline && <span class="chip">Until {dateOf(each.deadline)}</span>}
            </p>
            <h2>{each.title}</h2>
            <p class="hint">{each.organization_name}</p>
            {each.description && <p class="text">{each.description}</p>}
            {each.url && (
              <p>
                <a class="button" href={each.url} target="_blank" rel="noreferrer noopener">
                  Look at it
                </a>
              </p>
            )}
          </li>
        )}
      </Pages>
      <Own version={sent} />
      <Kit />
      {isOpen && (
        <Suggest
          onClose={() => setOpen(false)}
          onSent={() => (setOpen(false), setSent(sent + 1))}
        />
      )}
    </>
  );
}

interface OwnOpportunity {
  id: string;
  title: string;
  status: "pending" | "approved" | "declined";
  decline_reason: string | null;
}

const states = {
  pending: ["Waits for a review", "pending"],
  approved: ["Is listed", "completed"],
  declined: ["Was declined", "failed"],
} as const;

/** The opportunities that the user has suggested. */
function Own({ version }: { version: number }) {
  const me = profile.value?.id;
  const { value = [] } = useRemote(
    () =>
      me
        ? rowsOf<OwnOpportunity[]>(
          supabase.from("opportunities").select("id, title, status, decline_reason")
            .eq("submitted_by", me).order("created_at", { ascending: false }).limit(20),
        )
        : Promise.resolve([]),
    [me, version],
  );
  if (!value.length) return null;
  return (
    <Card title="What you suggested" icon="send">
      <ul class="rows">
        {value.map(({ id, title, status, decline_reason }) => (
          <li class="own-suggestion" key={id}>
            <strong>{title}</strong>
            <span class={`chip ${states[status][1]}`}>{states[status][0]}</span>
            {decline_reason && <p class="hint">{decline_reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Suggest({ onClose, onSent }: { onClose(): void; onSent(): void }) {
  const [fields, setFields] = useState({
    kind: "internship",
    title: "",
    organization_name: "",
    description: "",
    url: "",
    deadline: "",
  });
  const { isBusy, errors, act } = useAct();
  const bind = (name: keyof typeof fields) => ({
    value: fields[name],
    onText: (value: string) => setFields({ ...fields, [name]: value }),
    error: errors[name],
  });
  async function send(event: Event) {
    event.preventDefault();
    const { kind, url, deadline, ...rest } = fields;
    const body = {
      ...rest,
      kind: kind as Opportunity["kind"],
      url: url || null,
      deadline: deadline || null,
    };
    if (!await act(() => api.post("/api/lab/opportunities", { body }))) return;
    say("Thank you. It is listed after a review.");
    onSent();
  }
  return (
    <Dialog title="Suggest an opportunity" onClose={onClose}>
      <form onSubmit={send}>
        <Select {...bind("kind")} label="What it is">
          {Object.entries(kinds).map(([key, name]) => <option key={key} value={key}>{name}
          </option>)}
        </Select>
        <Field {...bind("title")} label="Title" maxLength={200} required />
        <Field {...bind("organization_name")} label="Who offers it" maxLength={100} required />
        <TextArea {...bind("description")} label="Description" rows={3} maxLength={2000} />
        <Field {...bind("url")} label="Web address" placeholder="https://" />
        <Field {...bind("deadline")} label="Last day to apply" type="date" />
        <Refusal errors={errors} shown={Object.keys(fields)} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={isBusy}>Send</Button>
        </div>
      </form>
    </Dialog>
  );
}
