/** Whether package-lock.json names the packages of every system, which `npm ci` asks for. */

interface LockedPackage {
  version: string;
  optionalDependencies?: Record<string, string>;
}

/**
 * Packages that the lock file lacks binaries of, at the version for which this is known: the registry
 * in use did not have them. `npm install --package-lock-only` adds the entries where it does.
 */
const incomplete: Record<string, string> = { deno: "2.9.6", supabase: "3.1.0" };

/** Where Node looks for a package that the package in `folder` imports, the nearest place first. */
function places(folder: string, name: string): string[] {
  const parts = folder.split(/\/?node_modules\//);
  return parts.map((_, index) =>
    [...parts.slice(0, parts.length - index), name].join("/node_modules/").replace(/^\//, "")
  );
}

/** Optional dependencies without an entry in the lock file, as `<package>: <dependency>`. */
export function missingEntries(packages: Record<string, LockedPackage>): string[] {
  const missing = Object.entries(packages).flatMap(([folder, each]) =>
    Object.keys(each.optionalDependencies ?? {})
      .filter((name) => !places(folder, name).some((place) => place in packages))
      .map((name) => ({ owner: folder.split("node_modules/").at(-1)!, name, each }))
  );
  const excused = new Set(missing.map(({ owner }) => owner));
  const stale = Object.keys(incomplete).filter((owner) => !excused.has(owner));
  return [
    ...missing
      .filter(({ owner, each }) => incomplete[owner] !== each.version)
      .map(({ owner, name }) => `${owner}: ${name}`),
    ...stale.map((owner) => `${owner} is complete: take it out of the list in tools/lock_file.ts`),
  ];
}
