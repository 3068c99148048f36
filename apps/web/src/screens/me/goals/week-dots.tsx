/** A week of a goal as seven dots: done, due and other days. */
import "./week-dots.css";
import { today } from "../../../days.ts";
import { words } from "../../../words/goals.ts";
import { answerOf, checkInsOn, firstDayOf, type Goal, isDue, mondayOf, weekOf } from "./rhythm.ts";

export function WeekDots({ goal, monday = mondayOf(today()) }: { goal: Goal; monday?: string }) {
  const first = firstDayOf(goal);
  const days = weekOf(monday).map((day) => {
    const answer = answerOf(goal, checkInsOn(goal, day));
    const isDone = answer === "completed" || answer === "partial";
    return { day, isDone, isDue: day >= first && isDue(goal, day) };
  });
  const { schedule } = goal;
  const counted = days.filter((each) => each.isDone && each.isDue).length;
  const of = schedule?.kind === "weekly"
    ? schedule.times
    : days.filter((each) => each.isDue).length;
  const says = monday === mondayOf(today()) ? words.ofWeek : words.ofDays;
  return (
    <div class="week-dots">
      <span class="dots" aria-hidden="true">
        {days.map(({ day, isDone, isDue }) => (
          <span
            key={day}
            class={`${isDone ? "done" : isDue ? "due" : "other"} ${day === today() ? "now" : ""}`}
          />
        ))}
      </span>
      <span class="hint">{says({ done: counted, count: of })}</span>
    </div>
  );
}
