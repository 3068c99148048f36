/** One account: usage and cost, drops, and the acts of a super admin on it. */
import { useRef, useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button, Card, Field } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { NewLink } from "../parts/new-link.tsx";
import { Failed, Loading, Refusal } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api } from "../service.ts";
import { count, fullMoment, handleOf, moment, nameOf } from "../words.ts";
import { DeleteUser } from "./delete-user.tsx";
import { amount, Facts, usd, type User, UserChips } from "./parts.tsx";
import { Rights } from "./rights.tsx";
import { ResourceCard } from "./resource.tsx";

export function UserScreen({ id }: { id: string }) {
  const params = { path: { id } };
  const read = useRemote(() => api.get("/api/admin/users/{id}", { params }), [id]);
  const user = read.value?.user;
  return (
    <div class="page wide">
      <a class="button quiet back" href="#/users">
        <Icon name="back" />Users
      </a>
      {user
        ? (
          <>
            <header class="page-head">
              <Avatar person={user} size={56} />
              <div class="who">
                <h1>{nameOf(user)}</h1>
                <p class="hint">
                  {[user.email ?? "No e-mail", handleOf(user)].filter(Boolean).join(" · ")}
                </p>
              </div>
              <UserChips user={user} />
            </header>
            <div class="columns">
              <Usage user={user} />
              <Drops user={user} onDone={read.retry} />
              <Rights user={user} onDone={read.retry} />
              {user.role === "user" && user.is_active && <Impersonate user={user} />}
              <DeleteUser user={user} />
            </div>
            <Ledger id={id} balance={user.drops_balance} />
            <p class="links">
              <a href={`#/log?target_id=${id}`}>Acts on this account</a>
              <a href={`#/imports?user=${id}`}>Import entries for this user</a>
            </p>
          </>
        )
        : read.failure
        ? <Failed failure={read.failure} retry={read.retry} />
        : <Loading lines={6} />}
    </div>
  );
}

const purposes = { tone: "Moods", images: "Images", packs: "Tone packs", other: "Other" } as const;

function Usage({ user: { token_usage: usage, created_at, drops_balance } }: { user: User }) {
  return (
    <Card title="This month" icon="spark">
      <table class="sheet small">
        <thead>
          <tr>
            <th scope="col">AI calls for</th>
            <th scope="col" class="number">Tokens</th>
            <th scope="col" class="number">Images</th>
            <th scope="col" class="number">Cost</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(purposes).map(([kind, name]) => {
            const { tokens, images, cost_usd } = usage[kind as keyof typeof purposes];
            return (
              <tr key={kind}>
                <th scope="row">{name}</th>
                <td class="number">{amount(tokens)}</td>
                <td class="number">{images}</td>
                <td class="number">{usd(cost_usd)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Facts
        facts={{
          "In all": usd(usage.total_cost_usd),
          ...(usage.drops_equivalent !== null && { "In drops": amount(usage.drops_equivalent) }),
          Balance: count(drops_balance, "drop"),
          "Signed up": moment(created_at),
        }}
      />
    </Card>
  );
}

function Drops({ user: { id }, onDone }: { user: User; onDone(): void }) {
  const [fields, setFields] = useState({ delta: "", reason: "" });
  const { isBusy, errors, act } = useAct();
  // The key makes a repeated form the same adjustment.
  const key = useRef(crypto.randomUUID());
  async function send(event: Event) {
    event.preventDefault();
    const delta = Number(fields.delta);
    const isDone = await act(() =>
      api.post("/api/admin/users/{id}/drops", {
        params: { path: { id } },
        headers: { "idempotency-key": key.current },
        body: { delta, reason: fields.reason },
      })
    );
    if (!isDone) return;
    key.current = crypto.randomUUID();
    setFields({ delta: "", reason: "" });
    say(delta > 0 ? "Drops given" : "Drops taken");
    onDone();
  }
  const set = (changes: Partial<typeof fields>) => {
    key.current = crypto.randomUUID();
    setFields({ ...fields, ...changes });
  };
  return (
    <Card title="Give or take drops" icon="drop">
      <form onSubmit={send}>
        <Field
          label="Drops"
          type="number"
          value={fields.delta}
          onText={(delta) => set({ delta })}
          hint="A negative number takes them."
          error={errors.delta}
          required
        />
        <Field
          label="Reason"
          value={fields.reason}
          onText={(reason) => set({ reason })}
          hint="The user reads it in the history."
          error={errors.reason}
          required
        />
        <Refusal errors={errors} shown={["delta", "reason"]} />
        <div class="actions">
          <Button look="main" type="submit" isBusy={isBusy}>Post</Button>
        </div>
      </form>
    </Card>
  );
}

function Impersonate({ user }: { user: User }) {
  const [reason, setReason] = useState("");
  const [link, setLink] = useState<string | null>();
  const { isBusy, errors, act } = useAct();
  async function issue(event: Event) {
    event.preventDefault();
    await act(async () => {
      const { action_link } = await api.post("/api/admin/users/{id}/impersonate", {
        params: { path: { id: user.id } },
        body: { reason },
      });
      setLink(action_link);
    });
  }
  return (
    <Card title="Act as this user" icon="people">
      {link
        ? (
          <NewLink
            address={link}
            title={`Act as ${nameOf(user)}`}
            hint="Open it in a private window within ten minutes. It works once, and the log keeps what follows."
          />
        )
        : (
          <form onSubmit={issue}>
            <Field
              label="Reason"
              value={reason}
              onText={setReason}
              hint="The log keeps it. The user is not asked."
              error={errors.reason}
              required
            />
            <Refusal errors={errors} shown={["reason"]} />
            {link === null && <p class="error">The service has no SITE_URL to make a link with.</p>}
            <div class="actions">
              <Button type="submit" isBusy={isBusy}>Make a link</Button>
            </div>
          </form>
        )}
    </Card>
  );
}

/** The history of a user's drops. */
const Ledger = ({ id, balance }: { id: string; balance: number }) => (
  <ResourceCard
    title="Movements of drops"
    icon="drop"
    nothing="No drops have moved"
    version={balance}
    read={async (query) => {
      const { entries, next_cursor } = await api.get("/api/admin/users/{id}/ledger", {
        params: { path: { id }, query },
      });
      return { items: entries, next: next_cursor };
    }}
    idOf={({ id }) => String(id)}
    nameOf={({ reason }) => reason}
  >
    {({ delta, balance_after, reason, source, created_at }) => (
      <>
        <strong>{delta > 0 ? `+${amount(delta)}` : amount(delta)} drops</strong>
        <p>{reason}</p>
        <p class="hint">
          {fullMoment(created_at)}, by {source.replaceAll("_", " ")} · {amount(balance_after)} then
        </p>
      </>
    )}
  </ResourceCard>
);
