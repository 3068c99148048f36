/** The worth of a drop in tokens of AI. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { fullMoment } from "../words.ts";
import { amount } from "./parts.tsx";
import { type Resource, ResourceScreen } from "./resource.tsx";

type Rate = components["schemas"]["ConversionRate"] & { isCurrent: boolean };

const rates: Resource<Rate> = {
  title: "Tokens and drops",
  icon: "drop",
  nothing: "No rate yet. Without one, usage is not shown in drops.",
  read: async (query) => {
    const { rates, next_cursor, current } = await api.get("/api/admin/conversion/rates", {
      params: { query },
    });
    return {
      items: rates.map((rate) => ({ ...rate, isCurrent: rate.id === current?.id })),
      next: next_cursor,
    };
  },
  nameOf: ({ tokens_per_drop }) => `${tokens_per_drop} tokens`,
  children: ({ tokens_per_drop, note, effective_from, isCurrent }) => (
    <>
      <strong>{amount(tokens_per_drop)} tokens a drop</strong>
      {note && <p>{note}</p>}
      <p class="chips">
        {isCurrent && <span class="chip completed">Holds now</span>}
        <span class="hint">From {fullMoment(effective_from)} on</span>
      </p>
    </>
  ),
  create: {
    name: "New rate",
    done: "The rate holds from now on",
    form: {
      title: "New rate",
      send: "Set rate",
      fields: {
        of: { path: "/api/admin/conversion/rates", method: "post" },
        said: {
          tokens_per_drop: {
            label: "Tokens for one drop",
            hint: "It holds at once. Earlier rates stay in the list.",
          },
          note: "Note",
        },
      },
    },
    run: async (body) => void await api.post("/api/admin/conversion/rates", { body }),
  },
};

export const RatesScreen = () => <ResourceScreen resource={rates} />;
