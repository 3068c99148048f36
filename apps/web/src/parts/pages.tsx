import type { ComponentChildren } from "preact";
import type { usePages } from "../remote.ts";
import { Button } from "./controls.tsx";
import { Failed, Loading } from "./states.tsx";
import { words as common } from "../words/common.ts";

/** A list in pages, in each of its states. */
export function Pages<T>({ pages, label, lines, class: look = "rows", empty, children }: {
  pages: ReturnType<typeof usePages<T>>;
  /** The name of the loading content. */
  label: string;
  lines?: number;
  class?: string;
  empty: ComponentChildren;
  children(item: T): ComponentChildren;
}) {
  const { items, failure, isLoading, retry, more } = pages;
  if (!items) {
    return failure
      ? <Failed failure={failure} retry={retry} />
      : <Loading lines={lines} label={label} />;
  }
  // A page may be empty before the last one.
  if (!items.length && !more) return <>{empty}</>;
  return (
    <>
      <ul class={look}>{items.map(children)}</ul>
      {failure && <Failed failure={failure} retry={retry} />}
      {more && !failure && <Button isBusy={isLoading} onClick={more}>{common.showMore}</Button>}
    </>
  );
}
