/** Items that wait for a decision: check-ins in doubt, and submissions of users and sponsors. */
import type { components } from "@journal/client";
import { Empty } from "../parts/states.tsx";
import { Tabs } from "../parts/pane.tsx";
import { path } from "../router.ts";
import { api } from "../service.ts";
import { fullMoment, moment, shortDay } from "../words.ts";
import { Address, Facts, Head, PersonLink } from "./parts.tsx";
import { Queue } from "./queue.tsx";
import { Templates } from "./templates.tsx";

type CheckIn = components["schemas"]["FlaggedWorkoutCheckIn"];

const tabs = {
  "/review": "Check-ins",
  "/review/videos": "Videos",
  "/review/opportunities": "Opportunities",
  "/review/sponsors": "Sponsors",
  "/review/templates": "Templates",
};

export function ReviewScreen() {
  const [, kind = ""] = path.value;
  const address = `/review${kind && `/${kind}`}`;
  return (
    <div class="page wide">
      <Head title="Review" />
      <Tabs label="What to review" tabs={tabs} current={address} />
      {kind === ""
        ? <CheckIns />
        : kind === "videos"
        ? <Videos />
        : kind === "opportunities"
        ? <Opportunities />
        : kind === "sponsors"
        ? <Sponsors />
        : kind === "templates"
        ? <Templates />
        : <Empty icon="search" title="There is nothing at this address" />}
    </div>
  );
}

const at = (cursor?: string) => ({ params: { query: { cursor } } });
const of = (id: string) => ({ params: { path: { id } } });

const doubts: Record<string, string> = {
  outside_window: "Sent outside of the window",
  photo_time: "The camera says another time",
  late_upload: "Made in the window by the device’s clock, and sent after it",
  too_soon: "Less than 12 hours after the last check-in",
  photo_seen_before: "The photo was sent before",
};
const doubtsOf = ({ review_reason }: CheckIn) =>
  review_reason?.split(",").map((doubt) => doubts[doubt] ?? doubt.replaceAll("_", " ")) ?? [];

const CheckIns = () => (
  <Queue
    label="Check-ins"
    nothing="No check-in is in doubt"
    read={async (cursor) => {
      const { checkins, next_cursor } = await api.get(
        "/api/workout-window/admin/checkins/flagged",
        at(cursor),
      );
      return { items: checkins, next: next_cursor };
    }}
    yes={{
      name: "Verify",
      done: "Verified",
      run: ({ id }) => api.post("/api/workout-window/admin/checkins/{id}/verify", of(id)),
    }}
    no={{
      name: "Reject",
      done: "Rejected",
      hint: "It loses its chips, and the day counts as missed. The log keeps the reason.",
      isOptional: true,
      run: ({ id }, reason) =>
        api.post("/api/workout-window/admin/checkins/{id}/reject", {
          ...of(id),
          body: { reason: reason || undefined },
        }),
    }}
    nameOf={({ user, date }) => `${user.full_name ?? user.handle}, ${shortDay(date)}`}
  >
    {(checkIn) => (
      <>
        {checkIn.photo_url
          ? (
            <a class="evidence" href={checkIn.photo_url} target="_blank" rel="noreferrer">
              <img src={checkIn.photo_url} alt={`Photo of ${checkIn.user.handle}`} loading="lazy" />
            </a>
          )
          : <p class="evidence hint">No photo</p>}
        <div class="case">
          <PersonLink person={checkIn.user} />
          <ul class="chips">
            {doubtsOf(checkIn).map((doubt) => <li class="chip pending" key={doubt}>{doubt}</li>)}
          </ul>
          <Facts
            facts={{
              Day: shortDay(checkIn.date),
              Activity: checkIn.activity_type,
              Sent: fullMoment(checkIn.created_at),
              ...checkIn.taken_at && { "Made, by the device": fullMoment(checkIn.taken_at) },
              Taken: checkIn.photo_timestamp
                ? fullMoment(checkIn.photo_timestamp)
                : "The camera does not say",
              Chips: checkIn.battle_chips_earned,
            }}
          />
        </div>
      </>
    )}
  </Queue>
);

const kept = "The sender reads the reason.";
const approve = { name: "Approve", done: "Approved" };
const decline = { name: "Decline", done: "Declined", hint: kept };

const Videos = () => (
  <Queue
    label="Videos"
    nothing="No video waits"
    read={async (cursor) => {
      const { videos, next_cursor } = await api.get("/api/lab/admin/videos/pending", at(cursor));
      return { items: videos, next: next_cursor };
    }}
    yes={{ ...approve, run: ({ id }) => api.post("/api/lab/admin/videos/{id}/approve", of(id)) }}
    no={{
      ...decline,
      run: ({ id }, reason) =>
        api.post("/api/lab/admin/videos/{id}/decline", { ...of(id), body: { reason } }),
    }}
    nameOf={({ title }) => title}
  >
    {({ title, url, submitted_by, created_at }) => (
      <div class="case">
        <h2>{title}</h2>
        <Address url={url} />
        <Submitted at={created_at} by={submitted_by} />
      </div>
    )}
  </Queue>
);

const Submitted = ({ at, by }: { at: string; by: string | null }) => (
  <p class="hint">
    {moment(at)}
    {by && (
      <>
        , by <a href={`#/users/${by}`}>a user</a>
      </>
    )}
  </p>
);

const Opportunities = () => (
  <Queue
    label="Opportunities"
    nothing="No opportunity waits"
    read={async (cursor) => {
      const { opportunities, next_cursor } = await api.get(
        "/api/lab/admin/opportunities/pending",
        at(cursor),
      );
      return { items: opportunities, next: next_cursor };
    }}
    yes={{
      ...approve,
      run: ({ id }) => api.post("/api/lab/admin/opportunities/{id}/approve", of(id)),
    }}
    no={{
      ...decline,
      run: ({ id }, reason) =>
        api.post("/api/lab/admin/opportunities/{id}/decline", { ...of(id), body: { reason } }),
    }}
    nameOf={({ title }) => title}
  >
    {({ kind, title, organization_name, description, url, deadline, submitted_by, created_at }) => (
      <div class="case">
        <h2>{title}</h2>
        <p>
          <span class="chip kind">{kind}</span> {organization_name}
          {deadline && `, until ${shortDay(deadline)}`}
        </p>
        {description && <p class="words">{description}</p>}
        {url && <Address url={url} />}
        <Submitted at={created_at} by={submitted_by} />
      </div>
    )}
  </Queue>
);

const Sponsors = () => (
  <Queue
    label="Sponsors"
    nothing="No sponsor waits"
    read={async (cursor) => {
      const { sponsors, next_cursor } = await api.get(
        "/api/lab/admin/sponsors/pending",
        at(cursor),
      );
      return { items: sponsors, next: next_cursor };
    }}
    yes={{ ...approve, run: ({ id }) => api.post("/api/lab/admin/sponsors/{id}/approve", of(id)) }}
    no={{
      ...decline,
      hint: "The sponsor is not told; the log keeps the reason.",
      run: ({ id }, reason) =>
        api.post("/api/lab/admin/sponsors/{id}/decline", { ...of(id), body: { reason } }),
    }}
    nameOf={({ name }) => name}
  >
    {({ name, tier, contact_name, contact_email, applied_at }) => (
      <div class="case">
        <h2>{name}</h2>
        <p>
          <span class="chip kind">{tier}</span> {contact_name},{" "}
          <a href={`mailto:${contact_email}`}>{contact_email}</a>
        </p>
        <p class="hint">Applied {moment(applied_at)}</p>
      </div>
    )}
  </Queue>
);
