import type { ComponentChildren } from "preact";

/** Several choices out of a list, in the order of `names`. */
export function Choices<Key extends string>(
  { title, isWide = false, names, chosen, isFixed, onChosen, children }: {
    title: string;
    /** Whether they stand in two columns where there is room. */
    isWide?: boolean;
    names: Record<Key, string>;
    chosen: readonly Key[];
    /** Whether another choice decides this one. */
    isFixed?(key: Key): boolean;
    onChosen(chosen: Key[]): void;
    children?: ComponentChildren;
  },
) {
  const keys = Object.keys(names) as Key[];
  return (
    <fieldset class={isWide ? "ticks wide" : "ticks"}>
      <legend>{title}</legend>
      {children}
      {keys.map((key) => (
        <label class="tick" key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key) || isFixed?.(key)}
            disabled={isFixed?.(key)}
            onChange={({ currentTarget: { checked } }) =>
              onChosen(keys.filter((each) => each === key ? checked : chosen.includes(each)))}
          />
          <span>{names[key]}</span>
        </label>
      ))}
    </fieldset>
  );
}
