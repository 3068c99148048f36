import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { count, number } from "../../words.ts";
import type { Pack } from "./pack-facts.ts";

/** Asks before drops are spent, and says what is left of them. */
export function Purchase({ pack, onClose }: { pack: Pack; onClose(): void }) {
  const { id, name, price_drops } = pack;
  const [left, setLeft] = useState<number | null>(null);
  const [isShort, setShort] = useState(false);
  const balance = useRemote(() => api.get("/api/drops/balance"), [id]);
  const { isBusy, errors, act, setErrors } = useAct();
  const buy = () =>
    act(async () => {
      const answer = await api.post("/api/tone-packs/{id}/purchase", {
        params: { path: { id } },
        body: { expected_price: price_drops },
      });
      setLeft(answer.balance);
      syncNow();
    }, {
      not_enough_drops: ({ message }) => (setShort(true), setErrors({ "": message })),
      // Another device was faster: nothing was paid twice.
      already_purchased: onClose,
    });
  if (left !== null) {
    return (
      <Dialog title="It is yours" onClose={onClose}>
        <div class="fact">
          <Icon name="check" size={28} />
          <p role="status">
            <strong>{name}</strong>
            <span class="hint">You have {count(left, "drop")} left.</span>
          </p>
        </div>
        <div class="actions">
          <Button look="main" onClick={onClose}>To the pack</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Buy “${name}”?`} onClose={onClose}>
      <Loaded remote={balance} lines={2} label="Balance">
        {({ balance }) => (
          <dl class="bill">
            <dt>You have</dt>
            <dd>{count(balance, "drop")}</dd>
            <dt>It costs</dt>
            <dd>
              <strong>{number(price_drops)}</strong>
            </dd>
          </dl>
        )}
      </Loaded>
      <p class="hint">You keep it for good, also when its maker takes it out of the shop.</p>
      <Refusal errors={errors}>
        {isShort && <a href="#/me/balance">How to get more</a>}
      </Refusal>
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" isBusy={isBusy} disabled={isBusy || !balance.value} onClick={buy}>
          Buy
        </Button>
      </div>
    </Dialog>
  );
}
