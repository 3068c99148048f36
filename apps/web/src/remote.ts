/** Content that a screen reads from the service itself, with all its states. */
import { useEffect, useRef, useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import { inWords } from "./refusals.ts";
import { scrolled } from "./router.ts";
import { syncNow } from "./session.ts";
import { words } from "./words/app.ts";

export type Failure = { isOffline: boolean; message: string };

export function failureOf(error: unknown): Failure {
  if (!(error instanceof JournalError)) throw error;
  // Whether the session or the account has ended shows there.
  if (error.status === 401) syncNow();
  return { isOffline: error.status === 0, message: messageOf(error) };
}

/** The message of a refusal, without the parts for programs. */
function messageOf(error: JournalError): string {
  // A screen sends no other values of a fixed format than parts of its address, such as an id.
  const isLost = error.fields.some(({ code }) => code === "wrong_format");
  return isLost ? words.addressUnknown : inWords(error);
}

export interface Remote<T> {
  value: T | undefined;
  failure: Failure | undefined;
  isLoading: boolean;
  retry(): void;
}

/** Reads again when `keys` change; shows the former value meanwhile, unless the first key changed. */
export function useRemote<T>(read: () => Promise<T>, keys: unknown[]): Remote<T> {
  const [state, setState] = useState<{ of?: unknown; value?: T; failure?: Failure }>({});
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setLoading(true);
    read().then(
      (value) => isCurrent && setState({ of: keys[0], value }),
      (error) =>
        isCurrent && setState(({ of, value }) => ({
          of: keys[0],
          value: of === keys[0] ? value : undefined,
          failure: failureOf(error),
        })),
    ).finally(() => isCurrent && setLoading(false));
    return () => void (isCurrent = false);
  }, [...keys, attempt]);
  useEffect(() => {
    const retry = () => setAttempt((number) => number + 1);
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, []);
  const isSame = state.of === keys[0];
  return {
    value: isSame ? state.value : undefined,
    failure: isSame ? state.failure : undefined,
    isLoading,
    retry: () => setAttempt((number) => number + 1),
  };
}

export interface Page<T> {
  items: T[];
  next: string | null;
}

/** How many things each list has shown, by its address and its keys. */
const lengths = new Map<string, number>();

/** A list in pages. `more` reads the next one; undefined at the end. */
export function usePages<T>(read: (cursor?: string) => Promise<Page<T>>, keys: unknown[]) {
  const first = useRemote(() => read(), keys);
  const [rest, setRest] = useState<{ of?: Page<T>; items: T[]; next: string | null }>();
  const [failure, setFailure] = useState<Failure>();
  const [isReading, setReading] = useState(false);
  const shown = useRef(first.value);
  shown.current = first.value;
  const own = rest?.of === first.value ? rest : undefined;
  const next = own ? own.next : first.value?.next;
  const more = next
    ? async () => {
      const of = first.value;
      setReading(true);
      setFailure(undefined);
      try {
        const page = await read(next);
        if (shown.current !== of) return;
        setRest({ of, items: [...own?.items ?? [], ...page.items], next: page.next });
      } catch (error) {
        setFailure(failureOf(error));
      } finally {
        setReading(false);
      }
    }
    : undefined;
  const items = first.value && [...first.value.items, ...own?.items ?? []];
  const list = `${location.hash} ${JSON.stringify(keys)}`;
  // A list to which somebody goes back is as long as it was.
  const before = useRef(scrolled.to > 0 ? lengths.get(list) ?? 0 : 0);
  useEffect(() => {
    if (!items || isReading) return;
    if (items.length < before.current && more && !failure) more();
    else {
      before.current = 0;
      lengths.set(list, items.length);
    }
  }, [items?.length, isReading]);
  return {
    items,
    isLoading: first.isLoading || isReading,
    failure: first.failure ?? failure,
    retry: first.failure ? first.retry : more ?? first.retry,
    more,
    /** Reads the first page again. */
    reload: first.retry,
  };
}
