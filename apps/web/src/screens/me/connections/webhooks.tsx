import { useAct } from "../../../act.ts";
import { Card } from "../../../parts/controls.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { go } from "../../../router.ts";
import { api } from "../../../service.ts";
import { words } from "../../../words/connections.ts";
import { type Webhook, WebhookForm } from "./webhook-form.tsx";

const here = "/me/connections/webhooks";

/** The webhooks of the user: ten at most, so one page has them all. */
export const readWebhooks = async () => (await api.get("/api/user/webhooks")).webhooks;

export function Webhooks() {
  const remote = useRemote(readWebhooks, ["webhooks"]);
  return (
    <>
      <p>{words.webhooksHint}</p>
      <Card title={words.webhooks} icon="bell">
        <Loaded remote={remote} label={words.webhooks}>
          {(webhooks) =>
            webhooks.length
              ? (
                <ul class="rows">
                  {webhooks.map((webhook) => (
                    <li key={webhook.id}>
                      <a class="row" href={`#${here}/${webhook.id}`}>
                        <span class="row-head">
                          <strong>{webhook.url}</strong>
                          <State webhook={webhook} />
                        </span>
                        {webhook.description && <span class="excerpt">{webhook.description}</span>}
                      </a>
                    </li>
                  ))}
                </ul>
              )
              : <Empty icon="bell" title={words.noWebhooks}>{words.noWebhooksHint}</Empty>}
        </Loaded>
        <div class="actions">
          <a class="button main" href={`#${here}/new`}>{words.newWebhook}</a>
        </div>
      </Card>
    </>
  );
}

const State = ({ webhook: { is_active, disabled_at } }: { webhook: Webhook }) =>
  is_active
    ? <span class="chip status completed">{words.on}</span>
    : disabled_at
    ? <span class="chip status failed">{words.turnedOff}</span>
    : <span class="chip status">{words.off}</span>;

/** Makes a webhook, and leads to it. `onMade` gets it with its secret. */
export function NewWebhook({ onMade }: { onMade(webhook: Webhook): void }) {
  const acting = useAct();
  return (
    <Card>
      <WebhookForm
        start={{
          url: "",
          events: ["journal_entry.changed", "journal_entry.deleted"],
          description: "",
        }}
        acting={acting}
        urlHint={words.urlHint}
        act={words.make}
        onSave={(body) =>
          acting.act(async () => {
            const { webhook } = await api.post("/api/user/webhooks", { body });
            onMade(webhook);
            go(`${here}/${webhook.id}`, { replace: true });
          }, { not_configured: () => acting.setErrors({ "": words.notConfigured }) })}
      />
    </Card>
  );
}
