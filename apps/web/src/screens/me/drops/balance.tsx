import type { Answer } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { Empty, Loaded, NoCopiesYet, Refusal } from "../../../parts/states.tsx";
import { usePages, useRemote } from "../../../remote.ts";
import { api, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { fullMoment, moment, number, signed } from "../../../words.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/shop.ts";

export function BalancePane() {
  const own = profile.value;
  return (
    <Pane title={words.dropsTitle}>
      {own
        ? (
          <>
            <section class="card balance" aria-label={words.balance}>
              <Icon name="drop" size={36} />
              <p>
                <strong class="balance-number">{number(own.drops_balance)}</strong>
                <span class="hint">{words.dropsToSpend}</span>
              </p>
              <a class="button" href="#/me/shop">{words.openShop}</a>
            </section>
            <Award balance={own.drops_balance} />
            <History balance={own.drops_balance} />
          </>
        )
        : (
          <Card>
            <NoCopiesYet label={words.balance} />
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
      say(words.collected({ count: award.amount }));
    }, { already_awarded: () => (remote.retry(), syncNow()) });
  // Months begin at midnight UTC.
  const month = new Date().toISOString().slice(0, 7);
  return (
    <Card title={words.everyMonth} icon="star">
      <Loaded remote={remote} lines={1} label={words.monthlyDrops}>
        {({ transactions: [last] }) =>
          last?.created_at.slice(0, 7) === month
            ? (
              <p>
                {words.alreadyCollected({ count: last.amount })}
              </p>
            )
            : (
              <>
                <p>{words.dropsWaiting}</p>
                <div class="actions">
                  <Button
                    look="main"
                    icon="drop"
                    isBusy={isBusy}
                    disabled={isBusy || !isOnline.value}
                    onClick={take}
                  >
                    {words.collect}
                  </Button>
                </div>
              </>
            )}
      </Loaded>
      <Refusal errors={errors} />
      <p class="hint">
        <a href="#/me/premium">{words.moreWithPremium}</a>
      </p>
    </Card>
  );
}

type Transaction = Answer<"/api/drops/transactions", "get">["transactions"][number];

/** The purpose of a line of the ledger; the words of an administrator stand as they are stored. */
function purposeOf({ type, description, reference_id }: Transaction): string {
  switch (type) {
    case "signup_bonus":
      return words.ledger.signup_bonus;
    case "monthly_recurring":
      return words.monthlyDrops;
    case "purchase":
      return reference_id
        ? words.ledger.pack({ name: description.replace(/^Tone pack: /, "") })
        : words.ledger.freeze;
    case "refund":
      return words.ledger.refund;
    default:
      return description;
  }
}

function History({ balance }: { balance: number }) {
  const pages = usePages(async (cursor) => {
    const query = { cursor, limit: 20 };
    const page = await api.get("/api/drops/transactions", { params: { query } });
    return { items: page.transactions, next: page.next_cursor };
  }, ["transactions", balance]);
  return (
    <Card title={words.history} icon="journal">
      <Pages
        pages={pages}
        label={words.history}
        lines={5}
        class="ledger"
        empty={<Empty icon="drop" title={words.nothingYet}>{words.nothingYetHint}</Empty>}
      >
        {(line) => (
          <li key={line.id}>
            <div>
              {line.reference_id
                ? <a href={`#/me/packs/${line.reference_id}`}>{purposeOf(line)}</a>
                : <strong>{purposeOf(line)}</strong>}
              <p class="hint" title={fullMoment(line.created_at)}>{moment(line.created_at)}</p>
            </div>
            <p class="amount">
              <strong class={line.amount < 0 ? "" : "plus"}>{signed(line.amount)}</strong>
              <span class="hint">{words.left({ count: line.balance_after })}</span>
            </p>
          </li>
        )}
      </Pages>
    </Card>
  );
}
