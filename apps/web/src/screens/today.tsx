import "./today.css";
import { useEffect, useState } from "preact/hooks";
import { dayAt } from "../days.ts";
import { greeting, here } from "../words.ts";
import { words } from "../words/today.ts";
import { giveFiles, PHOTOS } from "../chosen-files.ts";
import { groups } from "../groups.ts";
import { readDraft } from "../drafts.ts";
import { FilePicker } from "../parts/file-picker.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { plain } from "../parts/text.tsx";
import { go } from "../router.ts";
import { entries, goals, profile, unread } from "../service.ts";
import { StreakLine } from "./streak-line.tsx";
import { nextStep } from "./welcome/steps.ts";
import type { Mine } from "./window/states.tsx";
import { useWindow } from "./window/use-window.ts";

const Written = later(async () => (await import("./own-rows.tsx")).Written, true);
const OnThisDay = later(async () => (await import("./on-this-day.tsx")).OnThisDay, true);
const DeviceZone = later(async () => (await import("./device-zone.tsx")).DeviceZone, true);
const DayFaces = later(async () => (await import("./day-faces.tsx")).DayFaces, true);
const Faces = later(async () => (await import("./friends/faces.tsx")).Faces, true);
const Cheers = later(async () => (await import("./cheers.tsx")).Cheers, true);
const Goals = later(async () => (await import("./today-goals.tsx")).Goals, true);
const WeekCard = later(async () => (await import("./week/week.tsx")).WeekCard, true);
const WindowCard = later(async () => (await import("./window/now.tsx")).WindowCard, true);
const Beginnings = later(async () => (await import("./beginnings.tsx")).Beginnings, true);
const Offers = later(async () => (await import("./welcome/offers.tsx")).Offers, true);
const Welcome = later(async () => (await import("./welcome/welcome.tsx")).Welcome);

export function TodayScreen() {
  const step = nextStep();
  return step ? <Welcome step={step} /> : <Today />;
}

function Today() {
  const [isCheered, setCheered] = useState<boolean>();
  const [isAdding, setAdding] = useState(false);
  const workout = useWindow();
  // Until the window is read, the one of the last visit counts.
  const hasWindow = (workout.value ?? readDraft<Mine>("window"))?.next != null;
  const first = profile.value?.full_name?.split(" ")[0];
  return (
    <div class="page today">
      <header class="page-head">
        <p class="eyebrow">{dayAt(new Date())}</p>
        <Ask />
        <Bell />
        <h1>{first ? words.greeting({ greeting: greeting(), name: first }) : greeting()}</h1>
        <StreakLine />
      </header>
      {profile.value && profile.value.timezone !== here && <DeviceZone />}
      <section class="card mine">
        <Write />
        <div class="day">
          <DayFaces />
        </div>
        <Written />
      </section>
      {/* The people of the user. */}
      <Faces />
      <Cheers onKnown={setCheered} />
      {(goals.value.length > 0 || isAdding) && <Goals isAdding={isAdding} setAdding={setAdding} />}
      <div class="lesser">
        <WeekCard />
        {hasWindow && <WindowCard remote={workout} />}
        {entries.value.length > 0 && <Offers />}
        <OnThisDay />
        <Beginnings
          hasGoals={goals.value.length > 0 || isAdding || !profile.value}
          hasWindow={!workout.value || hasWindow}
          isCheered={(isCheered ?? true) || groups().friends.length > 0}
          onGoal={() => setAdding(true)}
        />
      </div>
    </div>
  );
}

/** Asks the assistant, which has no place in the bar of a phone. */
const Ask = () => (
  <a class="button quiet ask" href="#/assistant?ask" aria-label={words.ask}>
    <Icon name="spark" />
  </a>
);

/** Leads to the notifications, and counts the unread ones. */
const Bell = () => (
  <a class="button quiet bell" href="#/me/notifications">
    <Icon name="bell" />
    <span class="hidden">{words.notifications}</span>
    {unread.value > 0 && <span class="badge">{unread.value}</span>}
  </a>
);

/** Buttons to begin an entry: with its text, or with photos. */
function Write() {
  const draft = readDraft<{ fields: { content: string } }>("new")?.fields.content.trim() ?? "";
  // The editor is there when it is wanted.
  useEffect(() => {
    const timer = setTimeout(() => import("./editor/editor.tsx").catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="write">
      <a href="#/journal/new">{plain(draft) || words.onYourMind}</a>
      <FilePicker
        label={words.photos}
        icon="camera"
        look="quiet"
        isIconOnly
        accept={PHOTOS}
        onFiles={(files) => {
          giveFiles(files);
          go("/journal/new");
        }}
      />
    </div>
  );
}
