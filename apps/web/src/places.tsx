/** The places of the app. What the first screen does not need is loaded when somebody goes there. */
import type { ComponentType } from "preact";
import { Icon, type IconName } from "./parts/icons.tsx";
import { later } from "./parts/later.tsx";
import { JournalScreen } from "./screens/journal.tsx";
import { TodayScreen } from "./screens/today.tsx";
import { unread } from "./service.ts";

export interface Place {
  name: string;
  icon: IconName;
  Screen: ComponentType;
  /** Which bar has it, where not both: on a phone there is room for five. */
  on?: "phone" | "desktop";
}

export const places: Record<string, Place> = {
  today: { name: "Today", icon: "today", Screen: TodayScreen },
  journal: { name: "Journal", icon: "journal", Screen: JournalScreen },
  people: {
    name: "People",
    icon: "people",
    Screen: later(async () => (await import("./screens/people/people.tsx")).PeopleScreen),
  },
  window: {
    name: "Window",
    icon: "window",
    Screen: later(async () => (await import("./screens/window/window.tsx")).WindowScreen),
  },
  assistant: {
    name: "Assistant",
    icon: "spark",
    Screen: later(async () => (await import("./screens/assistant/screen.tsx")).AssistantScreen),
    on: "desktop",
  },
  lab: {
    name: "Lab",
    icon: "lab",
    Screen: later(async () => (await import("./screens/lab/screen.tsx")).LabScreen),
    on: "desktop",
  },
  me: {
    name: "Me",
    icon: "me",
    Screen: later(async () => (await import("./screens/me/me.tsx")).MeScreen),
    on: "desktop",
  },
  more: { name: "More", icon: "more", Screen: MoreScreen, on: "phone" },
};

/** What the bar of a phone has no room for. */
function MoreScreen() {
  return (
    <div class="page">
      <h1>More</h1>
      <nav class="card" aria-label="More">
        <ul class="places">
          {Object.entries(places).filter(([, { on }]) => on === "desktop").map(
            ([key, { name, icon }]) => (
              <li key={key}>
                <a href={`#/${key}`}>
                  <Icon name={icon} size={22} />
                  {name}
                  {key === "me" && unread.value > 0 && (
                    <span class="chip">{unread.value} unread</span>
                  )}
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
    </div>
  );
}
