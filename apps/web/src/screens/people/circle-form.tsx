import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Field, TextArea } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { go } from "../../router.ts";
import { circlesChanged } from "./circles.ts";
import { words } from "../../words/circles.ts";
import { words as common } from "../../words/common.ts";

interface Fields {
  name: string;
  description: string;
}

/** Name and description of a new or a present organization or team. */
export function CircleForm({ title, now, save, onClose }: {
  title: string;
  now?: Fields;
  /** Answers where to go then. */
  save(fields: Fields): Promise<string | void>;
  onClose(): void;
}) {
  const [name, setName] = useState(now?.name ?? "");
  const [description, setDescription] = useState(now?.description ?? "");
  const { isBusy, errors, act: submit } = useAct();
  async function send(event: Event) {
    event.preventDefault();
    await submit(async () => {
      const address = await save({ name: name.trim(), description: description.trim() });
      onClose();
      circlesChanged();
      if (address) go(address);
    });
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send}>
        <Field
          label={words.name}
          value={name}
          onText={setName}
          error={errors.name}
          maxLength={100}
          required
          autofocus
        />
        <TextArea
          label={words.description}
          rows={2}
          value={description}
          onText={setDescription}
          error={errors.description}
        />
        <Refusal errors={errors} shown={["name", "description"]} />
        <div class="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !name.trim()}>
            {now ? common.save : words.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
