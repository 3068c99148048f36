/** The mosaic of a date: one picture of everybody, and the same people as a list. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { Played } from "../../parts/avatar.tsx";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api, offline, profile } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { dayOf } from "../../words.ts";
import { words as explained } from "../../words/window-explained.ts";
import { useChain } from "./chain.ts";
import { Pager, plusDays } from "./pager.tsx";
import { type CheckIn, StatusChip, TeamChip } from "./states.tsx";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/window.ts";

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
          mosaic ? <Picture key={date} date={date} mosaic={mosaic} /> : (
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

/** The check-ins whose photos the user may see: their own, and those of the people around them. */
function usePhotos(date: string): Map<string, CheckIn> {
  const { value } = useChain(date, null);
  return new Map(
    value?.checkins.flatMap((each) => each.photo_url ? [[each.user_id, each] as const] : []),
  );
}

/** A photo in the place of the initials, inside of the colour of its team. */
const Inlaid = ({ photo, at, size }: {
  photo: CheckIn;
  at: Section["coordinates"];
  size: { width: number; height: number };
}) => (
  <span
    class="inlaid"
    style={{
      left: `${at.x / size.width * 100}%`,
      top: `${at.y / size.height * 100}%`,
      width: `${at.width / size.width * 100}%`,
      height: `${at.height / size.height * 100}%`,
    }}
  >
    <PhotoImage src={photo.photo_url} alt="" />
  </span>
);

function Picture(
  { date, mosaic: { imageUrl, sections, stats } }: { date: string; mosaic: Mosaic },
) {
  const photos = usePhotos(date);
  const [chosen, setChosen] = useState<Section>();
  const [size, setSize] = useState<{ width: number; height: number }>();
  const { totalParticipants, completed, failed, pending, synthetic } = stats;
  const said = [
    words.people({ count: totalParticipants, completed, failed, pending }),
    ...synthetic ? [words.played({ count: synthetic })] : [],
  ].join(" ");

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
            <div class="mosaic">
              {/* The list below is the same for the keyboard. */}
              <img
                src={imageUrl}
                alt={`${words.mosaic}. ${said}`}
                onClick={choose}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                  setSize({ width, height })}
              />
              {size && sections.map(({ userId, coordinates }) => {
                const photo = photos.get(userId);
                return photo && <Inlaid key={userId} photo={photo} at={coordinates} size={size} />;
              })}
            </div>
          )
          : (
            <Empty icon="people" title={words.drawnAgain}>
              {words.drawnAgainHint}
            </Empty>
          )}
        <p class="hint">{said} {words.tapSection}</p>
      </Card>
      <OwnPhoto sections={sections} />
      <Sections sections={sections} onChoose={setChosen} />
      {chosen && (
        <Dialog title={chosen.userName} onClose={() => setChosen(undefined)}>
          {photos.has(chosen.userId)
            ? (
              <PhotoImage
                class="photo"
                src={photos.get(chosen.userId)!.photo_url}
                alt={words.photoOf({ name: chosen.userName })}
              />
            )
            : imageUrl && size &&
              <Cut url={imageUrl} size={size} at={chosen.coordinates} />}
          <p class="chips">
            <TeamChip color={chosen.teamColor} />
            <SectionStatus section={chosen} />
            <Played person={{ is_synthetic: chosen.isSynthetic }} />
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Offers to be in the picture with a photo, to somebody who is in it with initials. */
function OwnPhoto({ sections }: { sections: Section[] }) {
  const own = profile.value;
  if (!own || own.preferences.mosaic_photo) return null;
  if (!sections.some(({ userId }) => userId === own.id)) return null;
  async function show() {
    await offline.update("profile", own!.id, {
      preferences: { ...own!.preferences, mosaic_photo: true },
    });
    say(explained.showsPhoto);
    syncNow();
  }
  return (
    <p class="notice">
      <Icon name="camera" />
      <span>{explained.photo}</span>
      <Button onClick={show}>{explained.showPhoto}</Button>
    </p>
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
              <span class="name">
                {section.userName} <Played person={{ is_synthetic: section.isSynthetic }} />
              </span>
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
