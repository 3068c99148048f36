/** Sixty digits by which two people see that nobody has put other keys between them. */
import type { ComponentChildren } from "preact";
import type { Person } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { nameOf } from "../../words.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { asRefusal, useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";

export type Member = Person & { id: string };

/** Words for keys of a person that this device does not take. */
export const saidOfKeys = (name: string) => ({
  forked: words.keysChanged({ name }),
  not_signed: words.keysUnsigned({ name }),
  rolled_back: words.keysFormer({ name }),
});

export function Compare({ person, onClose, onAccepted, children }: {
  person: Member;
  onClose(): void;
  onAccepted(): void;
  /** An act for keys that this device takes. */
  children?: ComponentChildren;
}) {
  const name = nameOf(person);
  const { isBusy, errors, act } = useSealedAct();
  const remote = useRemote(
    () =>
      sealed().notebooks.person(person.id)
        .catch((error) => Promise.reject(asRefusal(error, saidOfKeys(name)))),
    [person.id],
  );
  const accept = (digits: string) =>
    act(async () => {
      await sealed().notebooks.accept(person.id, digits);
      onAccepted();
      onClose();
    }, saidOfKeys(name));
  return (
    <Dialog title={words.compareWith({ name })} onClose={onClose}>
      <Loaded remote={remote} label={words.compare}>
        {({ keys, digits }) => (
          <>
            {(keys === "changed" || keys === "former") && (
              <p class="notice warning" role="alert">
                <Icon name="warning" />
                <span>{(keys === "changed" ? words.keysChanged : words.keysFormer)({ name })}</span>
              </p>
            )}
            <p>{words.compareHint({ name })}</p>
            <p class="digits" role="group" aria-label={words.digits}>
              {digits.match(/\d{5}/g)!.map((group, n) => <span key={n}>{group}</span>)}
            </p>
            <Refusal errors={errors} />
            <div class="actions">
              {keys === "changed"
                ? (
                  <>
                    <Button onClick={onClose}>{common.cancel}</Button>
                    <Button look="danger" isBusy={isBusy} onClick={() => accept(digits)}>
                      {words.areSame}
                    </Button>
                  </>
                )
                : keys !== "former" && children || (
                  <Button look="main" onClick={onClose}>{common.close}</Button>
                )}
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
