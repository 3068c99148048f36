/** Feature flags: for whom something is on. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Field, Select, TextArea } from "../parts/controls.tsx";
import { confirm, Dialog, say } from "../parts/dialog.tsx";
import { Pages } from "../parts/pages.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { api } from "../service.ts";
import { count, moment } from "../words.ts";
import { Head } from "./parts.tsx";

type Flag = components["schemas"]["FeatureFlag"];

export function FlagsScreen() {
  const pages = usePages(async (cursor) => {
    const { feature_flags, next_cursor } = await api.get("/api/admin/feature-flags", {
      params: { query: { cursor } },
    });
    return { items: feature_flags, next: next_cursor };
  }, []);
  const [edited, setEdited] = useState<Flag | "new">();
  const { errors, act } = useAct();
  async function remove({ key }: Flag) {
    if (!await confirm(`Delete ${key}?`, "It is off for everybody from then on.", "Delete")) return;
    const params = { path: { key } };
    if (!await act(() => api.delete("/api/admin/feature-flags/{key}", { params }))) return;
    say("Deleted");
    pages.retry();
  }
  return (
    <div class="page wide">
      <Head title="Feature flags">
        <Button look="main" icon="plus" onClick={() => setEdited("new")}>New flag</Button>
      </Head>
      <Refusal errors={errors} />
      <section class="card" aria-label="Feature flags">
        <Pages
          pages={pages}
          label="Feature flags"
          empty={
            <Empty icon="spark" title="No flags yet">
              A flag shows a part of the app to some users first.
            </Empty>
          }
        >
          {(flag) => (
            <li class="template" key={flag.key}>
              <div>
                <strong>{flag.key}</strong>
                {flag.description && <p class="hint">{flag.description}</p>}
                <p class="chips">
                  <span class={`chip ${flag.enabled ? "completed" : ""}`}>{reach(flag)}</span>
                  <span class="hint">Changed {moment(flag.updated_at)}</span>
                </p>
              </div>
              <div class="actions">
                <Button aria-label={`Change ${flag.key}`} onClick={() => setEdited(flag)}>
                  Change
                </Button>
                <Button
                  look="quiet"
                  icon="trash"
                  aria-label={`Delete ${flag.key}`}
                  onClick={() => remove(flag)}
                />
              </div>
            </li>
          )}
        </Pages>
      </section>
      {edited && (
        <Editor
          flag={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => (setEdited(undefined), pages.retry())}
        />
      )}
    </div>
  );
}

/** For whom the flag is on, in words. */
function reach({ enabled, percentage, user_ids }: Flag): string {
  if (enabled) return "On for everybody";
  const parts = [
    percentage && `${percentage} % of the users`,
    user_ids.length && count(user_ids.length, "chosen user"),
  ].filter(Boolean);
  return parts.length ? `On for ${parts.join(" and ")}` : "Off";
}

function Editor(
  { flag, onClose, onSaved }: { flag?: Flag; onClose(): void; onSaved(): void },
) {
  const [fields, setFields] = useState({
    key: flag?.key ?? "",
    description: flag?.description ?? "",
    enabled: flag?.enabled ? "yes" : "",
    percentage: String(flag?.percentage ?? 0),
    user_ids: flag?.user_ids.join("\n") ?? "",
  });
  const { isBusy, errors, act } = useAct();
  const bind = (name: keyof typeof fields) => ({
    value: fields[name],
    onText: (value: string) => setFields({ ...fields, [name]: value }),
    error: Object.entries(errors).find(([path]) => path.split(".")[0] === name)?.[1],
  });
  async function save(event: Event) {
    event.preventDefault();
    const isSaved = await act(() =>
      api.put("/api/admin/feature-flags/{key}", {
        params: { path: { key: fields.key } },
        body: {
          description: fields.description,
          enabled: !!fields.enabled,
          percentage: Number(fields.percentage),
          user_ids: fields.user_ids.split(/[\s,]+/).filter(Boolean),
        },
      })
    );
    if (!isSaved) return;
    say("Saved");
    onSaved();
  }
  return (
    <Dialog title={flag ? flag.key : "New flag"} onClose={onClose}>
      <form onSubmit={save}>
        {!flag && (
          <Field
            {...bind("key")}
            label="Key"
            hint="Lower-case letters, digits, dots and hyphens; clients ask for it."
            autocapitalize="none"
            required
          />
        )}
        <Field {...bind("description")} label="What it shows" />
        <Select {...bind("enabled")} label="For everybody">
          <option value="">No</option>
          <option value="yes">Yes</option>
        </Select>
        <Field
          {...bind("percentage")}
          label="Share of the users (%)"
          type="number"
          hint="A larger share keeps the users of a smaller one."
          required
        />
        <TextArea
          {...bind("user_ids")}
          label="Chosen users"
          rows={2}
          hint="Their ids, one a line."
        />
        <Refusal
          errors={Object.fromEntries(
            Object.entries(errors).filter(([path]) => !(path.split(".")[0]! in fields)),
          )}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={isBusy}>Save</Button>
        </div>
      </form>
    </Dialog>
  );
}
