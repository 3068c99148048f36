/** The workout window: the user's own, the people around it, the mosaic, the battle, past days. */
import "./window.css";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, Card } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Explained, Explanation, type Parts } from "../../parts/explained.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/pane.tsx";
import { path } from "../../router.ts";
import { words as explained } from "../../words/window-explained.ts";
import { BattleView } from "./battle.tsx";
import { Circle } from "./circle.tsx";
import { Days } from "./days.tsx";
import { MosaicView } from "./mosaic.tsx";
import { Now } from "./now.tsx";
import type { Mine } from "./states.tsx";
import { Settings } from "./settings.tsx";
import { useWindow } from "./use-window.ts";
import { words as app } from "../../words/app.ts";
import { words } from "../../words/window.ts";
import { words as workout } from "../../words/workout.ts";
import { words as common } from "../../words/common.ts";

export function WindowScreen() {
  const [, part = "", date] = path.value;
  const remote = useWindow();
  const [isAsked, setAsked] = useState(false);
  const Part = parts[part] ?? Today;
  const explaining = part in parts ? part : "window";
  return (
    <div class="page window-page">
      <header class="page-head">
        <h1>{app.window}</h1>
        <Button look="quiet" onClick={() => setAsked(true)}>{explained.title}</Button>
      </header>
      {isAsked && (
        <Dialog title={explained.title} onClose={() => setAsked(false)}>
          <Explanation parts={explained.parts} />
        </Dialog>
      )}
      <Tabs
        label={app.window}
        tabs={{
          "/window": common.today,
          "/window/mosaic": words.mosaic,
          "/window/battle": words.battle,
          "/window/days": words.days,
          "/window/settings": words.settings,
        }}
        current={part in parts ? `/window/${part}` : "/window"}
      />
      {remote.value && isNew(remote.value) && explaining in explanations() && (
        <Explained
          key={explaining}
          of={explaining}
          title={explained.title}
          parts={explanations()[explaining]!}
          close={explained.gotIt}
        />
      )}
      <Loaded remote={remote} label={workout.window}>
        {(mine) => <Part mine={mine} date={date} reload={remote.retry} />}
      </Loaded>
    </div>
  );
}

const WEEK = 7 * 86_400_000;

/** A window of a week has seven check-ins at most; with more, the user knows how it works. */
const isNew = ({ window }: Mine) => !window || Date.parse(window.created_at) > Date.now() - WEEK;

/** The explanations of each view at its first visit. */
function explanations(): Record<string, Parts> {
  const { window, people, team, picture } = explained.parts;
  return { window: { window, people }, mosaic: { picture }, battle: { team } };
}

interface PartProps {
  mine: Mine;
  /** The date of the address, where it has one. */
  date?: string;
  reload(): void;
}

/** Today by the device's clock, for users without a window. */
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
        <Empty icon="window" title={words.noWindow}>
          <p>{words.chooseWindow}</p>
          <a class="button main" href="#/window/settings">{workout.setWindow}</a>
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <Card title={words.yourWindow} icon="window">
        <Now mine={mine} reload={reload} />
      </Card>
      <Circle key={mine.today!.date} mine={mine} />
    </>
  );
}
