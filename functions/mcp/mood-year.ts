import { page } from "./page.ts";

/** Days in columns of weeks, each in the colour of its tone, and the moods with their numbers. */
export const moodYear = page(
  "Moods",
  `
.days { display: grid; grid-auto-flow: column; grid-template-rows: repeat(7, 1fr); gap: 2px;
  width: max-content; max-width: 100%; overflow-x: auto; }
.day { width: 11px; height: 11px; border-radius: 2px; background: light-dark(#e9ebef, #2c3038); }
.written { background: light-dark(#c3b4e6, #7d68b5); }
.positive { background: light-dark(#4fae7b, #4fae7b); }
.neutral { background: light-dark(#8fb4d9, #6d95bd); }
.negative { background: light-dark(#e09a5f, #c77f43); }
h1 { margin: 0 0 8px; font-size: 13px; font-weight: normal; color: light-dark(#5b6270, #a2a9b6); }
ul { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 12px 0 0; padding: 0;
  font-size: 13px; }
li { display: flex; align-items: center; gap: 6px; }`,
  `
const show = ({ insights }, place) => {
  if (!insights) return;
  const { from, to } = insights;
  const options = { dateStyle: "medium", timeZone: "UTC" };
  const name = (date) => day(date + "T00:00:00Z", options);
  add(place, "h1", "", name(from) + " – " + name(to));
  const known = new Map(insights.days.map((each) => [each.date, each]));
  const grid = add(place, "div", "days");
  grid.setAttribute("role", "list");
  // The keyboard scrolls it too.
  grid.tabIndex = 0;
  const end = Date.parse(to);
  for (let at = Date.parse(from); at <= end; at += 86400000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const { mood, tone, entries } = known.get(date) ?? {};
    const cell = add(grid, "div", "day " + (tone ?? (mood || entries ? "written" : "")));
    // The first day stands in the row of its weekday, Monday first.
    if (date === from) cell.style.gridRowStart = (new Date(at).getUTCDay() + 6) % 7 + 1;
    cell.title = mood ? name(date) + ": " + mood : name(date);
    cell.setAttribute("role", "listitem");
    cell.setAttribute("aria-label", cell.title);
  }
  const moods = add(place, "ul", "");
  for (const { mood, tone, count } of insights.moods) {
    const item = add(moods, "li", "");
    add(item, "span", "day " + (tone ?? "written"));
    add(item, "span", "", mood + " " + new Intl.NumberFormat(locale).format(count));
  }
};`,
);
