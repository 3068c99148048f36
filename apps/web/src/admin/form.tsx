/** A form whose fields, limits and hints come from the service's document. */
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Field as Line, Select, TextArea } from "../parts/controls.tsx";
import { Loaded, Refusal } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { bodyOf, type Field, type Operation, readFields, type Said, textOf } from "./fields.ts";

/** The fields of an operation, with the page's words for them, or the page's own fields. */
export type Fields = { of: Operation; said: Record<string, Said> } | { own: Field[] };

interface Props<T> {
  fields: Fields;
  /** The thing to change; absent for a new thing. */
  thing?: object;
  /** The words of the button. */
  name: string;
  look?: "main" | "danger";
  /** Sends the body. */
  send(body: object): Promise<T>;
  onDone(sent: T): void;
  onCancel?(): void;
}

export function Form<T>(props: Props<T>) {
  const { fields } = props;
  const read = useRemote(
    () => "own" in fields ? Promise.resolve(fields.own) : readFields(fields.of, fields.said),
    [],
  );
  return (
    <Loaded remote={read} label="Loading the form">
      {(fields) => <Filled {...props} fields={fields} />}
    </Loaded>
  );
}

function Filled<T>(
  { fields, thing, name, look = "main", send, onDone, onCancel }: Omit<Props<T>, "fields"> & {
    fields: Field[];
  },
) {
  const start = () => Object.fromEntries(fields.map((each) => [each.name, textOf(each, thing)]));
  const [texts, setTexts] = useState(start);
  const { isBusy, errors, act } = useAct();
  /** The refusal of a part stands at the field that has the part. */
  const fieldOf = (path: string) =>
    fields.find((each) => path === each.name || path.startsWith(`${each.name}.`));
  async function submit(event: Event) {
    event.preventDefault();
    let sent: T;
    if (!await act(async () => sent = await send(bodyOf(fields, texts, thing)))) return;
    if (!thing) setTexts(start());
    onDone(sent!);
  }
  return (
    <form onSubmit={submit}>
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          value={texts[field.name]!}
          onText={(text) => setTexts({ ...texts, [field.name]: text })}
          error={Object.entries(errors).find(([path]) => fieldOf(path) === field)?.[1]}
        />
      ))}
      <Refusal errors={errors} shown={Object.keys(errors).filter(fieldOf)} />
      <div class="actions">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button look={look} type="submit" isBusy={isBusy}>{name}</Button>
      </div>
    </form>
  );
}

const types = { date: "date", moment: "datetime-local", number: "number", text: "text" } as const;

function Input({ field, ...bound }: {
  field: Field;
  value: string;
  onText(value: string): void;
  error?: string;
}) {
  const { kind, label, hint, isRequired, maxLength } = field;
  const rest = { ...bound, label, hint, required: isRequired };
  if (kind === "yes" || kind === "choice") {
    const choices = field.choices ?? { false: "No", true: "Yes" };
    return (
      <Select {...rest}>
        {Object.entries(choices).map(([value, name]) => (
          <option key={value} value={value}>{name}</option>
        ))}
      </Select>
    );
  }
  if (kind === "long" || kind === "lines") {
    return <TextArea {...rest} maxLength={maxLength} rows={kind === "long" ? 3 : 2} />;
  }
  return <Line {...rest} type={types[kind]} step="any" maxLength={maxLength} />;
}
