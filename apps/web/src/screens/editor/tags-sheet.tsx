import { useState } from "preact/hooks";
import { Button, Field } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/editor.ts";
import { usualTags } from "./completing.ts";

/** The most of the user's own tags to offer. */
const OFFERED = 12;

export function TagsSheet(
  { tags, onTags, onClose }: { tags: string[]; onTags(tags: string[]): void; onClose(): void },
) {
  const [word, setWord] = useState("");
  const [all] = useState(usualTags);
  const sought = word.trim().replace(/^#/, "");
  const offered = all
    .filter((tag) => !tags.includes(tag) && tag.toLowerCase().startsWith(sought.toLowerCase()))
    .slice(0, OFFERED);
  const add = (...added: string[]) => {
    onTags([...new Set([...tags, ...added])]);
    setWord("");
  };
  const written = () => word.split(/[\s,]+/).map((each) => each.replace(/^#/, "")).filter(Boolean);
  function done(event: Event) {
    event.preventDefault();
    if (sought) add(...written());
    else onClose();
  }
  return (
    <Dialog title={words.tags} onClose={onClose}>
      {tags.length > 0 && (
        <div class="chips">
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              class="chip"
              aria-label={words.removeTag({ tag })}
              onClick={() => onTags(tags.filter((each) => each !== tag))}
            >
              #{tag}
              <Icon name="close" size={14} />
            </button>
          ))}
        </div>
      )}
      <form class="inline" onSubmit={done}>
        <Field
          label={words.addTag}
          value={word}
          onText={setWord}
          placeholder={words.tagExample}
          autofocus
        />
        <Button look="main" type="submit">{sought ? words.add : words.done}</Button>
      </form>
      {offered.length > 0 && (
        <div class="chips" role="group" aria-label={words.yourTags}>
          {offered.map((tag) => (
            <button
              key={tag}
              type="button"
              class="chip"
              onClick={() => add(tag)}
            >
              #{tag}
            </button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
