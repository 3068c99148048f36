/** Writes a new entry of a sealed notebook, once this device is open. */
import { Empty } from "../../parts/states.tsx";
import { Editor } from "../editor/editor.tsx";
import { Back } from "../article.tsx";
import { readOnly } from "../../sealed.ts";
import { words as editor } from "../../words/editor.ts";
import { words } from "../../words/sealed.ts";
import { useSealedState } from "./acts.ts";
import { Gate } from "./gate.tsx";

export function SealedEditor({ notebookId }: { notebookId: string }) {
  const isReadOnly = readOnly.value.includes(notebookId);
  if (useSealedState() === "open" && !isReadOnly) {
    return <Editor key={notebookId} notebookId={notebookId} />;
  }
  return (
    <div class="article">
      <Back />
      <h1>{editor.newEntry}</h1>
      <Gate>
        <Empty icon="lock" title={words.isReadOnly}>
          <a href={`#/journal/notebooks/${notebookId}`}>{words.members}</a>
        </Empty>
      </Gate>
    </div>
  );
}
