/** Rules for package-lock.json about packages of other systems and of this repository. */

interface LockedPackage {
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Places where Node looks for a package that the package in `folder` imports, nearest first. */
function places(folder: string, name: string): string[] {
  const parts = folder.split("/").filter(Boolean);
  return [...parts, ""].map((_, up) =>
    [...parts.slice(0, parts.length - up), "node_modules", name].join("/")
  );
}

/**
 * Optional dependencies without an entry in the lock file, as `<package>: <dependency>`. npm writes
 * entries only for packages of its registry. The version with `os`, `cpu` and `optional` is enough.
 */
export function missingEntries(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places(folder, name).some((place) => place in packages))
      .map((name) => `${folder.split("node_modules/").at(-1)}: ${name}`)
  );
}

/**
 * Dependencies on packages of this repository that are not a `file:`, as `<package>: <dependency>`.
 * If the package's folder were missing, npm would ask its registry, where anybody may have taken
 * the name.
 */
export function foreignDependencies(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([folder, { dependencies = {} }]) =>
    Object.entries(dependencies)
      .filter(([name, version]) =>
        packages[`node_modules/${name}`]?.link && !version.startsWith("file:")
      )
      .map(([name]) => `${folder || "package.json"}: ${name}`)
  );
}
