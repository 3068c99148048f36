import type { Answer } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { Empty, Refusal } from "../../../parts/states.tsx";
import { usePages } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { fullMoment, moment } from "../../../words.ts";
import { words } from "../../../words/connections.ts";

type Delivery = Answer<"/api/user/webhooks/{id}/deliveries", "get">["deliveries"][number];

/** The deliveries to a webhook, and the outcome of each. */
export function Deliveries({ id, isOn, sends }: {
  id: string;
  /** Whether the webhook is on, so that something can be sent. */
  isOn: boolean;
  /** Changes when something is sent. */
  sends: number;
}) {
  const { isBusy, errors, act } = useAct();
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/user/webhooks/{id}/deliveries", {
      params: { path: { id }, query: { limit: 20, cursor } },
    });
    return { items: page.deliveries, next: page.next_cursor };
  }, [id, sends]);
  async function resend(deliveryId: string) {
    await act(async () => {
      await api.post("/api/user/webhooks/{id}/deliveries/{deliveryId}/resend", {
        params: { path: { id, deliveryId } },
      });
      say(words.goesOutAgain);
    });
    pages.reload();
  }
  return (
    <Card
      title={words.deliveries}
      icon="send"
      aside={
        <Button look="quiet" disabled={pages.isLoading} onClick={pages.reload}>
          {words.refresh}
        </Button>
      }
    >
      <Pages
        pages={pages}
        label={words.deliveries}
        class="ledger"
        empty={<Empty icon="send" title={words.noDeliveries}>{words.noDeliveriesHint}</Empty>}
      >
        {(delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            isShut={isBusy || !isOnline.value}
            resend={isOn ? () => resend(delivery.id) : undefined}
          />
        )}
      </Pages>
      <Refusal errors={errors} />
    </Card>
  );
}

/** The answer to the last try, or why there was none. */
function outcomeOf({ error, response_status }: Delivery): string {
  if (response_status === null) {
    const reasons: Record<string, string> = words.errors;
    return error && reasons[error] || words.noAnswer;
  }
  const status = { status: String(response_status) };
  return error === "status" ? words.notTaken(status) : words.answered(status);
}

function Row({ delivery, isShut, resend }: {
  delivery: Delivery;
  isShut: boolean;
  resend?(): void;
}) {
  const { type, status, attempts, next_attempt_at, created_at } = delivery;
  const names: Record<string, string> = {
    ping: words.ping,
    overflow: words.overflow,
    ...words.events,
  };
  const what = names[type] ?? type;
  const at = moment(created_at);
  return (
    <li>
      <div>
        <p class="row-head">
          <strong>{what}</strong>
          <span class={`chip status ${status === "delivered" ? "completed" : status}`}>
            {words.statuses[status] ?? status}
          </span>
        </p>
        <p class="hint" title={fullMoment(created_at)}>
          {[
            at,
            words.tries({ count: attempts }),
            attempts > 0 && outcomeOf(delivery),
            next_attempt_at && words.nextTry({ at: moment(next_attempt_at) }),
          ].filter(Boolean).join(" · ")}
        </p>
      </div>
      {resend && (status !== "pending" || attempts > 0) && (
        <Button disabled={isShut} onClick={resend} aria-label={words.sendAgainNamed({ what, at })}>
          {words.sendAgain}
        </Button>
      )}
    </li>
  );
}
