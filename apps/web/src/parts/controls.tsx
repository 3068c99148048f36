import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "icon"> & {
  look?: "main" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** Whether the work that it began still goes on. */
  isBusy?: boolean;
};

export const Button = (
  { look = "plain", icon, isBusy = false, children, class: classes = "", ...rest }: ButtonProps,
) => (
  <button
    type="button"
    class={`button ${look} ${children ? "" : "icon-only"} ${classes}`}
    aria-busy={isBusy}
    disabled={isBusy}
    {...rest}
  >
    {icon && <Icon name={icon} />}
    {children && <span>{children}</span>}
  </button>
);

interface Labelled {
  label: string;
  /** Explains the field below it. */
  hint?: ComponentChildren;
  error?: string;
}

function useField({ hint, error }: Labelled) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    attributes: {
      id,
      "aria-describedby": described || undefined,
      "aria-invalid": error ? true as const : undefined,
    },
  };
}

const Frame = (
  { id, label, hint, error, children }: Labelled & { id: string; children: ComponentChildren },
) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    {error && <p class="error" id={`${id}-error`}>{error}</p>}
  </div>
);

interface Text extends Labelled {
  value: string;
  onText(value: string): void;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  maxLength?: number;
  autofocus?: boolean;
}

interface Line extends Text {
  type?: "text" | "email" | "password" | "date" | "time" | "datetime-local" | "number";
  inputMode?: "decimal";
  /** The step of a number: "any" takes fractions. */
  step?: "any";
  minLength?: number;
  autocomplete?: "email" | "name" | "current-password" | "new-password" | "off";
  autocapitalize?: "none";
  /** The id of a `datalist` with suggestions. */
  list?: string;
}

/** The browser gives the focus to fields of a dialog that opens, and not of a form that appears. */
function useAutofocus<Element extends HTMLElement>(autofocus?: boolean) {
  const field = useRef<Element>(null);
  useEffect(() => {
    if (autofocus) field.current!.focus();
  }, []);
  return field;
}

export function Field({ label, hint, error, onText, ...rest }: Line) {
  const { id, attributes } = useField({ label, hint, error });
  const field = useAutofocus<HTMLInputElement>(rest.autofocus);
  return (
    <Frame {...{ id, label, hint, error }}>
      <input
        ref={field}
        {...(rest as object)}
        {...attributes}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </Frame>
  );
}

export function TextArea({ label, hint, error, onText, ...rest }: Text & { rows: number }) {
  const { id, attributes } = useField({ label, hint, error });
  const field = useAutofocus<HTMLTextAreaElement>(rest.autofocus);
  return (
    <Frame {...{ id, label, hint, error }}>
      <textarea
        ref={field}
        {...rest}
        {...attributes}
        // Without this, a field that grows with its text begins with one row.
        style={{ minHeight: `calc(${rest.rows} * 1.65em + 1.25rem + 2px)` }}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </Frame>
  );
}

export function Select(
  { label, hint, error, onText, value, required, disabled, children }: Text & {
    children: ComponentChildren;
  },
) {
  const { id, attributes } = useField({ label, hint, error });
  return (
    <Frame {...{ id, label, hint, error }}>
      <select
        {...attributes}
        value={value}
        required={required}
        disabled={disabled}
        onChange={(event) => onText(event.currentTarget.value)}
      >
        {children}
      </select>
    </Frame>
  );
}

export const Card = (
  { title, to, icon, aside, children }: {
    title?: string;
    /** The address to which the title leads. */
    to?: string;
    icon?: IconName;
    aside?: ComponentChildren;
    children: ComponentChildren;
  },
) => (
  <section class="card">
    {title && (
      <header>
        {icon && <Icon name={icon} />}
        <h2>
          {to
            ? (
              <a href={to}>
                {title} <Icon name="next" size={16} />
              </a>
            )
            : title}
        </h2>
        {aside}
      </header>
    )}
    {children}
  </section>
);
