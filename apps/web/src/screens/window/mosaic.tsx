/** The mosaic of a date: one picture of everybody, and the same people as a list. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { count, dayOf } from "../../words.ts";
import { Pager, plusDays } from "./pager.tsx";
import { StatusChip, TeamChip } from "./states.tsx";

type Mosaic = components["schemas"]["WorkoutMosaic"];
type Section = Mosaic["sections"][number];

/** Rows of the list at the beginning. */
const SHOWN = 24;

export function MosaicView({ date, last }: { date: string; last: string }) {
  const remote = useRemote(
    () => api.get("/api/workout-window/mosaic/{date}", { params: { path: { date } } }),
    [date],
  );
  return (
    <>
      <Pager
        what="day"
        name={dayOf(new Date(`${date}T12:00`))}
        before={`#/window/mosaic/${plusDays(date, -1)}`}
        after={date < last ? `#/window/mosaic/${plusDays(date, 1)}` : undefined}
      />
      <Loaded remote={remote} lines={6} label="Mosaic">
        {({ mosaic }) =>
          mosaic ? <Picture key={date} mosaic={mosaic} /> : (
            <Card>
              <Empty icon="people" title="No mosaic of this day">
                One is drawn every hour on days with people in the chains.
              </Empty>
            </Card>
          )}
      </Loaded>
    </>
  );
}

function Picture({ mosaic: { imageUrl, sections, stats } }: { mosaic: Mosaic }) {
  const [chosen, setChosen] = useState<Section>();
  const [size, setSize] = useState<{ width: number; height: number }>();
  const { totalParticipants, completed, failed, pending } = stats;
  const words = `${count(totalParticipants, "person", "people")}: ${completed} checked in, ` +
    `${failed} missed, ${pending} still to come`;

  function choose({ offsetX, offsetY, currentTarget }: MouseEvent) {
    const image = currentTarget as HTMLImageElement;
    const x = offsetX / image.clientWidth * image.naturalWidth;
    const y = offsetY / image.clientHeight * image.naturalHeight;
    setChosen(
      sections.find(({ coordinates: at }) =>
        x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height
      ),
    );
  }
  return (
    <>
      <Card>
        {imageUrl
          ? (
            // The list below is the same for the keyboard.
            <img
              class="mosaic"
              src={imageUrl}
              alt={`Mosaic of ${words}`}
              onClick={choose}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setSize({ width, height })}
            />
          )
          : (
            <Empty icon="people" title="The picture is drawn again">
              Somebody has taken their photo out of it. The next one comes within the hour.
            </Empty>
          )}
        <p class="hint">{words}. Tap a section to see who it is.</p>
      </Card>
      <Sections sections={sections} onChoose={setChosen} />
      {chosen && (
        <Dialog title={chosen.userName} onClose={() => setChosen(undefined)}>
          {imageUrl && size && <Cut url={imageUrl} size={size} at={chosen.coordinates} />}
          <p class="chips">
            <TeamChip color={chosen.teamColor} />
            <SectionStatus section={chosen} />
          </p>
        </Dialog>
      )}
    </>
  );
}

const SectionStatus = ({ section: { status } }: { section: Section }) => (
  <StatusChip
    status={status === "pending" ? "not_started" : status}
    name={status === "pending" ? "Still to come" : undefined}
  />
);

/** One section of the picture, enlarged. */
function Cut({ url, size, at }: {
  url: string;
  size: { width: number; height: number };
  at: Section["coordinates"];
}) {
  const share = (from: number, whole: number, part: number) =>
    whole === part ? 0 : from / (whole - part) * 100;
  return (
    <div
      class="cut"
      style={{
        backgroundImage: `url("${url}")`,
        backgroundSize: `${size.width / at.width * 100}% ${size.height / at.height * 100}%`,
        backgroundPosition: `${share(at.x, size.width, at.width)}% ${
          share(at.y, size.height, at.height)
        }%`,
      }}
    />
  );
}

function Sections(
  { sections, onChoose }: { sections: Section[]; onChoose(section: Section): void },
) {
  const [words, setWords] = useState("");
  const [shown, setShown] = useState(SHOWN);
  const wanted = words.trim().toLowerCase();
  const found = sections.filter(({ userName }) => userName.toLowerCase().includes(wanted));
  return (
    <Card title="Who is in it" icon="people">
      {sections.length > SHOWN && <Field label="Find somebody" value={words} onText={setWords} />}
      <ul class="sections">
        {found.slice(0, shown).map((section) => (
          <li key={section.userId}>
            <button type="button" onClick={() => onChoose(section)}>
              <span class={`dot team-${section.teamColor}`} />
              <span class="name">{section.userName}</span>
              <SectionStatus section={section} />
            </button>
          </li>
        ))}
      </ul>
      {!found.length && <p class="hint">Nobody of this name takes part.</p>}
      {found.length > shown && <Button onClick={() => setShown(shown + 200)}>Show more</Button>}
    </Card>
  );
}
