/** A device without keys, of a user who has some: another device, or a way in, opens it. */
import { useEffect, useState } from "preact/hooks";
import type { Joining } from "@journal/client/sealed";
import { JournalError } from "@journal/client";
import { errorsOf } from "../../act.ts";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Loading, Refusal } from "../../parts/states.tsx";
import { clock } from "../../words.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { asRefusal, useSealedAct } from "./acts.ts";
import { Anew } from "./anew.tsx";
import { sealed } from "./device.ts";
import { WaysIn } from "./unlock.tsx";

/** Milliseconds between two looks whether the other device has answered. */
const LOOK = 2500;

/** `isOutdated`: it has the former keys of a user who has begun anew elsewhere. */
export function NewDevice({ isOutdated = false }: { isOutdated?: boolean }) {
  const [isByDevice, setByDevice] = useState(true);
  return (
    <Anew name={words.lostEverything} loss={words.anewHint}>
      {(anew) => (
        <section class="sealed-gate">
          <Icon name="lock" size={32} />
          <h2>{isOutdated ? words.outdated : words.newDevice}</h2>
          {isOutdated && <p>{words.outdatedHint}</p>}
          <Ways isByDevice={isByDevice} />
          <div class="actions">
            <Button look="quiet" onClick={() => setByDevice(!isByDevice)}>
              {isByDevice ? words.haveNoDevice : words.haveDevice}
            </Button>
            {!isByDevice && anew}
          </div>
        </section>
      )}
    </Anew>
  );
}

const Ways = ({ isByDevice }: { isByDevice: boolean }) =>
  isByDevice ? <Join /> : (
    <>
      <p class="hint">{words.newDeviceHint}</p>
      <WaysIn
        ways={() => sealed().keys.ways()}
        open={(way) => sealed().keys.enter(way)}
        yes={words.enter}
      />
    </>
  );

/** Signs that people compare, in groups. */
export const Signs = ({ signs }: { signs: string }) => (
  <p class="signs" role="group" aria-label={words.signs}>
    {signs.match(/.{4}/g)!.map((group) => <span key={group}>{group}</span>)}
  </p>
);

/** Twelve signs that the user types on a device which is open. */
function Join() {
  const [joining, setJoining] = useState<Joining>();
  const { isBusy, errors, act, setErrors } = useSealedAct();
  const begin = () => act(async () => setJoining(await sealed().keys.join()));
  useEffect(() => void begin(), []);
  useEffect(() => {
    if (!joining) return;
    let isShown = true;
    const end = (error: unknown) => {
      setJoining(undefined);
      setErrors(errorsOf(error));
    };
    const look = async () => {
      try {
        if (await joining.look()) return;
      } catch (error) {
        const isTemporary = error instanceof JournalError && error.isTemporary;
        if (isShown && !isTemporary) return end(asRefusal(error, { wrong_key: words.otherSigns }));
      }
      if (!isShown) return;
      if (Date.parse(joining.expires_at) > Date.now()) timer = setTimeout(look, LOOK);
      else end(new JournalError(410, "sealed_over", words.isOver));
    };
    let timer = setTimeout(look, LOOK);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [joining]);
  return (
    <>
      {joining && (
        <>
          <p>{words.typeSigns}</p>
          <Signs signs={joining.signs} />
          <p class="hint" role="status">{words.waiting({ at: clock(joining.expires_at) })}</p>
        </>
      )}
      {!joining && isBusy && <Loading label={words.newDevice} />}
      <Refusal errors={errors} />
      {!joining && !isBusy && <Button onClick={begin}>{common.tryAgain}</Button>}
    </>
  );
}
