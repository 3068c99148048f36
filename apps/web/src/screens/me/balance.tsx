import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty, Loaded, NoCopiesYet } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { count, fullMoment, moment, number } from "../../words.ts";
import { Pane } from "./pane.tsx";

export function BalancePane() {
  const own = profile.value;
  return (
    <Pane title="Drops">
      {own
        ? (
          <>
            <section class="card balance" aria-label="Balance">
              <Icon name="drop" size={36} />
              <p>
                <strong class="balance-number">{number(own.drops_balance)}</strong>
                <span class="hint">drops to spend</span>
              </p>
              <a class="button" href="#/me/shop">To the shop</a>
            </section>
            <Award balance={own.drops_balance} />
            <History balance={own.drops_balance} />
          </>
        )
        : (
          <Card>
            <NoCopiesYet label="Balance" />
          </Card>
        )}
    </Pane>
  );
}

/** The drops of this month: a job brings them, and who does not want to wait takes them. */
function Award({ balance }: { balance: number }) {
  const { isBusy, errors, act } = useAct();
  const remote = useRemote(
    () =>
      api.get("/api/drops/transactions", {
        params: { query: { type: "monthly_recurring", limit: 1 } },
      }),
    ["award", balance],
  );
  const take = () =>
    act(async () => {
      const { award } = await api.post("/api/drops/award-monthly");
      await syncNow();
      remote.retry();
      say(`${count(award.amount, "drop")} are yours`);
    }, { already_awarded: () => (remote.retry(), syncNow()) });
  // Months are those of UTC.
  const month = new Date().toISOString().slice(0, 7);
  return (
    <Card title="Every month" icon="star">
      <Loaded remote={remote} lines={1} label="Monthly drops">
        {({ transactions: [last] }) =>
          last?.created_at.slice(0, 7) === month
            ? (
              <p>
                You have had this month’s {count(last.amount, "drop")}, on{" "}
                {moment(last.created_at)}.
              </p>
            )
            : (
              <>
                <p>This month’s drops are waiting for you.</p>
                <div class="actions">
                  <Button
                    look="main"
                    icon="drop"
                    isBusy={isBusy}
                    disabled={isBusy || !isOnline.value}
                    onClick={take}
                  >
                    Take them
                  </Button>
                </div>
              </>
            )}
      </Loaded>
      <Refusal errors={errors} />
      <p class="hint">
        With <a href="#/me/premium">Premium</a> there are many more.
      </p>
    </Card>
  );
}

function History({ balance }: { balance: number }) {
  const pages = usePages(async (cursor) => {
    const query = { cursor, limit: 20 };
    const page = await api.get("/api/drops/transactions", { params: { query } });
    return { items: page.transactions, next: page.next_cursor };
  }, ["transactions", balance]);
  return (
    <Card title="History" icon="journal">
      <Pages
        pages={pages}
        label="History"
        lines={5}
        class="ledger"
        empty={<Empty icon="drop" title="Nothing yet">What comes and goes is listed here.</Empty>}
      >
        {({ id, amount, balance_after, description, reference_id, created_at }) => (
          <li key={id}>
            <div>
              {reference_id
                ? <a href={`#/me/packs/${reference_id}`}>{description}</a>
                : <strong>{description}</strong>}
              <p class="hint" title={fullMoment(created_at)}>{moment(created_at)}</p>
            </div>
            <p class="amount">
              <strong class={amount < 0 ? "" : "plus"}>
                {amount < 0 ? "−" : "+"}
                {number(Math.abs(amount))}
              </strong>
              <span class="hint">{number(balance_after)} left</span>
            </p>
          </li>
        )}
      </Pages>
    </Card>
  );
}
