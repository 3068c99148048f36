import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card, TextArea } from "../../parts/controls.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { moment } from "../../words.ts";

/** The user's notes about the progress of a project. */
export function Reports({ dreamId }: { dreamId: string }) {
  const [attempt, setAttempt] = useState(0);
  const [content, setContent] = useState("");
  const { isBusy, errors, act } = useAct();
  const pages = usePages(async (cursor) => {
    const query = { dream_id: dreamId, limit: 10, cursor };
    const page = await api.get("/api/lab/progress-reports", { params: { query } });
    return { items: page.progress_reports, next: page.next_cursor };
  }, [dreamId, attempt]);
  async function add(event: Event) {
    event.preventDefault();
    if (!content.trim()) return;
    const done = await act(() =>
      api.post("/api/lab/dreams/{id}/progress-reports", {
        params: { path: { id: dreamId } },
        body: { content },
      })
    );
    if (!done) return;
    setContent("");
    setAttempt(attempt + 1);
  }
  return (
    <Card title="Progress" icon="journal">
      <form onSubmit={add}>
        <TextArea
          label="How far have you come?"
          rows={2}
          value={content}
          onText={setContent}
          maxLength={2000}
          placeholder="The tube was too wide. I cut another one."
          error={errors.content}
        />
        <Refusal errors={errors} shown={["content"]} />
        <div class="actions">
          <Button
            type="submit"
            isBusy={isBusy}
            disabled={isBusy || !content.trim() || !isOnline.value}
          >
            Note it
          </Button>
        </div>
      </form>
      <Pages pages={pages} label="Progress" class="reports" empty={null}>
        {({ id, content, created_at }) => (
          <li key={id}>
            <p class="hint">{moment(created_at)}</p>
            <p class="report">{content}</p>
          </li>
        )}
      </Pages>
    </Card>
  );
}
