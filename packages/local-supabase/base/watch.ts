/** The time (ms) without a change after which a file is saved: editors save in several steps. */
const QUIET = 100;

/** Calls `changed` with the path of a file that `matters`, once for each burst of changes. */
export function watchFiles(
  watchers: Deno.FsWatcher[],
  matters: (path: string) => boolean,
  changed: (path: string) => void,
): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const watcher of watchers) {
    (async () => {
      for await (const { kind, paths } of watcher) {
        const path = kind === "access" ? undefined : paths.find(matters);
        if (!path) continue;
        clearTimeout(timer);
        timer = setTimeout(() => changed(path), QUIET);
      }
    })();
  }
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
