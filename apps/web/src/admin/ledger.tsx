/** The history of a user's drops. */
import { api } from "../service.ts";
import { fullMoment } from "../words.ts";
import { amount } from "./parts.tsx";
import { ResourceCard } from "./resource.tsx";

export const Ledger = ({ id, balance }: { id: string; balance: number }) => (
  <ResourceCard
    title="Movements of drops"
    icon="drop"
    nothing="No drops have moved"
    version={balance}
    read={async (query) => {
      const { entries, next_cursor } = await api.get("/api/admin/users/{id}/ledger", {
        params: { path: { id }, query },
      });
      return { items: entries, next: next_cursor };
    }}
    idOf={({ id }) => String(id)}
    nameOf={({ reason }) => reason}
  >
    {({ delta, balance_after, reason, source, created_at }) => (
      <>
        <strong>{delta > 0 ? `+${amount(delta)}` : amount(delta)} drops</strong>
        <p>{reason}</p>
        <p class="hint">
          {fullMoment(created_at)}, by {source.replaceAll("_", " ")} · {amount(balance_after)} then
        </p>
      </>
    )}
  </ResourceCard>
);
