/** An edit of an entry that another device has moved out: its person opens it, copies it or discards it. */
import "./sealed.css";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { readDraft } from "../../drafts.ts";
import { go } from "../../router.ts";
import { device, leftEdit } from "../../sealed.ts";
import { words as common } from "../../words/common.ts";
import { words as editor } from "../../words/editor.ts";
import { words } from "../../words/sealed.ts";
import { letLeave } from "../editor/draft-store.ts";

export function LeftEdit({ id, onDecided }: { id: string; onDecided(): void }) {
  const left = leftEdit(id);
  if (!left) return null;
  const text = [left.title, left.content].filter(Boolean).join("\n\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    say(words.copied);
  };
  async function goOn() {
    await letLeave(id, true);
    go(`/journal/${id}/edit`);
    onDecided();
  }
  async function discard() {
    const { drafts } = device.value!;
    const draft = drafts.get(id);
    await drafts.drop(id);
    onDecided();
    say(editor.notSaved, {
      name: editor.undo,
      run: () => void drafts.keep(id, draft).then(onDecided),
    });
  }
  return (
    <Card title={words.leftEdit} icon="edit">
      <p>{words.leftEditHint}</p>
      <blockquote class="left-edit">{text}</blockquote>
      <div class="actions">
        <Button look="quiet" onClick={discard}>{common.discard}</Button>
        <Button onClick={copy}>{words.copy}</Button>
        {/* Another edit was begun in the open entry. */}
        {readDraft(id) === null && <Button look="main" onClick={goOn}>{words.leftEditGoOn}</Button>}
      </div>
    </Card>
  );
}
