/** The items that this phone keeps until the service has them, and refused ones. */
import type { SendKind } from "@journal/client";
import { useAct } from "./act";
import { Button, Problem, Row, Words } from "./parts";
import { inWords } from "./refusals";
import { offline } from "./service";
import { useCopies, useSession } from "./session";
import { words } from "./words";

/** The waiting items of a kind: all, or those of one entry. */
export function Waits({ kind, entryId }: { kind: SendKind; entryId?: string }) {
  const { syncNow } = useSession();
  const { act, problem } = useAct();
  const found = useCopies().waiting.filter(({ fields, ...each }) =>
    each.kind === kind && (!entryId || "entry_id" in fields && fields.entry_id === entryId)
  );
  const retry = (id: string) =>
    act(async () => {
      await offline.outbox.retry(id);
      syncNow();
    });
  return (
    <>
      {found.map(({ id, refusal }) => {
        if (!refusal) return <Words key={id} look="hint">{words.waiting.kept}</Words>;
        return (
          <Row key={id}>
            <Words>{words.waiting.refused({ reason: inWords(refusal) })}</Words>
            <Button name={words.waiting.retry} onPress={() => retry(id)} />
            <Button
              name={words.waiting.discard}
              onPress={() => act(() => offline.outbox.discard(id))}
            />
          </Row>
        );
      })}
      <Problem>{problem}</Problem>
    </>
  );
}
