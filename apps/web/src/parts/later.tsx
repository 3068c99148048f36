import type { ComponentType, JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { allWords } from "../catalogues.ts";
import { Failed, Loading } from "./states.tsx";
import { words } from "../words/app.ts";

export interface Later<Props> {
  (props: Props): JSX.Element | null;
  /** Loads it before it is shown. */
  ready(): Promise<void>;
}

/** The shown parts that have not begun: keys that a person types are meant for them. */
const beginning = new Set<object>();
export const isBeginning = () => beginning.size > 0;

/** A screen, or a part of one, that is loaded when it is shown for the first time. */
export function later<Props extends object = Record<never, never>>(
  load: () => Promise<ComponentType<Props>>,
  /** Whether nothing stands in its place before. */
  isQuiet = false,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  /** Loads the part. After a failure, the next call loads it again. */
  const ready = () =>
    loading ??= Promise.all([load(), allWords()]).then(([component]) => {
      Loaded = component;
    }).catch((error) => {
      loading = undefined;
      throw error;
    });
  const Screen = (props: Props) => {
    const [attempt, setAttempt] = useState(0);
    const [failure, setFailure] = useState<{ isOffline: boolean; message: string }>();
    const [, setReady] = useState(false);
    const [key] = useState({});
    useLayoutEffect(() => {
      beginning.add(key);
      return () => void beginning.delete(key);
    }, [failure]);
    // The state at this drawing: the part may load before the effects of the drawing.
    const isLoaded = Loaded !== undefined;
    // The effects of the part itself, which may take the focus, come in the same turn.
    useEffect(() => {
      if (isLoaded || failure) beginning.delete(key);
    });
    useEffect(() => {
      let isShown = true;
      setFailure(undefined);
      if (!isLoaded) {
        ready().then(() => {
          if (isShown) setReady(true);
        }, () => {
          const message = words.couldNotLoad;
          if (isShown) setFailure({ isOffline: !navigator.onLine, message });
        });
      }
      return () => void (isShown = false);
    }, [attempt]);
    useEffect(() => {
      if (!failure?.isOffline) return;
      const again = () => setAttempt((number) => number + 1);
      addEventListener("online", again);
      return () => removeEventListener("online", again);
    }, [failure]);
    if (Loaded) return <Loaded {...props} />;
    if (isQuiet) return null;
    return (
      <div class="page">
        {failure ? <Failed failure={failure} retry={() => setAttempt(attempt + 1)} /> : <Loading />}
      </div>
    );
  };
  return Object.assign(Screen, { ready });
}
