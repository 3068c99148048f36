import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button, Field } from "../../parts/controls.tsx";

/** A form with one field: signs, a code or words that open something, kept as they are typed. */
export function Typed(
  { yes, isBusy, isOff = false, isInline, onTyped, children, autocomplete = "off", ...field }: {
    label: string;
    hint?: string;
    type?: "text" | "password";
    autocomplete?: "off" | "current-password";
    /** The name of the act. */
    yes: string;
    isBusy: boolean;
    isOff?: boolean;
    /** Whether the button stands beside the field. */
    isInline?: boolean;
    onTyped(text: string): void;
    /** Between the field and the button. */
    children?: ComponentChildren;
  },
) {
  const [typed, setTyped] = useState("");
  const isShut = isBusy || isOff || !typed.trim();
  return (
    <form
      class={isInline ? "inline" : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShut) onTyped(typed);
      }}
    >
      <Field
        {...field}
        autocomplete={autocomplete}
        autocapitalize="none"
        value={typed}
        onText={setTyped}
      />
      {children}
      <Button look="main" type="submit" isBusy={isBusy} disabled={isShut}>{yes}</Button>
    </form>
  );
}
