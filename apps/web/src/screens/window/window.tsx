/** The workout window: the user's own, the people around it, the mosaic, the battle, past days. */
import type { JSX } from "preact";
import { Card } from "../../parts/controls.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { path } from "../../router.ts";
import { BattleView } from "./battle.tsx";
import { Circle } from "./circle.tsx";
import { Days } from "./days.tsx";
import { MosaicView } from "./mosaic.tsx";
import { Now, useWindow } from "./now.tsx";
import type { Mine } from "./states.tsx";
import { Settings } from "./settings.tsx";
import "./window.css";

const tabs = {
  "/window": "Today",
  "/window/mosaic": "Mosaic",
  "/window/battle": "Battle",
  "/window/days": "Days",
  "/window/settings": "Settings",
};

export function WindowScreen() {
  const [, part = "", date] = path.value;
  const remote = useWindow();
  const Part = parts[part] ?? Today;
  return (
    <div class="page window-page">
      <header class="page-head">
        <h1>Workout window</h1>
      </header>
      <Tabs
        label="Workout window"
        tabs={tabs}
        current={part in parts ? `/window/${part}` : "/window"}
      />
      <Loaded remote={remote} label="Window">
        {(mine) => <Part mine={mine} date={date} reload={remote.retry} />}
      </Loaded>
    </div>
  );
}

interface PartProps {
  mine: Mine;
  /** Of the address, where it has one. */
  date?: string;
  reload(): void;
}

/** Today as the device knows it, for who has no window. */
const deviceDay = () => new Intl.DateTimeFormat("sv-SE").format(new Date());

function dated(Part: (props: { date: string; last: string }) => JSX.Element) {
  return ({ mine, date = "" }: PartProps) => {
    const last = mine.today?.date ?? deviceDay();
    return <Part date={Number.isNaN(Date.parse(`${date}T12:00`)) ? last : date} last={last} />;
  };
}

const parts: Record<string, (props: PartProps) => JSX.Element> = {
  mosaic: dated(MosaicView),
  battle: dated(BattleView),
  days: Days,
  settings: ({ mine, reload }) => <Settings mine={mine} onSaved={reload} />,
};

function Today({ mine, reload }: PartProps) {
  if (!mine.next) {
    return (
      <Card>
        <Empty icon="window" title="You have no window yet">
          Choose two hours a day that you keep free to move, read or rest. You are linked with
          people whose windows come before and after yours.
          <a class="button main" href="#/window/settings">Set your window</a>
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <Card title="Your window" icon="window">
        <Now mine={mine} reload={reload} />
      </Card>
      <Circle key={mine.today!.date} mine={mine} />
    </>
  );
}
