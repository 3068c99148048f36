import { isToday } from "../../days.ts";
import { moodName } from "../../words.ts";
import { words } from "../../words/editor.ts";
import { moodOfToday } from "../day.ts";
import { Face } from "./face.tsx";
import type { Fields } from "./fields.ts";

/** Offers the face of today as the mood of an entry of today, which it becomes by a tap alone. */
export function OfferedMood({ fields, set }: {
  fields: Fields;
  set(changes: Partial<Fields>): void;
}) {
  const mood = moodOfToday();
  const isOfToday = !fields.written_at || isToday(fields.written_at);
  if (!mood || fields.mood || !isOfToday) return null;
  return (
    <div class="chips said">
      <button type="button" class="chip" onClick={() => set({ mood })}>
        <Face mood={mood} size={20} />
        {words.offeredMood({ mood: moodName(mood) })}
      </button>
    </div>
  );
}
