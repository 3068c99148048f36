/** Cuts a square out of a picture, on the device. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Errors } from "../../../act.ts";
import { Button } from "../../../parts/controls.tsx";
import { fileOf, fitting } from "../../../picture.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { Loading, Refusal } from "../../../parts/states.tsx";
import { words } from "../../../words/me.ts";
import { words as common } from "../../../words/common.ts";

const LARGEST = 4;

/** The middle of the square in the picture's pixels, and how many times closer than at first. */
interface View {
  x: number;
  y: number;
  zoom: number;
}

/** The side of the square in the picture's pixels. */
const sideOf = ({ width, height }: ImageBitmap, zoom: number) => Math.min(width, height) / zoom;

function within(image: ImageBitmap, { x, y, zoom }: View): View {
  const near = Math.min(LARGEST, Math.max(1, zoom));
  const half = sideOf(image, near) / 2;
  const keep = (value: number, length: number) => Math.min(length - half, Math.max(half, value));
  return { x: keep(x, image.width), y: keep(y, image.height), zoom: near };
}

export function Cropper(
  { title, file, side, isRound = false, isBusy, errors, onCropped, onClose }: {
    title: string;
    file: Blob;
    /** Of the result, in pixels. */
    side: number;
    isRound?: boolean;
    isBusy: boolean;
    errors: Errors;
    onCropped(picture: Blob): void;
    onClose(): void;
  },
) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<ImageBitmap>();
  const [isBroken, setBroken] = useState(false);
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    let opened: ImageBitmap | undefined;
    let isShown = true;
    fitting(file).then(createImageBitmap).then((bitmap) => {
      if (!isShown) return bitmap.close();
      opened = bitmap;
      setView({ x: bitmap.width / 2, y: bitmap.height / 2, zoom: 1 });
      setImage(bitmap);
    }, () => isShown && setBroken(true));
    return () => {
      isShown = false;
      opened?.close();
    };
  }, [file]);

  useEffect(() => {
    if (image) canvas.current!.focus();
  }, [image]);
  useEffect(() => {
    const drawing = canvas.current?.getContext("2d");
    if (!image || !drawing) return;
    const part = sideOf(image, view.zoom);
    drawing.fillStyle = "#fff";
    drawing.fillRect(0, 0, side, side);
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(
      image,
      ...[view.x - part / 2, view.y - part / 2, part, part] as const,
      ...[0, 0, side, side] as const,
    );
  }, [image, view]);

  const change = (to: (now: View) => Partial<View>) =>
    setView((now) => within(image!, { ...now, ...to(now) }));
  /** Moves the picture by parts of the square's side. */
  const move = (right: number, down: number) =>
    change(({ x, y, zoom }) => ({
      x: x - right * sideOf(image!, zoom),
      y: y - down * sideOf(image!, zoom),
    }));
  const closer = (times: number) => change(({ zoom }) => ({ zoom: zoom * times }));

  function drag(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before || !image) return;
    const length = canvas.current!.clientWidth;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId);
    fingers.current.set(event.pointerId, now);
    const [other] = others.map(([, place]) => place);
    if (other) {
      const far = (place: typeof now) => Math.hypot(place.x - other.x, place.y - other.y);
      closer(far(now) / Math.max(1, far(before)));
    }
    const share = (others.length + 1) * length;
    move((now.x - before.x) / share, (now.y - before.y) / share);
  }
  function press(event: KeyboardEvent) {
    const acts: Record<string, () => void> = {
      ArrowLeft: () => move(-0.05, 0),
      ArrowRight: () => move(0.05, 0),
      ArrowUp: () => move(0, -0.05),
      ArrowDown: () => move(0, 0.05),
      "+": () => closer(1.1),
      "-": () => closer(1 / 1.1),
    };
    const act = acts[event.key];
    if (!act || !image) return;
    event.preventDefault();
    act();
  }
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId);

  return (
    <Dialog title={title} onClose={onClose}>
      {isBroken ? <p class="error">{words.cannotRead}</p> : (
        <>
          {!image && <Loading lines={4} label={words.picture} />}
          <div class={`crop ${isRound ? "round" : ""}`} hidden={!image}>
            <canvas
              ref={canvas}
              width={side}
              height={side}
              tabIndex={0}
              role="application"
              aria-label={words.cropArea}
              aria-describedby="crop-keys"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
              }}
              onPointerMove={drag}
              onPointerUp={lift}
              onPointerCancel={lift}
              onWheel={(event) => {
                event.preventDefault();
                closer(Math.exp(-event.deltaY / 500));
              }}
              onKeyDown={press}
            />
          </div>
          {image && (
            <label class="zoom">
              <span>{words.zoom}</span>
              <input
                type="range"
                min="1"
                max={LARGEST}
                step="0.01"
                value={view.zoom}
                onInput={({ currentTarget }) => change(() => ({ zoom: +currentTarget.value }))}
              />
            </label>
          )}
          <p class="hint" id="crop-keys">
            {words.cropHint}
          </p>
          <Refusal errors={errors} />
          <div class="actions">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button
              look="main"
              isBusy={isBusy}
              disabled={isBusy || !image}
              onClick={async () => onCropped(await fileOf(canvas.current!))}
            >
              {isBusy ? words.uploading : words.usePicture}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
