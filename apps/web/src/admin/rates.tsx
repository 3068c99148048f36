/** What a drop is worth in tokens of AI. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Card, Field } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Pages } from "../parts/pages.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { api } from "../service.ts";
import { fullMoment } from "../words.ts";
import { amount, Head } from "./parts.tsx";

export function RatesScreen() {
  const [current, setCurrent] = useState<components["schemas"]["ConversionRate"] | null>(null);
  const pages = usePages(async (cursor) => {
    const { rates, next_cursor, current } = await api.get("/api/admin/conversion/rates", {
      params: { query: { cursor } },
    });
    setCurrent(current);
    return { items: rates, next: next_cursor };
  }, []);
  return (
    <div class="page wide">
      <Head title="Tokens and drops" />
      <div class="columns">
        <NewRate onSaved={pages.retry} />
        <Card title="Rates" icon="drop">
          <Pages
            pages={pages}
            label="Rates"
            empty={
              <Empty icon="drop" title="No rate yet">
                Without one, usage is not shown in drops.
              </Empty>
            }
          >
            {(rate) => (
              <li class="template" key={rate.id}>
                <div>
                  <strong>{amount(rate.tokens_per_drop)} tokens a drop</strong>
                  {rate.note && <p>{rate.note}</p>}
                  <p class="hint">From {fullMoment(rate.effective_from)} on</p>
                </div>
                {rate.id === current?.id && <span class="chip completed">Holds now</span>}
              </li>
            )}
          </Pages>
        </Card>
      </div>
    </div>
  );
}

function NewRate({ onSaved }: { onSaved(): void }) {
  const empty = { tokens: "", note: "" };
  const [fields, setFields] = useState(empty);
  const { isBusy, errors, act } = useAct();
  async function save(event: Event) {
    event.preventDefault();
    const isSaved = await act(() =>
      api.post("/api/admin/conversion/rates", {
        body: { tokens_per_drop: Number(fields.tokens), note: fields.note.trim() || null },
      })
    );
    if (!isSaved) return;
    setFields(empty);
    say("The rate holds from now on");
    onSaved();
  }
  return (
    <Card title="New rate" icon="plus">
      <form onSubmit={save}>
        <Field
          label="Tokens for one drop"
          type="number"
          value={fields.tokens}
          onText={(tokens) => setFields({ ...fields, tokens })}
          hint="It holds at once. Earlier rates stay in the list."
          error={errors.tokens_per_drop}
          required
        />
        <Field
          label="Note"
          value={fields.note}
          onText={(note) => setFields({ ...fields, note })}
          error={errors.note}
        />
        <Refusal errors={errors} shown={["tokens_per_drop", "note"]} />
        <div class="actions">
          <Button look="main" type="submit" isBusy={isBusy}>Set rate</Button>
        </div>
      </form>
    </Card>
  );
}
