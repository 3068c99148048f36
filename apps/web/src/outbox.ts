/** Acts that work with and without a network: sent at once, or kept on this device. */
import { JournalError, type SendKind, type Sends, type Sent, type Waiting } from "@journal/client";
import { say } from "./parts/dialog.tsx";
import { device } from "./sealed.ts";
import { offline, opened, waiting } from "./service.ts";
import { isOnline, syncNow } from "./session.ts";
import { words } from "./words/app.ts";

/**
 * Does an act at once or keeps it. Returns the service's answer; undefined when it waits for the
 * network.
 *
 * @throws {JournalError} when it is refused: then it is not kept, and the form still has it
 */
export async function deliver<K extends SendKind>(
  kind: K,
  fields: Sends[K],
): Promise<Sent | undefined> {
  const id = await offline.outbox.add(kind, fields);
  const own = () => offline.outbox.waiting.find((each) => each.id === id);
  const ends: (() => void)[] = [];
  // A long upload may follow in the same sync.
  const settled = new Promise<Sent | undefined>((resolve) => {
    ends.push(offline.outbox.onSent((sent) => sent.id === id && resolve(sent)));
    ends.push(offline.subscribe(() => own()?.refusal && resolve(undefined)));
  });
  try {
    const sent = await Promise.race([settled, syncNow().then(() => undefined)]);
    const refusal = own()?.refusal;
    if (!refusal) return sent;
    await offline.outbox.discard(id);
    const errors = refusal.fields.map((each) => ({ code: "invalid_value", ...each }));
    throw new JournalError(400, refusal.code, refusal.message, errors);
  } finally {
    for (const end of ends) end();
  }
}

/** The items of a kind that wait or were refused. */
export const waitingOf = <K extends SendKind>(kind: K) =>
  waiting.value.filter((each) => each.kind === kind) as Waiting<K>[];

/** Where an item waits: openly, or under the key of the device. */
const keeperOf = (id: string) =>
  opened.value.waiting.some((each) => each.id === id) ? device.value!.entries : offline.outbox;
export const retry = (id: string, fields?: Record<string, unknown>): Promise<void> =>
  keeperOf(id).retry(id, fields);
export const discard = (id: string): Promise<void> => keeperOf(id).discard(id);

/** Says that something is done, or will be. */
export const sayDone = (done: string): void => say(isOnline.value ? done : words.keptHere);
