import { useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button } from "../../../parts/controls.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Loaded, Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { number } from "../../../words.ts";
import type { Pack } from "./facts.ts";
import { words } from "../../../words/shop.ts";
import { words as common } from "../../../words/common.ts";

/** Asks before drops are spent, and tells how many remain. */
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
      // It is on at once; what was on before is one tap away.
      await api.post("/api/tone-packs/{id}/activate", {
        params: { path: { id } },
        body: { active: true },
      });
      syncNow();
    }, {
      not_enough_drops: ({ message }) => (setShort(true), setErrors({ "": message })),
      // Another device was faster: nothing was paid twice.
      already_purchased: onClose,
    });
  if (left !== null) {
    return (
      <Dialog title={words.itIsYoursNow} onClose={onClose}>
        <div class="fact">
          <Icon name="check" size={28} />
          <p role="status">
            <strong>{name}</strong>
            <span class="hint">{words.youHaveLeft({ count: left })}</span>
          </p>
        </div>
        <div class="actions">
          <Button look="main" onClick={onClose}>{words.seePack}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.askBuy({ name })} onClose={onClose}>
      <Loaded remote={balance} lines={2} label={words.balance}>
        {({ balance }) => (
          <dl class="bill">
            <dt>{words.youHave}</dt>
            <dd>{words.drops({ count: balance })}</dd>
            <dt>{words.itCosts}</dt>
            <dd>
              <strong>{number(price_drops)}</strong>
            </dd>
          </dl>
        )}
      </Loaded>
      <p class="hint">{words.keepForGood}</p>
      <Refusal errors={errors}>
        {isShort && <a href="#/me/balance">{words.howToGetMore}</a>}
      </Refusal>
      <div class="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="main" isBusy={isBusy} disabled={isBusy || !balance.value} onClick={buy}>
          {words.buy}
        </Button>
      </div>
    </Dialog>
  );
}
