import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Card } from "../../../parts/controls.tsx";
import { FilePicker } from "../../../parts/file-picker.tsx";
import { Progress } from "../../../parts/bars.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { fitting } from "../../../picture.ts";
import { failureOf } from "../../../remote.ts";
import { go, query } from "../../../router.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { uploaded } from "../../../upload.ts";
import { words } from "../../../words/me.ts";

type State = Answer<"/api/user/imports/{id}", "get">["import"];

/** Milliseconds after which the progress is asked for again. */
const AGAIN = 1500;

/** Entries from elsewhere. The address names the import, so that it is found again. */
export function Import() {
  const id = query.value.get("import");
  const [state, setState] = useState<State>();
  const { isBusy, errors, act, setErrors } = useAct();

  useEffect(() => {
    if (!id) return setState(undefined);
    // The answer to the file has told how it ended.
    if (state?.id === id && state.status !== "running") return;
    let timer: ReturnType<typeof setTimeout>;
    let isShown = true;
    const read = async () => {
      try {
        const answer = await api.get("/api/user/imports/{id}", { params: { path: { id } } });
        if (!isShown) return;
        setState(answer.import);
        setErrors({});
        if (answer.import.status !== "running") return;
      } catch (error) {
        const { isOffline, message } = failureOf(error);
        if (!isShown) return;
        if (!isOffline) return setErrors({ "": message });
      }
      timer = setTimeout(read, AGAIN);
    };
    void read();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [id]);

  const send = (file: File) =>
    act(async () => {
      setState(undefined);
      const body = { file: await fitting(file) as File };
      const answer = await api.post("/api/user/imports", { body });
      setState(answer.import);
      go(`/me/data?import=${answer.import.id}`, { replace: true });
    }, { unsupported_media_type: () => setErrors({ "": words.importUnknown }) });
  const isRunning = state?.status === "running";
  return (
    <Card title={words.bringIn} icon="plus">
      <p>
        {words.bringInHint}
      </p>
      {isBusy && <Progress value={uploaded.value ?? 0} label={words.sending} />}
      {state && <Outcome state={state} />}
      <Refusal errors={errors} />
      <div class="actions">
        {!isOnline.value && <span class="hint">{words.needsNetwork}</span>}
        <FilePicker
          label={state && !isRunning ? words.chooseAnotherFile : words.chooseFile}
          accept=".zip,application/zip"
          disabled={isBusy || isRunning || !isOnline.value}
          onFile={send}
        />
      </div>
    </Card>
  );
}

function Outcome({ state }: { state: State }) {
  const { status, total, processed, imported, skipped, failed, errors, error } = state;
  const said = [
    words.imported({ count: imported }),
    skipped > 0 && words.skipped({ count: skipped }),
    failed > 0 && words.unreadable({ count: failed }),
  ].filter(Boolean).join(" · ");
  return (
    <div class="outcome">
      {status === "running"
        ? (
          <Progress
            value={processed / total}
            label={words.importProgress({ done: processed, count: total })}
          />
        )
        : <p role="status">{said}</p>}
      {error && <p class="error" role="alert">{error}</p>}
      {errors.length > 0 && (
        <details>
          <summary>{words.problems({ count: errors.length })}</summary>
          <ul>
            {errors.map((each, index) => (
              <li key={index}>
                <strong>{each.file}</strong> {each.error}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
