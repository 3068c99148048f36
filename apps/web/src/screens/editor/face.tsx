import "../../styles/faces.css";
import { faces, type MoodWord } from "./moods.ts";

const eyes = {
  open: "M8.500 10v.6M15.500 10v.6",
  wide: "M8.500 9.500v1.600M15.500 9.500v1.600",
  shut: "M7.300 10.300q1.200 1 2.400 0M14.300 10.300q1.200 1 2.400 0",
  smiling: "M7.300 10.700q1.200-1.500 2.400 0M14.300 10.700q1.200-1.500 2.400 0",
};

/** A face beside the word of its mood. */
export function Face({ mood, size = 32 }: { mood: MoodWord; size?: number }) {
  const { tone, mouth, eyes: look = "open", brows, isOpen } = faces[mood];
  const ends = 15.5 - mouth;
  const slant = (brows ?? 0) * 0.8;
  return (
    <svg class={`face ${tone}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d={eyes[look]} />
      <path
        class={isOpen ? "open" : undefined}
        d={`M8 ${ends}Q12 ${ends + mouth * 5} 16 ${ends}${isOpen ? "Z" : ""}`}
      />
      {brows !== undefined && (
        <path
          d={`M6.800 ${7.500 + slant}L9.800 ${7.500 - slant}M14.200 ${7.500 - slant}L17.200 ${
            7.500 + slant
          }`}
        />
      )}
    </svg>
  );
}
