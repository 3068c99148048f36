import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { AiButton } from "../../parts/ai-act.tsx";
import { Button, Field } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { Face } from "./face.tsx";
import { faces, type MoodWord } from "./moods.ts";
import { moodName } from "../../words.ts";
import { words } from "../../words/editor.ts";

const moods = Object.keys(faces) as MoodWord[];

/** Chooses the mood: a face, a word of the user, or a suggestion from the text. */
export function MoodSheet({ mood, text, title, isSealed, onMood, onSuggest, onClose }: {
  mood: string | null;
  text: string;
  title?: string;
  /** Whether AI must not read the text. */
  isSealed: boolean;
  onMood(mood: string | null): void;
  onSuggest(): void;
  onClose(): void;
}) {
  const [own, setOwn] = useState(mood && !(mood in faces) ? mood : "");
  const tone = useAct();
  const choose = (chosen: string | null) => {
    onMood(chosen);
    onClose();
  };
  const suggest = () =>
    tone.act(async () => {
      const body = { content: text, title };
      const { primaryTone } = await api.post("/api/ai/analyze-tone", { body });
      // AI has read nothing of a request that the service refuses.
      onSuggest();
      choose(primaryTone);
    });
  return (
    <Dialog title={words.howWasIt} onClose={onClose}>
      <div class="faces" role="group" aria-label={words.mood}>
        {moods.map((word) => (
          <button
            key={word}
            type="button"
            aria-pressed={mood === word}
            onClick={() => choose(mood === word ? null : word)}
          >
            <Face mood={word} size={40} />
            {moodName(word)}
          </button>
        ))}
      </div>
      <form
        class="inline"
        onSubmit={(event) => (event.preventDefault(), choose(own.trim() || null))}
      >
        <Field
          label={words.ownWord}
          value={own}
          onText={setOwn}
          maxLength={50}
          error={Object.values(tone.errors)[0]}
        />
        <Button look="main" type="submit">{words.done}</Button>
      </form>
      <div class="actions">
        {mood && <Button look="quiet" onClick={() => choose(null)}>{words.noMood}</Button>}
        {isSealed && <p class="hint">{words.sealedSuggests}</p>}
        {text.trim() && isOnline.value && !isSealed && (
          <AiButton look="quiet" isBusy={tone.isBusy} onClick={suggest}>
            {tone.isBusy ? words.reading : words.suggestMood}
          </AiButton>
        )}
      </div>
    </Dialog>
  );
}
