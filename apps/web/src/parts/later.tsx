import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { allWords } from "../catalogues.ts";
import { Failed, Loading } from "./states.tsx";
import { words } from "../words/en/app.ts";

/** A screen, or a part of one, that is loaded when it is shown for the first time. */
export function later<Props extends object = Record<never, never>>(
  load: () => Promise<ComponentType<Props>>,
  /** Whether nothing stands in its place before. */
  isQuiet = false,
): (props: Props) => JSX.Element | null {
  let Loaded: ComponentType<Props> | undefined;
  return function Later(props) {
    const [attempt, setAttempt] = useState(0);
    const [failure, setFailure] = useState<{ isOffline: boolean; message: string }>();
    const [, setReady] = useState(false);
    useEffect(() => {
      let isShown = true;
      setFailure(undefined);
      if (!Loaded) {
        Promise.all([load(), allWords()]).then(([component]) => {
          Loaded = component;
          if (isShown) setReady(true);
        }, () => {
          const message = words.couldNotLoad;
          if (isShown) setFailure({ isOffline: !navigator.onLine, message });
        });
      }
      return () => void (isShown = false);
    }, [attempt]);
    if (Loaded) return <Loaded {...props} />;
    if (isQuiet) return null;
    return (
      <div class="page">
        {failure ? <Failed failure={failure} retry={() => setAttempt(attempt + 1)} /> : <Loading />}
      </div>
    );
  };
}
