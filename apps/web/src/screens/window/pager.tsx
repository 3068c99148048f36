import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/window.ts";

const DAY = 86_400_000;

/** The date so many days after a date. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** The name of a period, and links to the periods before and after it. */
export function Pager({ name, what, before, after }: {
  name: string;
  what: keyof typeof words.pager;
  before: string;
  /** Undefined for a date to come. */
  after?: string;
}) {
  return (
    <nav class="pager" aria-label={words.pager[what].choose}>
      <a class="button icon-only" href={before} aria-label={words.pager[what].before}>
        <Icon name="back" />
      </a>
      <h2>{name}</h2>
      {after
        ? (
          <a class="button icon-only next" href={after} aria-label={words.pager[what].after}>
            <Icon name="back" />
          </a>
        )
        : <span class="button icon-only" aria-hidden="true" />}
    </nav>
  );
}
