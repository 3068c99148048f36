import { page } from "./page.ts";

/** The card of an entry: its title, which leads to the app, its day, its mood, its tags, its text. */
export const entryCard = page(
  "Entry",
  `
h1 { margin: 0; font-size: 18px; overflow-wrap: anywhere; }
h1 button { all: unset; cursor: pointer; }
h1 button:hover, h1 button:focus-visible { text-decoration: underline; }
time, .mood, .tag { font-size: 13px; color: light-dark(#5b6270, #a2a9b6); margin-inline-end: 10px; }
.mood { font-weight: 600; }
.content { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }`,
  `
const show = ({ entry }, place) => {
  if (!entry) return;
  const title = entry.title || entry.content.split("\\n", 1)[0].slice(0, 80);
  const heading = add(place, "h1", "");
  heading.dir = "auto";
  if (entry.url) add(heading, "button", "", title).onclick = () => open(entry.url);
  else heading.textContent = title;
  const time = add(place, "time", "", day(entry.written_at, { dateStyle: "full" }));
  time.dateTime = entry.written_at;
  if (entry.mood) add(place, "span", "mood", entry.mood);
  for (const tag of entry.tags) add(place, "span", "tag", "#" + tag);
  add(place, "p", "content", entry.content).dir = "auto";
};`,
);
