/** Makes a sealed notebook, once this device is open. */
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Loading, Refusal } from "../../parts/states.tsx";
import { go } from "../../router.ts";
import { syncNow } from "../../session.ts";
import { words } from "../../words/sealed.ts";
import { words as common } from "../../words/common.ts";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";
import { Gate } from "./gate.tsx";

export const NewSealedNotebook = ({ name, onClose }: { name: string; onClose(): void }) => (
  <div class="article">
    <div class="article-bar">
      <Button look="quiet" onClick={onClose}>{common.cancel}</Button>
    </div>
    <h1>{words.sealedNotebook({ name })}</h1>
    <Gate>
      <Make name={name} />
    </Gate>
  </div>
);

function Make({ name }: { name: string }) {
  // A second attempt makes the same notebook.
  const [id] = useState(() => crypto.randomUUID());
  const { isBusy, errors, act } = useSealedAct();
  const make = () =>
    act(async () => {
      await sealed().notebooks.create({ name, id });
      await syncNow();
      say(words.notebookIsMade({ name }));
      go(`/journal?notebook=${id}`, { replace: true });
    });
  useEffect(() => void make(), []);
  return isBusy ? <Loading label={words.title} /> : (
    <>
      <Refusal errors={errors} />
      {Object.keys(errors).length > 0 && <Button onClick={make}>{common.tryAgain}</Button>}
    </>
  );
}
