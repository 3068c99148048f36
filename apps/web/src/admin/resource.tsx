/** A list of things with the acts on each: most screens of the administration are such lists. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Select } from "../parts/controls.tsx";
import { confirm, Dialog, say } from "../parts/dialog.tsx";
import type { IconName } from "../parts/icons.tsx";
import { Pages } from "../parts/pages.tsx";
import { Empty, Refusal } from "../parts/states.tsx";
import { type Page, usePages } from "../remote.ts";
import { go, path, query } from "../router.ts";
import { type Fields, Form } from "./form.tsx";
import { Head } from "./parts.tsx";

/** Something to do. Answers the thing as it is then, null when it is gone, or nothing: read again. */
export interface Act<T> {
  name: string;
  icon?: IconName;
  look?: "main" | "quiet" | "danger";
  /** The message afterwards, unless the act shows one. */
  done?: string;
  /** The question before the act. */
  asks?: { title: string; text: string };
  /** The form before the act: for a new thing, or to change `thing`. */
  form?: { fields: Fields; title: string; thing?: object; send?: string };
  run(body: never): Promise<T | null | void>;
}

/** A deletion: `title` asks, `text` names what else is deleted. */
export const removal = <T,>(
  title: string,
  text: string,
  run: () => Promise<unknown>,
  name = "Delete",
): Act<T> => ({
  name,
  icon: "trash",
  look: "quiet",
  done: name === "Delete" ? "Deleted" : "Removed",
  asks: { title, text },
  run: async () => {
    await run();
    return null;
  },
});

interface Filter {
  label: string;
  /** Names by value; the first one is shown first. */
  choices: Record<string, string>;
}

export interface Resource<T> {
  title: string;
  icon: IconName;
  /** The message without things. */
  nothing: string;
  filters?: Record<string, Filter>;
  read(query: Record<string, string | undefined>): Promise<Page<T>>;
  idOf?(thing: T): string;
  nameOf(thing: T): string;
  /** The content of a thing's row. */
  children(thing: T): ComponentChildren;
  /** Makes a new thing. */
  create?: Act<never>;
  acts?(thing: T): Act<T>[];
  /** A value with whose change the list is read again. */
  version?: unknown;
}

/** A page of its own. */
export function ResourceScreen<T>(
  { resource, children }: { resource: Resource<T>; children?: ComponentChildren },
) {
  const { title, create, filters = {} } = resource;
  const [made, setMade] = useState(0);
  const chosen = Object.fromEntries(
    Object.entries(filters).map(([name, { choices }]) => [
      name,
      query.value.get(name) ?? Object.keys(choices)[0]!,
    ]),
  );
  const show = (changes: Record<string, string>) =>
    go(`/${path.value.join("/")}?${new URLSearchParams({ ...chosen, ...changes })}`, {
      replace: true,
    });
  return (
    <div class="page wide">
      <Head title={title}>
        {create && <ActButton act={create} onDone={() => setMade(made + 1)} />}
      </Head>
      {children}
      {Object.entries(filters).map(([name, { label, choices }]) => (
        <div class="picker" key={name}>
          <Select label={label} value={chosen[name]!} onText={(text) => show({ [name]: text })}>
            {Object.entries(choices).map(([value, name]) => (
              <option key={value} value={value}>{name}</option>
            ))}
          </Select>
        </div>
      ))}
      <section class="card" aria-label={title}>
        <Things {...resource} query={chosen} version={`${made} ${resource.version}`} />
      </section>
    </div>
  );
}

/** A part of a page. */
export function ResourceCard<T>(resource: Resource<T>) {
  const [made, setMade] = useState(0);
  const { title, create } = resource;
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {create && <ActButton act={create} onDone={() => setMade(made + 1)} />}
      </header>
      <Things {...resource} query={{}} version={`${made} ${resource.version}`} />
    </section>
  );
}

function Things<T>(
  { title, icon, nothing, read, idOf = idOfThing, nameOf, children, acts, query, version }:
    & Resource<T>
    & { query: Record<string, string> },
) {
  const asked = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value || undefined]),
  );
  const key = JSON.stringify(asked);
  const pages = usePages((cursor) => read({ ...asked, cursor }), [key, version]);
  const [changes, setChanges] = useState<{ of?: unknown; by: Record<string, T | null> }>({
    by: {},
  });
  const top = useRef<HTMLDivElement>(null);
  // A new reading of the list replaces the changes made here.
  const by = changes.of === `${key} ${version}` ? changes.by : {};
  const items = pages.items
    ?.map((thing) => by[idOf(thing)] === undefined ? thing : by[idOf(thing)]!)
    .filter((thing) => thing !== null);
  const isDone = (id: string, thing: T | null | void) => {
    if (thing === undefined) {
      setChanges({ by: {} });
      return pages.reload();
    }
    setChanges({ of: `${key} ${version}`, by: { ...by, [id]: thing } });
    // The button that had the focus is gone.
    if (thing === null) top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} class="queue">
      <Pages
        pages={{ ...pages, items }}
        label={title}
        empty={<Empty icon={icon} title={nothing} />}
      >
        {(thing) => (
          <li class="template" key={idOf(thing)}>
            <div>{children(thing)}</div>
            {acts && (
              <Acts
                acts={acts(thing)}
                of={nameOf(thing)}
                onDone={(changed) => isDone(idOf(thing), changed)}
              />
            )}
          </li>
        )}
      </Pages>
    </div>
  );
}

const idOfThing = (thing: unknown) => (thing as { id: string }).id;

/** The buttons of a thing. */
export const Acts = <T,>(
  { acts, of, onDone }: { acts: Act<T>[]; of: string; onDone(thing: T | null | void): void },
) => (
  <div class="actions">
    {acts.map((act) => <ActButton key={act.name} act={act} of={of} onDone={onDone} />)}
  </div>
);

/** `of` tells the buttons of several things apart. */
export function ActButton<T>(
  { act: { name, icon, look, done, asks, form, run }, of, onDone }: {
    act: Act<T>;
    of?: string;
    onDone(thing: T | null | void): void;
  },
) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, errors, act } = useAct();
  const isFirst = !of && !!form;
  const finish = (thing: T | null | void) => {
    if (done) say(done);
    onDone(thing);
  };
  async function begin() {
    if (form) return setOpen(true);
    if (asks && !await confirm(asks.title, asks.text, name)) return;
    let thing: T | null | void;
    if (await act(async () => thing = await run({} as never))) finish(thing!);
  }
  return (
    <>
      <Button
        look={look ?? (isFirst ? "main" : "plain")}
        icon={icon ?? (isFirst ? "plus" : undefined)}
        aria-label={of && `${name}: ${of}`}
        isBusy={isBusy}
        onClick={begin}
      >
        {look === "quiet" && icon ? undefined : name}
      </Button>
      <Refusal errors={errors} />
      {isOpen && form && (
        <Dialog title={form.title} onClose={() => setOpen(false)}>
          {asks && <p>{asks.text}</p>}
          <Form
            fields={form.fields}
            thing={form.thing}
            name={form.send ?? "Save"}
            look={look === "danger" ? "danger" : "main"}
            send={(body) => run(body as never)}
            onDone={(thing) => (setOpen(false), finish(thing))}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}
