import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { AiButton } from "../../../parts/ai-act.tsx";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, Dialog, say } from "../../../parts/dialog.tsx";
import { FilePicker } from "../../../parts/file-picker.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { Cropper } from "../account/cropper.tsx";
import { type Pack, type Tone, TONES } from "./facts.ts";
import { PICTURES } from "../account/profile.tsx";
import { words } from "../../../words/shop.ts";

/** Pixels of a side, as the service takes them. */
const SIDE = 1024;
/** How often (ms) the pack is read while pictures are drawn. */
const EVERY = 4000;

/** The pictures of an own pack: uploaded, or drawn by the model. */
export function OwnImages({ pack, changed }: { pack: Pack; changed(): void }) {
  const { id } = pack;
  const params = { path: { id } };
  const [open, setOpen] = useState<Tone | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [drawing, setDrawing] = useState<Tone[]>([]);
  const [failed, setFailed] = useState<string[]>([]);
  const { isBusy, errors, act } = useAct();
  const urls = new Map(pack.images.map(({ tone, url }) => [tone, url]));
  const missing = TONES.filter((tone) => !urls.has(tone));

  useEffect(() => {
    if (!drawing.length) return;
    // Finished pictures are in the pack already: show them.
    const timer = setInterval(changed, EVERY);
    return () => clearInterval(timer);
  }, [drawing.length]);

  const upload = (picture: Blob) =>
    act(async () => {
      const body = { tone: open!, file: picture as never };
      await api.post("/api/tone-packs/{id}/images", { params, body });
      setFile(null);
      setOpen(null);
      changed();
    });
  async function draw(tones: Tone[]) {
    setOpen(null);
    setFailed([]);
    setDrawing(tones);
    await act(async () => {
      const body = { tones, quality: "standard" as const };
      const made = await api.post("/api/tone-packs/{id}/generate-images", { params, body });
      setFailed(made.errors);
      say(words.drawn({ count: made.images.length }));
    });
    setDrawing([]);
    changed();
  }
  async function remove(tone: Tone) {
    if (
      !await confirm(words.askRemovePicture({ tone }), words.askRemovePictureHint, words.remove)
    ) {
      return;
    }
    setOpen(null);
    await act(async () => {
      const path = { id, tone };
      await api.delete("/api/tone-packs/{id}/images/{tone}", { params: { path } });
      changed();
    });
  }
  async function drawAll() {
    const text = words.drawRestHint({ count: missing.length });
    if (await confirm(words.askDrawRest, text, words.drawThem, "main")) draw(missing);
  }

  return (
    <Card
      title={words.picturesOf({ n: urls.size, count: TONES.length })}
      icon="picture"
      aside={missing.length > 0 && (
        <AiButton
          look="quiet"
          isBusy={drawing.length > 0}
          disabled={drawing.length > 0 || !isOnline.value}
          onClick={drawAll}
        >
          {words.drawRest}
        </AiButton>
      )}
    >
      {drawing.length > 0 && (
        <div class="progress" role="status">
          <progress
            aria-label={words.picturesDrawn}
            max={drawing.length}
            value={drawing.filter((tone) => urls.has(tone)).length}
          />
          <span class="hint">
            {words.drawnOf({
              n: drawing.filter((tone) => urls.has(tone)).length,
              of: drawing.length,
            })}
          </span>
        </div>
      )}
      <ul class="tones">
        {TONES.map((tone) => (
          <li key={tone}>
            <button type="button" disabled={!isOnline.value} onClick={() => setOpen(tone)}>
              {urls.has(tone)
                ? <img src={urls.get(tone)} alt="" loading="lazy" />
                : (
                  <span class={`no-picture ${drawing.includes(tone) ? "bone" : ""}`}>
                    {!drawing.includes(tone) && <Icon name="plus" />}
                  </span>
                )}
              <span aria-hidden="true">{tone}</span>
              <span class="hidden">
                {urls.has(tone) ? words.changePicture({ tone }) : words.addPicture({ tone })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!open && <Refusal errors={errors} />}
      {failed.map((text) => <p class="error" key={text}>{text}</p>)}
      {open && !file && (
        <Dialog
          title={words.pictureFor({ tone: open })}
          onClose={() => setOpen(null)}
        >
          {urls.has(open) && <img class="tone-large" src={urls.get(open)} alt="" />}
          <div class="choices">
            <FilePicker
              label={urls.has(open) ? words.uploadAnother : words.uploadPicture}
              icon="picture"
              accept={PICTURES}
              onFile={setFile}
            />
            {urls.has(open)
              ? (
                <Button look="danger" icon="trash" onClick={() => remove(open)}>
                  {words.remove}
                </Button>
              )
              : (
                <AiButton disabled={drawing.length > 0} onClick={() => draw([open])}>
                  {words.letAiDraw}
                </AiButton>
              )}
          </div>
        </Dialog>
      )}
      {open && file && (
        <Cropper
          title={words.pictureFor({ tone: open })}
          file={file}
          side={SIDE}
          isBusy={isBusy}
          errors={errors}
          onCropped={upload}
          onClose={() => setFile(null)}
        />
      )}
    </Card>
  );
}
