/** Imports of entries for users: the file, its progress, and the rows that were refused. */
import type { components } from "@journal/client";
import { useEffect, useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Card, Field } from "../parts/controls.tsx";
import { FilePicker } from "../parts/file-picker.tsx";
import { Icon } from "../parts/icons.tsx";
import { Pages } from "../parts/pages.tsx";
import { Progress } from "../parts/bars.tsx";
import { Empty, Failed, Loading, Refusal } from "../parts/states.tsx";
import { usePages, useRemote } from "../remote.ts";
import { go, path, query } from "../router.ts";
import { api } from "../service.ts";
import { fullMoment, moment } from "../words.ts";
import { uploaded } from "../upload.ts";
import { amount, Facts, Head } from "./parts.tsx";

type Import = components["schemas"]["Import"];

export const ImportsScreen = () =>
  path.value[1] ? <ImportScreen key={path.value[1]} id={path.value[1]} /> : <List />;

/** The fields of the audit log about the beginning of an import. */
interface Started {
  import_id: string;
  file_name: string;
  total: number;
}

function List() {
  const pages = usePages(async (cursor) => {
    const { acts, next_cursor } = await api.get("/api/admin/audit-log", {
      params: { query: { act: "import.start", cursor } },
    });
    return { items: acts, next: next_cursor };
  }, []);
  return (
    <div class="page wide">
      <Head title="Imports" />
      <div class="columns">
        <NewImport />
        <Card title="Imports" icon="book">
          <p class="hint">Each can be opened for 30 days.</p>
          <Pages
            pages={pages}
            label="Imports"
            empty={<Empty icon="book" title="Nothing was imported yet" />}
          >
            {({ id, after, created_at }) => {
              const { import_id, file_name, total } = after as unknown as Started;
              return (
                <li key={id}>
                  <a class="row" href={`#/imports/${import_id}`}>
                    <strong>{file_name}</strong>
                    <span class="hint">{amount(total)} rows, {moment(created_at)}</span>
                  </a>
                </li>
              );
            }}
          </Pages>
        </Card>
      </div>
    </div>
  );
}

/** The id of a user whom the super admin names by id, e-mail or handle. */
async function idOf(name: string): Promise<string | undefined> {
  if (/^[0-9a-f-]{36}$/i.test(name)) return name;
  const { users } = await api.get("/api/admin/users", { params: { query: { q: name } } });
  const wanted = name.toLowerCase().replace(/^@/, "");
  return users.find(({ email, handle }) =>
    [email, handle].some((each) => each?.toLowerCase() === wanted)
  )?.id;
}

function NewImport() {
  const [user, setUser] = useState(query.value.get("user") ?? "");
  const [file, setFile] = useState<File>();
  const { isBusy, errors, act, setErrors } = useAct();
  async function send(event: Event) {
    event.preventDefault();
    if (!file) return setErrors({ file: "Choose a file first" });
    let unknown = false;
    await act(async () => {
      const user_id = await idOf(user.trim());
      if (!user_id) return unknown = true;
      const started = await api.post("/api/admin/imports", { body: { user_id, file } });
      go(`/imports/${started.import.id}`);
    });
    if (unknown) setErrors({ user_id: "No user has this e-mail, handle or id" });
  }
  return (
    <Card title="New import" icon="plus">
      <form onSubmit={send}>
        <Field
          label="For whom"
          value={user}
          onText={setUser}
          hint="E-mail, handle or id. Only this user sees the entries."
          error={errors.user_id}
          autocapitalize="none"
          required
        />
        <div class="field">
          <FilePicker
            label={file ? "Choose another file" : "Choose a file"}
            icon="clip"
            accept=".json,.csv,application/json,text/csv"
            onFile={setFile}
          />
          <p class="hint">{file ? file.name : "JSON or CSV, up to 25 MB and 10,000 rows"}</p>
          <p class="hint">
            Each row has title and content, and may have mood, tags and created_at. A second import
            of the file adds only the missing entries.
          </p>
        </div>
        {uploaded.value !== null && <Progress value={uploaded.value} label="Sending" />}
        <Refusal errors={errors} shown={["user_id"]} />
        <div class="actions">
          <Button look="main" type="submit" isBusy={isBusy}>Import</Button>
        </div>
      </form>
    </Card>
  );
}

/** How often (ms) the state of an import that goes on is read. */
const PAUSE = 2000;

const states: Record<Import["status"], [string, string]> = {
  receiving: ["Rows arrive", "pending"],
  running: ["Goes on", "pending"],
  completed: ["Done", "completed"],
  failed: ["Failed", "failed"],
};

function ImportScreen({ id }: { id: string }) {
  const { value, failure, retry } = useRemote(
    async () => (await api.get("/api/admin/imports/{id}", { params: { path: { id } } })).import,
    [id],
  );
  useEffect(() => {
    if (!value || value.completed_at) return;
    const timer = setTimeout(retry, PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <div class="page wide">
      <a class="button quiet back" href="#/imports">
        <Icon name="back" />Imports
      </a>
      <h1>{value?.file_name ?? "Import"}</h1>
      {value
        ? <State state={value} />
        : failure
        ? <Failed failure={failure} retry={retry} />
        : <Loading lines={6} />}
    </div>
  );
}

function State({ state }: { state: Import }) {
  const { status, total, processed, imported, skipped, failed, errors, error } = state;
  const [name, look] = states[status];
  return (
    <>
      <Card title="Progress" icon="book" aside={<span class={`chip ${look}`}>{name}</span>}>
        <Progress
          value={total ? processed / total : 1}
          label={`${amount(processed)} of ${amount(total)} rows`}
        />
        {error && <p class="notice warning">{error}</p>}
        <Facts
          facts={{
            Imported: amount(imported),
            "There already": amount(skipped),
            Refused: amount(failed),
            Begun: fullMoment(state.created_at),
            ...state.completed_at && { Ended: fullMoment(state.completed_at) },
          }}
        />
        <p>
          <a href={`#/users/${state.user_id}`}>The user</a>
        </p>
      </Card>
      {errors.length > 0 && (
        <Card title="Refused rows" icon="warning">
          <table class="sheet small">
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ row, error }) => (
                <tr key={row}>
                  <th scope="row">{amount(row)}</th>
                  <td>{error}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </>
  );
}
