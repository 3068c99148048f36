/** New devices of the user that ask this one for the keys. */
import { useEffect, useState } from "preact/hooks";
import { Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { heard, isOnline } from "../../session.ts";
import { clock } from "../../words.ts";
import { words } from "../../words/sealed.ts";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";
import { Typed } from "./typed.tsx";

/** Milliseconds between two questions, while the screen is seen. */
const ASK = 5000;

type Enrolment = Awaited<ReturnType<ReturnType<typeof sealed>["keys"]["asking"]>>[number];

export function Asking() {
  const [version, setVersion] = useState(0);
  const again = () => setVersion((now) => now + 1);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && isOnline.value && again(), ASK);
    return () => clearInterval(timer);
  }, []);
  const { value = [] } = useRemote(() => sealed().keys.asking(), ["asking", version, heard.value]);
  return (
    <>
      {value.filter(({ sealed_secret }) => !sealed_secret).map((each) => (
        <Asks key={each.id} enrolment={each} onDone={again} />
      ))}
    </>
  );
}

/** The user reads the signs on the new device: the service cannot put another in its place. */
function Asks({ enrolment, onDone }: { enrolment: Enrolment; onDone(): void }) {
  const { isBusy, errors, act } = useSealedAct();
  const admit = (signs: string) =>
    act(async () => {
      await sealed().keys.admit(enrolment, signs);
      say(words.isAdmitted);
      onDone();
    }, { refused: words.wrongSigns });
  return (
    <Card title={words.deviceAsks} icon="warning">
      <p>{words.deviceAsksHint({ at: clock(enrolment.created_at) })}</p>
      <Typed isInline label={words.signs} yes={words.admit} isBusy={isBusy} onTyped={admit} />
      <Refusal errors={errors} />
    </Card>
  );
}
