/** One webhook: whether it is on, its secret, its events, and its deliveries. */
import { useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { NewLink } from "../../../parts/new-link.tsx";
import { Empty, Loaded, Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { go } from "../../../router.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/connections.ts";
import { Deliveries } from "./deliveries.tsx";
import { type Webhook, WebhookForm } from "./webhook-form.tsx";
import { readWebhooks } from "./webhooks.tsx";

interface Props {
  id: string;
  /** The webhook with its secret, when that has just come. */
  made?: Webhook;
  onSecret(webhook: Webhook): void;
}

export function OneWebhook({ id, made, onSecret }: Props) {
  const remote = useRemote(readWebhooks, [id]);
  return (
    <Loaded remote={remote} label={words.webhook}>
      {(webhooks) => {
        const webhook = webhooks.find((each) => each.id === id);
        return webhook
          ? <Shown {...{ webhook, made, onSecret }} changed={remote.retry} />
          : <Empty icon="bell" title={words.gone}>{words.goneHint}</Empty>;
      }}
    </Loaded>
  );
}

function Shown({ webhook, made, onSecret, changed }: Omit<Props, "id"> & {
  webhook: Webhook;
  changed(): void;
}) {
  const { url, events, description } = webhook;
  // How often something was sent from here: the deliveries are read again.
  const [sends, setSends] = useState(0);
  const changing = useAct();
  const params = { path: { id: webhook.id } };
  return (
    <>
      <Acts {...{ webhook, onSecret, changed }} onSent={() => setSends(sends + 1)} />
      {made && (
        <Card title={words.theSecret} icon="lock">
          {made.secret
            ? <NewLink address={made.secret} label={words.theSecret} hint={words.copySecretNow} />
            : <p class="error">{words.secretLost}</p>}
        </Card>
      )}
      <Deliveries id={webhook.id} isOn={webhook.is_active} sends={sends} />
      <Card title={words.changeWebhook} icon="edit">
        <WebhookForm
          key={JSON.stringify([url, events, description])}
          start={{ url, events, description }}
          acting={changing}
          urlHint={words.newUrlHint}
          act={common.save}
          onSave={(body) =>
            changing.act(async () => {
              await api.put("/api/user/webhooks/{id}", { params, body });
              say(words.saved);
              changed();
            })}
        />
      </Card>
    </>
  );
}

function Acts({ webhook, onSecret, changed, onSent }: Pick<Props, "onSecret"> & {
  webhook: Webhook;
  changed(): void;
  onSent(): void;
}) {
  const { is_active } = webhook;
  const { isBusy, errors, act, setErrors } = useAct();
  const isShut = isBusy || !isOnline.value;
  const params = { path: { id: webhook.id } };
  async function turn(isOn: boolean) {
    if (!isOn && !await confirm(words.askTurnOff, words.askTurnOffHint, words.turnOff)) return;
    await act(async () => {
      await api.put("/api/user/webhooks/{id}", { params, body: { is_active: isOn } });
      say(isOn ? words.nowOn : words.nowOff);
      changed();
      onSent();
    });
  }
  const ping = () =>
    act(async () => {
      await api.post("/api/user/webhooks/{id}/ping", { params });
      say(words.testOnItsWay);
      onSent();
    }, {
      // The service has turned it off meanwhile.
      webhook_disabled: ({ message }) => (setErrors({ "": message }), changed()),
    });
  async function rotate() {
    const hint = words.askNewSecretHint;
    if (!await confirm(words.askNewSecret, hint, words.newSecret, "main")) return;
    await act(
      async () =>
        onSecret((await api.post("/api/user/webhooks/{id}/rotate-secret", { params })).webhook),
      { not_configured: () => setErrors({ "": words.notConfigured }) },
    );
  }
  async function remove() {
    const hint = words.askDeleteWebhookHint;
    if (!await confirm(words.askDeleteWebhook, hint, common.delete)) return;
    const isGone = await act(() => api.delete("/api/user/webhooks/{id}", { params }));
    if (!isGone) return;
    say(words.webhookDeleted);
    go("/me/connections/webhooks", { replace: true });
  }
  return (
    <Card>
      <div class={is_active ? "fact" : "fact off"}>
        <Icon name={is_active ? "check" : "warning"} size={24} />
        <p>
          <strong>{webhook.url}</strong>
          <span>{stateOf(webhook)}</span>
          <span class="hint">{is_active ? words.onHint : words.offHint}</span>
        </p>
      </div>
      <Refusal errors={errors} />
      <div class="actions">
        <Button look="danger" disabled={isShut} onClick={remove}>{common.delete}</Button>
        <span class="spring" />
        <Button look="quiet" disabled={isShut} onClick={rotate}>{words.newSecret}</Button>
        {is_active && (
          <>
            <Button disabled={isShut} onClick={() => turn(false)}>{words.turnOff}</Button>
            <Button look="main" disabled={isShut} onClick={ping}>{words.sendTest}</Button>
          </>
        )}
        {!is_active && (
          <Button look="main" disabled={isShut} onClick={() => turn(true)}>{words.turnOn}</Button>
        )}
      </div>
    </Card>
  );
}

function stateOf({ is_active, disabled_at, disabled_reason }: Webhook): string {
  if (is_active) return words.isOn;
  if (!disabled_at) return words.isOff;
  const reasons: Partial<typeof words.disabled> = words.disabled;
  return (reasons[disabled_reason ?? "other"] ?? words.disabled.other)({ at: moment(disabled_at) });
}
