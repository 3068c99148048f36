/** Writes what the user has answered to a question. Loaded with the first answer. */
import type { Conflict } from "./conflicts.ts";
import type { Copies, Update } from "./copies.ts";
import { creatable } from "./created.ts";
import type { Changeable, Kind, Thing } from "./kinds.ts";
import { again, type Outbox } from "./outbox.ts";
import { remains } from "./questions.ts";
import { isSame, type Write } from "./writes.ts";

/** The user's edits, which load this module. */
interface Writer {
  outbox: Outbox;
  create(kind: Kind, fields: object, id: string, more: () => Update[]): Promise<string>;
  change(
    kind: Changeable,
    id: string,
    fields: Record<string, unknown>,
    guards: { guarded: boolean; base: object },
    more: Update[],
  ): Promise<void>;
  write(
    kind: Kind,
    id: string,
    method: Write["method"],
    write: Partial<Write>,
    more: () => Update[],
  ): Promise<void>;
}

export async function decide(
  edits: Writer,
  kept: Copies,
  { kind, id, key = id, mine, before, theirs, joined }: Conflict,
  answer: "mine" | "theirs" | "both",
): Promise<void> {
  // In one step with the write, so that the write is not made twice and the next conflict is not
  // forgotten.
  const decided: Update[] = [
    [`conflict/${key}`, undefined],
    ...remains(theirs),
  ];
  const about = () => theirs ? [] : edits.outbox.about(id);
  if (theirs && answer !== "both") {
    const fields = { ...answer === "mine" ? mine : joined };
    // A window that had not heard of the question may have written on top of its words: the screen
    // shows them, and the service has none of them.
    let seen: Thing = theirs;
    const isOther = kept.outbox.filter((write) => write.id === id).some(({ base, body }) => {
      const isBehind = !base || isSame(fields, base as Thing, seen);
      seen = { ...seen, ...body };
      return !isBehind;
    });
    if (!isOther) {
      const guards = { guarded: true, base: theirs };
      return await edits.change(kind as Changeable, id, fields, guards, decided);
    }
    const { version: saw = 0 } = theirs as Thing;
    const write = { body: fields, guarded: true, base: { ...theirs }, saw };
    await edits.write(kind, id, "PUT", write, () => decided);
  } else if (answer === "theirs") {
    await kept.keep(() => decided);
    await edits.outbox.forget(about());
  } else {
    const thing: Record<string, unknown> = { ...before, ...theirs };
    // The mood that the analysis found belongs to another text.
    if (thing.mood_source === "analysis") delete thing.mood;
    const { files, template_id } = { ...thing, ...mine } as { files?: Thing[] } & Thing;
    const sent = about();
    // A sealed entry names its files: the new one names the files that are still to be sent.
    const sealed = files &&
      { template_id, files: files.filter(({ id }) => sent.some((send) => send.id === id)) };
    const anew = crypto.randomUUID();
    await edits.create(kind, { ...creatable(kind, { ...thing, ...mine }), ...sealed }, anew, () => [
      ...decided,
      ...about().map((send) => again(send, { entry_id: anew })),
    ]);
  }
}
