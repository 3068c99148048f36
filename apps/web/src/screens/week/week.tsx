/** The week on its Sunday: a card on Today, and a picture of it to save or to share. */
import "./week.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { entriesByDay, plusDays, today, weekday } from "../../days.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { number, shortDay, shortWeekday } from "../../words.ts";
import { words as insights } from "../../words/insights.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/week.ts";
import { toneOn, withFace } from "../day.ts";
import { save } from "../me/data/download.tsx";
import { drawWeek, HEIGHT, type Week, WIDTH } from "./draw.ts";

const SUNDAY = 6;

/** Offered on Sundays, where the week has a page or a face. */
export function WeekCard() {
  const [isOpen, setOpen] = useState(false);
  const last = today();
  if (weekday(last) !== SUNDAY) return null;
  const dates = Array.from({ length: 7 }, (_, day) => plusDays(last, day - SUNDAY));
  if (!dates.some((date) => entriesByDay.value.has(date) || toneOn(date))) return null;
  return (
    <Card title={words.title} icon="picture">
      <p class="hint">{words.about}</p>
      <div class="actions start">
        <Button icon="picture" onClick={() => setOpen(true)}>{words.show}</Button>
      </div>
      {isOpen && <WeekDialog dates={dates} onClose={() => setOpen(false)} />}
    </Card>
  );
}

type Entries = Answer<"/api/journal", "get">["entries"];

/** Reads the numbers, the faces and the photos of the days. Nothing of it leaves the device. */
async function read(dates: string[]): Promise<Week> {
  const [from, to] = [dates[0]!, dates.at(-1)!];
  const around = {
    from: new Date(Date.parse(from) - 86_400_000).toISOString(),
    to: new Date(Date.parse(to) + 2 * 86_400_000).toISOString(),
  };
  const [{ insights: { days, totals } }, { entries }] = await Promise.all([
    api.get("/api/insights", { params: { query: { from, to } } }),
    api.get("/api/journal", { params: { query: { scope: "own", limit: 100, ...around } } }),
  ]);
  const byDate = new Map(days.map((day) => [day.date, withFace(day)]));
  const own = new Set(
    dates.flatMap((date) => entriesByDay.value.get(date) ?? []).map(({ id }) => id),
  );
  return {
    title: words.title,
    dates: words.dates({ from: shortDay(from), to: shortDay(to) }),
    days: dates.map((date, day) => ({
      name: shortWeekday(day),
      tone: byDate.get(date)?.tone ?? null,
      isWritten: !!byDate.get(date)?.entries,
    })),
    numbers: [
      { value: number(totals.entries), name: insights.entries({ count: totals.entries }) },
      { value: number(totals.words), name: words.written({ count: totals.words }) },
      { value: number(totals.days), name: words.days({ count: totals.days }) },
    ],
    photos: await photosOf(entries.filter(({ id }) => own.has(id))),
    foot: common.journal,
  };
}

const PHOTOS = 4;

/** The first photos, without the unreadable ones. */
async function photosOf(entries: Entries): Promise<ImageBitmap[]> {
  const photos = await Promise.all(
    entries.filter(({ picture }) => picture).slice(0, PHOTOS).map(async ({ id, picture }) => {
      try {
        const { entry } = await api.get("/api/journal/{id}", { params: { path: { id } } });
        const { url } = entry.attachments.find((each) => each.id === picture!.id)!;
        return await createImageBitmap(await (await fetch(url!)).blob());
      } catch {
        return null;
      }
    }),
  );
  return photos.filter((photo) => photo !== null);
}

function WeekDialog({ dates, onClose }: { dates: string[]; onClose(): void }) {
  const remote = useRemote(() => read(dates), [dates.join()]);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Loaded remote={remote} lines={6} label={words.title}>
        {(week) => <Picture week={week} date={dates[0]!} />}
      </Loaded>
    </Dialog>
  );
}

/** The content of the picture in words, for people who do not see it. */
const saysOf = ({ dates, days, numbers }: Week) =>
  [
    dates,
    ...days.flatMap(({ name, tone }) => tone ? [`${name}: ${insights.tones[tone]}`] : []),
    ...numbers.map(({ value, name }) => `${value} ${name}`),
  ].join(", ");

function Picture({ week, date }: { week: Week; date: string }) {
  const name = [date, "png"].join(".");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<File>();
  const { errors, act } = useAct();
  useEffect(() => {
    document.fonts.ready.then(() => {
      if (!canvas.current) return;
      drawWeek(canvas.current, week);
      canvas.current.toBlob((blob) =>
        blob && setFile(new File([blob], name, { type: "image/png" }))
      );
    });
  }, [week]);
  const canShare = file && navigator.canShare?.({ files: [file] });
  const share = () =>
    act(() =>
      navigator.share({ files: [file!], title: words.title })
        // Somebody who closes the device's choice has changed their mind.
        .catch((error: Error) => error.name === "AbortError" ? undefined : Promise.reject(error))
    );
  return (
    <>
      <canvas
        ref={canvas}
        class="week-picture"
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={saysOf(week)}
      />
      <p class="hint">{words.stays}</p>
      <Refusal errors={errors} />
      <div class="actions">
        <Button
          look={canShare ? "plain" : "main"}
          icon="download"
          disabled={!file}
          onClick={() => (save(file!, name), say(words.saved))}
        >
          {words.save}
        </Button>
        {canShare && <Button look="main" icon="share" onClick={share}>{words.share}</Button>}
      </div>
    </>
  );
}
