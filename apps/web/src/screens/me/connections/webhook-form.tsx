import { useState } from "preact/hooks";
import type { Answer, components } from "@journal/client";
import type { useAct } from "../../../act.ts";
import { Button, Field } from "../../../parts/controls.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { isOnline } from "../../../session.ts";
import { words } from "../../../words/connections.ts";
import { Choices } from "./choices.tsx";

export type Webhook = Answer<"/api/user/webhooks", "get">["webhooks"][number];
export type WebhookFields = Pick<Webhook, "url" | "events" | "description">;
type Event = components["schemas"]["WebhookEvent"];

/** The fields of a webhook: of a new or a stored one. */
export function WebhookForm({ start, acting, urlHint, act, onSave }: {
  start: WebhookFields;
  acting: ReturnType<typeof useAct>;
  urlHint: string;
  /** The words of the button. */
  act: string;
  onSave(fields: WebhookFields): unknown;
}) {
  const { isBusy, errors } = acting;
  const [fields, setFields] = useState(start);
  const set = (changes: Partial<WebhookFields>) => setFields({ ...fields, ...changes });
  const names: Record<Event, string> = words.events;
  const all = Object.keys(names) as Event[];
  const isAll = fields.events.length === all.length;
  const isSame = JSON.stringify(fields) === JSON.stringify(start);
  return (
    <form onSubmit={(event) => (event.preventDefault(), onSave(fields))}>
      <Field
        label={words.url}
        placeholder={words.urlExample}
        value={fields.url}
        onText={(url) => set({ url: url.trim() })}
        hint={urlHint}
        error={errors.url}
        autocapitalize="none"
        autocomplete="off"
        maxLength={2048}
        required
      />
      <Field
        label={words.description}
        value={fields.description}
        onText={(description) => set({ description })}
        error={errors.description}
        maxLength={2000}
      />
      <Choices
        title={words.tellsOf}
        isWide
        names={names}
        chosen={fields.events}
        onChosen={(events) => set({ events })}
      />
      <Refusal errors={errors} shown={["url", "description"]} />
      <div class="actions">
        <Button look="quiet" onClick={() => set({ events: isAll ? [] : all })}>
          {isAll ? words.chooseNone : words.chooseAll}
        </Button>
        <span class="spring" />
        <Button
          look="main"
          type="submit"
          isBusy={isBusy}
          disabled={isBusy || isSame || !fields.url || !fields.events.length || !isOnline.value}
        >
          {act}
        </Button>
      </div>
    </form>
  );
}
