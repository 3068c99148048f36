/** The mosaic of a date: one picture of everybody, and the same people as a list. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { dayOf } from "../../words.ts";
import { Pager, plusDays } from "./pager.tsx";
import { StatusChip, TeamChip } from "./states.tsx";
import { words as common } from "../../words/en/common.ts";
import { words } from "../../words/en/window.ts";

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
      <Loaded remote={remote} lines={6} label={words.mosaic}>
        {({ mosaic }) =>
          mosaic ? <Picture key={date} mosaic={mosaic} /> : (
            <Card>
              <Empty icon="people" title={words.noMosaic}>
                {words.noMosaicHint}
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
  const said = words.people({ count: totalParticipants, completed, failed, pending });

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
              alt={`${words.mosaic}. ${said}`}
              onClick={choose}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setSize({ width, height })}
            />
          )
          : (
            <Empty icon="people" title={words.drawnAgain}>
              {words.drawnAgainHint}
            </Empty>
          )}
        <p class="hint">{said} {words.tapSection}</p>
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
    name={status === "pending" ? words.stillToCome : undefined}
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
  const [text, setText] = useState("");
  const [shown, setShown] = useState(SHOWN);
  const wanted = text.trim().toLowerCase();
  const found = sections.filter(({ userName }) => userName.toLowerCase().includes(wanted));
  return (
    <Card title={words.whoIsInIt} icon="people">
      {sections.length > SHOWN && <Field label={words.findSomeone} value={text} onText={setText} />}
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
      {!found.length && <p class="hint">{words.nobodyOfThisName}</p>}
      {found.length > shown && (
        <Button onClick={() => setShown(shown + 200)}>{common.showMore}</Button>
      )}
    </Card>
  );
}
