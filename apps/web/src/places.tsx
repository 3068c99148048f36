/** The places of the app. Parts that the first screen does not need load with their place. */
import type { ComponentType } from "preact";
import { signal } from "@preact/signals";
import { Icon, type IconName } from "./parts/icons.tsx";
import { type Later, later } from "./parts/later.tsx";
import { TodayScreen } from "./screens/today.tsx";
import { api, offline, unread } from "./service.ts";
import { words as common } from "./words/common.ts";
import { words } from "./words/app.ts";
import { keepDraft, readDraft } from "./drafts.ts";

export interface Place {
  name: string;
  icon: IconName;
  Screen: ComponentType & Partial<Pick<Later<object>, "ready">>;
  /** The bar that shows the place; without it both do. On a phone there is room for five. */
  on?: "phone" | "desktop";
  /** The feature flag without which the menus leave it out; its address works all the same. */
  flag?: string;
}

export const places: Record<string, Place> = {
  today: {
    get name() {
      return words.today;
    },
    icon: "today",
    Screen: TodayScreen,
  },
  journal: {
    get name() {
      return common.journal;
    },
    icon: "journal",
    Screen: later(async () => (await import("./screens/journal.tsx")).JournalScreen),
  },
  people: {
    get name() {
      return words.people;
    },
    icon: "people",
    Screen: later(async () => (await import("./screens/people/people.tsx")).PeopleScreen),
  },
  window: {
    get name() {
      return words.window;
    },
    icon: "window",
    Screen: later(async () => (await import("./screens/window/window.tsx")).WindowScreen),
  },
  assistant: {
    get name() {
      return words.assistant;
    },
    icon: "spark",
    Screen: later(async () => (await import("./screens/assistant/screen.tsx")).AssistantScreen),
    on: "desktop",
  },
  lab: {
    get name() {
      return words.lab;
    },
    icon: "lab",
    Screen: later(async () => (await import("./screens/lab/screen.tsx")).LabScreen),
    on: "desktop",
    flag: "lab",
  },
  me: {
    get name() {
      return words.me;
    },
    icon: "me",
    Screen: later(async () => (await import("./screens/me/me.tsx")).MeScreen),
    on: "desktop",
  },
  more: {
    get name() {
      return words.more;
    },
    icon: "more",
    Screen: MoreScreen,
    on: "phone",
  },
};

/** The place of an address; undefined where there is none. */
export const placeOf = (name = "today"): Place | undefined =>
  Object.hasOwn(places, name) ? places[name] : undefined;

/** The places of the menus of this user. */
export const shownPlaces = (): [key: string, place: Place][] =>
  Object.entries(places).filter(([, { flag }]) => !flag || isOn(flag));

/** The places that the bar of a phone has no room for. */
function MoreScreen() {
  return (
    <div class="page">
      <h1>{words.more}</h1>
      <nav class="card" aria-label={words.more}>
        <ul class="places">
          {shownPlaces().filter(([, { on }]) => on === "desktop").map(
            ([key, { name, icon }]) => (
              <li key={key}>
                <a href={`#/${key}`}>
                  <Icon name={icon} size={22} />
                  {name}
                  {key === "me" && unread.value > 0 && (
                    <span class="chip">{words.unread({ count: unread.value })}</span>
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

/** Features on trial that the service turns on for the user. Offline the last answer holds. */
const flags = signal<{ of: string | null; keys: string[] }>({ of: null, keys: [] });

/** Whether a feature is on; false before the service has answered. */
export const isOn = (flag: string): boolean =>
  flags.value.of === offline.userId && flags.value.keys.includes(flag);

/** Asks the service. */
export async function readFlags(): Promise<void> {
  const of = offline.userId;
  flags.value = { of, keys: readDraft<string[]>("flags") ?? [] };
  const { feature_flags } = await api.get("/api/feature-flags", {
    params: { query: { limit: 100 } },
  });
  if (of !== offline.userId) return;
  keepDraft("flags", feature_flags);
  flags.value = { of, keys: feature_flags };
}
