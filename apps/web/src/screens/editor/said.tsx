/** Facts of the entry beside its text, each of which opens where it is changed. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { icons } from "../../parts/visibility.tsx";
import { fullMoment, moodName } from "../../words.ts";
import { words } from "../../words/editor.ts";
import { Face } from "./face.tsx";
import type { Fields } from "./fields.ts";
import { faces, type MoodWord } from "./moods.ts";
import { nameOfSharing } from "./sharing.tsx";
import type { Sheet } from "./sheets.tsx";

const Said = (
  { label, icon, onClick, children }: {
    label: string;
    icon?: IconName;
    onClick(): void;
    children: ComponentChildren;
  },
) => (
  <button type="button" class="chip" onClick={onClick}>
    {icon && <Icon name={icon} size={14} />}
    <span class="hidden">{label}:</span> {children}
  </button>
);

export function SaidBeside({ fields, notebook, isSealed, open }: {
  fields: Fields;
  /** Whether the notebook decides who reads the entry. */
  isSealed: boolean;
  /** The name of the notebook of the entry. */
  notebook?: string;
  open(sheet: Sheet): void;
}) {
  return (
    <div class="chips said">
      {fields.mood && (
        <Said onClick={() => open("mood")} label={words.mood}>
          {fields.mood in faces && <Face mood={fields.mood as MoodWord} size={20} />}
          {moodName(fields.mood)}
        </Said>
      )}
      {fields.tags?.map((tag) => (
        <Said key={tag} onClick={() => open("tags")} label={words.tag}>#{tag}</Said>
      ))}
      {notebook && (
        <Said onClick={() => open("notebook")} label={words.notebook} icon="book">{notebook}</Said>
      )}
      {fields.written_at && (
        <Said onClick={() => open("time")} label={words.time} icon="calendar">
          {fullMoment(fields.written_at)}
        </Said>
      )}
      <Said
        onClick={() => open("sharing")}
        label={words.whoSeesIt}
        icon={isSealed ? "lock" : icons[fields.metadata_visibility]}
      >
        {isSealed ? words.sealed : nameOfSharing(fields)}
      </Said>
    </div>
  );
}
