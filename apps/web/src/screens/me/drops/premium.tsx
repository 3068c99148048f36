import { useEffect, useState } from "preact/hooks";
import { type Answer, JournalError } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Empty, Failed, Loading, Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { go, query } from "../../../router.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { dateOf, money } from "../../../words.ts";
import { readPacks } from "../packs/facts.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/shop.ts";

type Subscription = NonNullable<Answer<"/api/payment/subscription", "get">["subscription"]>;
type Price = Answer<"/api/payment/prices", "get">["prices"][number];

const read = () => api.get("/api/payment/subscription");

/** The address to which the payment provider leads back. */
const here = (checkout: string) =>
  `${location.origin}${location.pathname}#/me/premium?checkout=${checkout}`;

/** The provider tells the service of a payment within seconds; how often (ms) and long we ask. */
const EVERY = 1500;
const TIMES = 40;

export function PremiumPane() {
  const [came] = useState(query.value.get("checkout"));
  const [paid, setPaid] = useState<"waiting" | "late" | null>(came === "done" ? "waiting" : null);
  const { value, failure, retry } = useRemote(read, ["subscription", paid]);
  useEffect(() => {
    if (came) go("/me/premium", { replace: true });
    if (came !== "done") return;
    let times = 0;
    const timer = setInterval(async () => {
      const { subscription } = await read().catch(() => ({ subscription: null }));
      if (subscription?.status === "active") {
        setPaid(null);
        say(words.welcomeToPremium);
      } else if (++times === TIMES) setPaid("late");
      else return;
      clearInterval(timer);
    }, EVERY);
    return () => clearInterval(timer);
  }, []);
  const subscription = value?.subscription;
  return (
    <Pane title={words.premium}>
      {paid === "waiting"
        ? (
          <Card>
            <p role="status">
              {words.paymentWaiting}
            </p>
            <Loading lines={1} label={words.payment} />
          </Card>
        )
        : paid === "late"
        ? (
          <Card>
            <Empty icon="star" title={words.paymentLate}>
              <p>{words.paymentLateHint}</p>
              <Button onClick={() => setPaid(null)}>{words.lookAgain}</Button>
            </Empty>
          </Card>
        )
        : failure && !value
        ? (
          <Card>
            <Failed failure={failure} retry={retry} />
          </Card>
        )
        : !value
        ? (
          <Card>
            <Loading lines={2} label={words.premium} />
          </Card>
        )
        : (
          <>
            {came === "cancelled" && <p class="notice" role="status">{words.nothingCharged}</p>}
            {subscription && <State subscription={subscription} />}
            {(!subscription || hasEnded(subscription)) && <Offer />}
          </>
        )}
    </Pane>
  );
}

const hasEnded = ({ status }: Subscription) =>
  ["canceled", "incomplete", "incomplete_expired"].includes(status);

function State({ subscription }: { subscription: Subscription }) {
  const { status, current_period_end, cancel_at } = subscription;
  const { isBusy, errors, act } = useAct();
  const manage = () =>
    act(async () => {
      const body = { returnUrl: here("back") };
      location.assign((await api.post("/api/payment/create-portal-session", { body })).url);
    });
  const [title, text] = status === "active"
    ? cancel_at ? [words.cancelled, words.cancelledHint({ until: dateOf(cancel_at) })] : [
      words.youHavePremium,
      current_period_end
        ? words.renewsOn({ day: dateOf(current_period_end) })
        : words.renewsByItself,
    ]
    : hasEnded(subscription)
    ? [words.hasEnded, words.hasEndedHint]
    : [words.paymentDue, words.paymentDueHint];
  return (
    <Card>
      <div class={`fact ${status === "active" ? "" : "off"}`}>
        <Icon name={status === "active" || hasEnded(subscription) ? "star" : "warning"} size={28} />
        <p>
          <strong>{title}</strong>
          <span class="hint">{text}</span>
        </p>
      </div>
      {status === "active" && <Worth />}
      <Refusal errors={errors} />
      <div class="actions">
        <Button
          look={status === "active" || hasEnded(subscription) ? "plain" : "main"}
          onClick={manage}
          isBusy={isBusy}
          disabled={isBusy || !isOnline.value}
        >
          {hasEnded(subscription) ? words.bills : words.manage}
        </Button>
      </div>
    </Card>
  );
}

/** The prices on sale; null where payments are not set up. */
const readPrices = async () => {
  try {
    return (await api.get("/api/payment/prices", { params: { query: {} } })).prices;
  } catch (error) {
    if (error instanceof JournalError && error.code === "not_configured") return null;
    throw error;
  }
};

/** The drops of each month, with a subscription and without: the service awards them. */
const MONTHLY = { premium: 250, free: 30 };

const Worth = () => (
  <div class="fact">
    <Icon name="drop" size={36} />
    <p>
      <strong>{words.perMonth({ count: MONTHLY.premium })}</strong>
      <span class="hint">
        {words.without({ drops: words.drops({ count: MONTHLY.free }) })}
        <br />
        {words.dropsAreFor}
      </span>
    </p>
  </div>
);

/** Some of the pictures that drops buy. */
function ForDrops() {
  const { value } = useRemote(() => readPacks({ scope: "public", limit: 4 }), ["packs"]);
  const pictures = value?.packs.flatMap(({ preview }) => preview.slice(0, 1)) ?? [];
  if (!pictures.length) return null;
  return (
    <a class="for-drops" href="#/me/shop" aria-label={words.seePacks}>
      {pictures.map(({ url }) => <img key={url} src={url} alt="" />)}
    </a>
  );
}

function Offer() {
  const { value, failure, retry } = useRemote(readPrices, ["prices"]);
  const [chosen, choose] = useState("");
  const { isBusy, errors, act } = useAct();
  const subscribe = (priceId: string) =>
    act(async () => {
      choose(priceId);
      const body = { priceId, successUrl: here("done"), cancelUrl: here("cancelled") };
      location.assign((await api.post("/api/payment/create-checkout-session", { body })).url);
    });
  if (failure && !value) {
    return (
      <Card>
        <Failed failure={failure} retry={retry} />
      </Card>
    );
  }
  if (value === undefined) {
    return (
      <Card>
        <Loading lines={2} label={words.prices} />
      </Card>
    );
  }
  if (!value?.length) {
    return (
      <Card>
        <Empty icon="star" title={words.notOnSale} />
      </Card>
    );
  }
  return (
    <>
      <Card>
        <p>{words.offer}</p>
        <Worth />
        <ForDrops />
      </Card>
      <ul class="plans">
        {value.map((price) => (
          <li class="card" key={price.id}>
            <h2>{price.name}</h2>
            <p>
              <strong class="price">{money(price.amount, price.currency)}</strong>{" "}
              <span class="hint">{period(price)}</span>
            </p>
            <Button
              look="main"
              isBusy={isBusy && chosen === price.id}
              disabled={isBusy || !isOnline.value}
              onClick={() => subscribe(price.id)}
            >
              {words.subscribe}
            </Button>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
      <p class="hint">{words.payAtStripe}</p>
    </>
  );
}

const period = ({ interval, interval_count }: Price) =>
  words.periods[interval as keyof typeof words.periods]({ count: interval_count });
