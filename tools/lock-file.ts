/** Whether package-lock.json names the packages of every system, which `npm ci` asks for. */

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

/** Where Node looks for a package that the package in `folder` imports, the nearest place first. */
function places(folder: string, name: string): string[] {
  const parts = folder.split("/").filter(Boolean);
  return [...parts, ""].map((_, up) =>
    [...parts.slice(0, parts.length - up), "node_modules", name].join("/")
  );
}

/**
 * Optional dependencies without an entry in the lock file, as `<package>: <dependency>`. npm writes
 * entries only for what its registry has. The version with `os`, `cpu` and `optional` is enough.
 */
export function missingEntries(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places(folder, name).some((place) => place in packages))
      .map((name) => `${folder.split("node_modules/").at(-1)}: ${name}`)
  );
}
