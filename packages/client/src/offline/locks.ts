/** Runs one piece of work at a time for everything that shares the name. */
type Lock = <T>(work: () => Promise<T>) => Promise<T>;

interface WebLocks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The lock of a name. All tabs of an origin share it; where there are no tabs, all of this program.
 */
export function lockOf(name: string): Lock {
  const { locks } = globalThis.navigator as { locks?: WebLocks } ?? {};
  if (locks) return (work) => locks.request(name, work);
  return (work) => {
    const next = (queues.get(name) ?? Promise.resolve()).then(work);
    queues.set(name, next.catch(() => {}));
    return next;
  };
}

/** The end of the last piece of work under each name. */
const queues = new Map<string, Promise<unknown>>();

/** A piece of work that runs one at a time, with the run that is under way. */
interface InTurn {
  (): Promise<void>;
  running?: Promise<void>;
}

/** Runs one at a time; a call during a run begins another one after it. */
export function inTurn(work: () => Promise<void>): InTurn {
  let following: Promise<void> | undefined;
  const run: InTurn = () => {
    if (!run.running) return run.running = work().finally(() => run.running = undefined);
    following ??= run.running.catch(() => {}).then(() => {
      following = undefined;
      return run();
    });
    return following;
  };
  return run;
}
