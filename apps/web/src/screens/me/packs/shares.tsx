import { useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Played } from "../../../parts/avatar.tsx";
import { Button, Card, Field } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { nameOf } from "../../../words.ts";
import { cardsOf } from "../../../data-api.ts";
import type { Pack } from "./facts.ts";
import { words } from "../../../words/shop.ts";

/** The people who may use the pack without buying it. */
export function Shares(
  { pack: { id, shares }, changed }: { pack: Pack; changed(): void },
) {
  const params = { path: { id } };
  const [to, setTo] = useState("");
  const { isBusy, errors, act, setErrors } = useAct();
  const ids = (shares ?? []).flatMap(({ user_id }) => user_id ?? []);
  const { value: people } = useRemote(() => cardsOf(ids), [ids.join()]);

  async function share(event: Event) {
    event.preventDefault();
    const name = to.trim().replace(/^@/, "");
    await act(async () => {
      const body = name.includes("@") ? { email: name } : { user_id: await idOf(name) };
      if (!body.email && !body.user_id) return setErrors({ to: words.noSuchHandle });
      await api.post("/api/tone-packs/{id}/share", { params, body });
      setTo("");
      say(words.shared);
      changed();
    }, { already_shared: () => (setTo(""), changed()) });
  }
  const unshare = (shareId: string) =>
    act(async () => {
      const path = { id, userId: shareId };
      await api.delete("/api/tone-packs/{id}/share/{userId}", { params: { path } });
      changed();
    });
  return (
    <Card title={words.sharedWith} icon="people">
      {shares && shares.length > 0 && (
        <ul class="ledger">
          {shares.map(({ id: shareId, user_id, email }) => {
            const person = people?.find((each) => each.id === user_id);
            const name = email ?? (person ? nameOf(person) : "…");
            return (
              <li key={shareId}>
                <Icon name={email ? "mail" : "me"} />
                <div>{name} {person && <Played person={person} />}</div>
                <Button
                  look="quiet"
                  icon="close"
                  aria-label={words.stopSharing({ name })}
                  disabled={isBusy || !isOnline.value}
                  onClick={() => unshare(shareId)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <form class="inline" onSubmit={share}>
        <Field
          label={words.mailOrHandle}
          autocapitalize="none"
          value={to}
          onText={setTo}
          error={errors.to ?? errors.email}
        />
        <Button
          type="submit"
          isBusy={isBusy}
          disabled={isBusy || !to.trim() || !isOnline.value}
        >
          {words.share}
        </Button>
      </form>
      <Refusal errors={errors} shown={["to", "email"]} />
    </Card>
  );
}

/** The id of the user with exactly this handle. */
async function idOf(handle: string): Promise<string | undefined> {
  const { users } = await api.get("/api/users", { params: { query: { q: handle } } });
  return users.find((each) => each.handle.toLowerCase() === handle.toLowerCase())?.id;
}
