/** Sets up sealed notebooks in three steps, none of which can be left out. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { newPasskey, type Passkey, type SetUp as Begun, type Way } from "@journal/client/sealed";
import { Button, Field } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/states.tsx";
import { offline, profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { isPossible } from "../../passkeys.ts";
import { words } from "../../words/sealed.ts";
import { words as common } from "../../words/common.ts";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";
import { SignInAgain } from "./sign-in-again.tsx";
import { Typed } from "./typed.tsx";

export type OwnWay = { passphrase: string } | { passkey: Passkey };

/** Signs that a passphrase has at least. */
const LEAST = 12;

/** A passkey with an id of its own: a device replaces the passkey that has the same id. */
export function makePasskey(ways?: Way[]): Promise<Passkey> {
  const id = `sealed ${offline.userId} ${crypto.randomUUID().slice(0, 8)}`;
  const name = words.passkeyName({ name: profile.value!.handle! });
  return newPasskey({ id, name }, { name: common.journal }, ways);
}

/** `anew`: with other keys, because every way in is lost or the former keys may be known. */
export function SetUp({ anew = false }: { anew?: boolean }) {
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [way, setWay] = useState<OwnWay>();
  const [begun, setBegun] = useState<Begun>();
  useEffect(() => void sealed().keys.setUp({ anew }).then(setBegun), []);
  return (
    <section class="set-up">
      <p class="eyebrow">{words.step({ n: step })}</p>
      <progress max={3} value={step} aria-label={words.step({ n: step })} />
      {step === 1 ? <About onNext={() => setStep(2)} /> : step === 2
        ? (
          <Choose
            onWay={(way) => {
              setWay(way);
              setStep(3);
            }}
          />
        )
        : begun && <Recovery begun={begun} way={way!} />}
    </section>
  );
}

/** The heading of a step, which gets the focus when the step begins. */
function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current!.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return <h2 ref={heading} tabIndex={-1}>{children}</h2>;
}

const Fact = ({ icon, title, children }: {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}) => (
  <li>
    <Icon name={icon} size={22} />
    <div>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  </li>
);

const About = ({ onNext }: { onNext(): void }) => (
  <>
    <Heading>{words.aboutTitle}</Heading>
    <ul class="facts">
      <Fact icon="lock" title={words.readersTitle}>{words.readers}</Fact>
      <Fact icon="cloud" title={words.visibleTitle}>{words.visible}</Fact>
      <Fact icon="close" title={words.withoutTitle}>{words.without}</Fact>
      <Fact icon="warning" title={words.lossTitle}>{words.loss}</Fact>
    </ul>
    <Button look="main" onClick={onNext}>{words.goOn}</Button>
  </>
);

/** The daily way in. */
function Choose({ onWay }: { onWay(way: OwnWay): void }) {
  const [hasPasskeys] = useState(isPossible);
  const [isPhrase, setPhrase] = useState(!hasPasskeys);
  const { isBusy, errors, act } = useSealedAct();
  const ask = () =>
    act(async () => onWay({ passkey: await makePasskey() }), { refused: words.noPasskeyMade });
  return (
    <>
      <Heading>{words.chooseTitle}</Heading>
      <p>{words.chooseHint}</p>
      {hasPasskeys && (
        <div class="way">
          <Button look={isPhrase ? "plain" : "main"} icon="lock" isBusy={isBusy} onClick={ask}>
            {words.makePasskey}
          </Button>
          <p class="hint">{words.makePasskeyHint}</p>
          <Refusal errors={errors} />
        </div>
      )}
      {isPhrase
        ? <Passphrase onPhrase={(passphrase) => onWay({ passphrase })} yes={words.goOn} />
        : <Button look="quiet" onClick={() => setPhrase(true)}>{words.ratherPassphrase}</Button>}
    </>
  );
}

/** A new passphrase, typed twice. */
export function Passphrase({ onPhrase, yes, isBusy }: {
  onPhrase(passphrase: string): void;
  yes: string;
  isBusy?: boolean;
}) {
  const [typed, setTyped] = useState("");
  const [again, setAgain] = useState("");
  const [error, setError] = useState<"short" | "other">();
  function take(event: Event) {
    event.preventDefault();
    const wrong = [...typed].length < LEAST ? "short" : typed !== again ? "other" : undefined;
    setError(wrong);
    if (!wrong) onPhrase(typed);
  }
  return (
    <form onSubmit={take}>
      <Field
        label={words.newPassphrase}
        hint={words.newPassphraseHint({ count: LEAST })}
        error={error === "short" ? words.tooShort({ count: LEAST }) : undefined}
        type="password"
        autocomplete="new-password"
        autocapitalize="none"
        value={typed}
        onText={setTyped}
      />
      <Field
        label={words.passphraseAgain}
        error={error === "other" ? words.notTheSame : undefined}
        type="password"
        autocomplete="new-password"
        autocapitalize="none"
        value={again}
        onText={setAgain}
      />
      <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !typed || !again}>
        {yes}
      </Button>
    </form>
  );
}

/** The groups of a recovery code, to be written down. */
export function Code({ code }: { code: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    say(words.copied);
  };
  return (
    <>
      <p class="recovery-code" role="group" aria-label={words.recoveryCode}>
        {code.split("-").map((group, n) => <span key={n}>{group}</span>)}
      </p>
      <Button look="quiet" icon="link" onClick={copy}>{words.copy}</Button>
      {/* Clearing it later would need the focus, and could take what the user has copied since. */}
      <p class="hint">{words.copyHint}</p>
    </>
  );
}

/** The recovery code is shown, put out of sight, and typed back. */
function Recovery({ begun, way }: { begun: Begun; way: OwnWay }) {
  const [isWritten, setWritten] = useState(false);
  return isWritten ? <TypeBack begun={begun} way={way} onBack={() => setWritten(false)} /> : (
    <>
      <Heading>{words.codeTitle}</Heading>
      <p>{words.codeHint}</p>
      <Code code={begun.recoveryCode} />
      <Button look="main" onClick={() => setWritten(true)}>{words.codeIsWritten}</Button>
    </>
  );
}

function TypeBack({ begun, way, onBack }: { begun: Begun; way: OwnWay; onBack(): void }) {
  const [typed, setTyped] = useState("");
  const [asks, setAsks] = useState(false);
  const { isBusy, errors, act } = useSealedAct();
  const finish = (typed: string) =>
    act(
      async () => {
        await begun.confirm(typed);
        await begun.finish(way, "passkey" in way ? words.passkey : words.passphrase);
        say(words.isSetUp);
      },
      { refused: words.otherCode },
      { sign_in_again: () => (setTyped(typed), setAsks(true)) },
    );
  return (
    <>
      <Heading>{words.typeTitle}</Heading>
      <p>{words.typeHint}</p>
      <Typed
        label={words.recoveryCode}
        yes={isBusy ? words.making : words.finish}
        isBusy={isBusy}
        isOff={!isOnline.value}
        onTyped={finish}
      >
        <Refusal errors={errors} />
        {!isOnline.value && <p class="hint">{words.needsNetwork}</p>}
      </Typed>
      <Button look="quiet" onClick={onBack}>{words.showAgain}</Button>
      {asks && (
        <SignInAgain
          onClose={() => setAsks(false)}
          onDone={() => {
            setAsks(false);
            finish(typed);
          }}
        />
      )}
    </>
  );
}
