/** The audit log, newest first. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import type { Pictured } from "../parts/avatar.tsx";
import { Button, Field } from "../parts/controls.tsx";
import { Pages } from "../parts/pages.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { go, query } from "../router.ts";
import { api, supabase } from "../service.ts";
import { fullMoment, moment, nameOf } from "../words.ts";
import { Head } from "./parts.tsx";

type Act = components["schemas"]["AuditedAct"] & { people: Record<string, Pictured> };

/** The names of the accounts that still exist. The log keeps ids, which outlive the accounts. */
async function peopleOf(acts: components["schemas"]["AuditedAct"][]) {
  const ids = acts.flatMap(({ actor_id, target_id, target_type }) =>
    [actor_id, target_type === "user" ? target_id : null].filter((id) => id !== null)
  );
  const { data } = await supabase.from("profile_cards").select("id, full_name, handle, avatar_url")
    .in("id", [...new Set(ids)]);
  return Object.fromEntries((data ?? []).map((person) => [person.id, person as Pictured]));
}

export function LogScreen() {
  const targetId = query.value.get("target_id") ?? undefined;
  const act = query.value.get("act") ?? "";
  const pages = usePages(async (cursor) => {
    const { acts, next_cursor } = await api.get("/api/admin/audit-log", {
      params: { query: { cursor, target_id: targetId, act: act || undefined } },
    });
    const people = await peopleOf(acts);
    return { items: acts.map((each): Act => ({ ...each, people })), next: next_cursor };
  }, [`${targetId} ${act}`]);
  return (
    <div class="page wide">
      <Head title="Audit log" />
      <Filter act={act} targetId={targetId} key={`${act} ${targetId}`} />
      <section class="card" aria-label="Acts">
        <Pages
          pages={pages}
          label="Acts"
          empty={<Empty icon="book" title="Nothing was done">Every change appears here.</Empty>}
        >
          {(each) => <Row key={each.id} act={each} />}
        </Pages>
      </section>
    </div>
  );
}

function Filter({ act, targetId }: { act: string; targetId?: string }) {
  const [text, setText] = useState(act);
  const show = (act: string, targetId?: string) =>
    go(
      `/log?${new URLSearchParams({ ...act && { act }, ...targetId && { target_id: targetId } })}`,
    );
  return (
    <form
      class="inline"
      onSubmit={(event) => (event.preventDefault(), show(text.trim(), targetId))}
    >
      <Field
        label={targetId ? "Act on this account" : "Act"}
        value={text}
        onText={setText}
        placeholder="user.drops"
        autocapitalize="none"
      />
      <Button type="submit">Show</Button>
      {(act || targetId) && <Button look="quiet" onClick={() => show("")}>All acts</Button>}
    </form>
  );
}

function Row({ act }: { act: Act }) {
  const { people, actor_id, target_id, target_type, reason, created_at, request_id } = act;
  return (
    <li class="audited">
      <p class="row-head">
        <strong>{act.act}</strong>
        <time dateTime={created_at} title={fullMoment(created_at)}>{moment(created_at)}</time>
      </p>
      <p class="hint">
        <Who id={actor_id} people={people} nobody="The service" />
        {target_id && (
          <>
            {" → "}
            {target_type === "user"
              ? <Who id={target_id} people={people} nobody="" />
              : `${target_type.replaceAll("_", " ")} ${target_id}`}
          </>
        )}
      </p>
      {reason && <p>{reason}</p>}
      {(act.before !== null || act.after !== null) && (
        <details>
          <summary>What changed</summary>
          <pre tabIndex={0}>{changed(act)}</pre>
          {request_id && <p class="hint">Request {request_id}</p>}
        </details>
      )}
    </li>
  );
}

const Who = (
  { id, people, nobody }: { id: string | null; people: Record<string, Pictured>; nobody: string },
) =>
  id
    ? <a href={`#/users/${id}`}>{people[id] ? nameOf(people[id]) : id.slice(0, 8)}</a>
    : <>{nobody}</>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A line for each field that is not the same before and after. */
function changed({ before, after }: Act): string {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) {
    return `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  }
  const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  return [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    .map((key) => [key, JSON.stringify(old![key]), JSON.stringify(now![key])])
    .filter(([, was, is]) => was !== is)
    .map(([key, was, is]) => `${key}: ${[was, is].filter(Boolean).join(" → ")}`)
    .join("\n");
}
