/** Platforms that lack primitives: this one without them. */
import { beforeAll, describe, vi } from "vitest";

const platform = globalThis.crypto;

/** WebCrypto as browsers before 2025 have it: without X25519 and Ed25519. */
function withoutCurves(): SubtleCrypto {
  const methods = ["importKey", "exportKey", "generateKey", "deriveBits", "sign", "verify"]
    .concat("encrypt", "decrypt", "digest") as (keyof SubtleCrypto)[];
  const isCurve = (arg: unknown): boolean =>
    typeof arg === "string"
      ? arg.endsWith("25519")
      : isCurve((arg as { name?: string } | null)?.name ?? "");
  const call = (method: keyof SubtleCrypto) => (...args: unknown[]) =>
    args.some(isCurve)
      ? Promise.reject(new DOMException("Unknown algorithm", "NotSupportedError"))
      // @ts-expect-error: the arguments of any of them
      : platform.subtle[method](...args);
  return Object.fromEntries(methods.map((method) => [method, call(method)])) as never;
}

const subtles = {
  "the crypto of the platform": platform.subtle,
  "a platform without X25519 and Ed25519": withoutCurves(),
  "a platform without WebCrypto": undefined,
};

/** Describes a group of tests once for each platform. */
export function describePlatforms(tests: () => void): void {
  describe.each(Object.keys(subtles) as (keyof typeof subtles)[])("on %s", (name) => {
    beforeAll(() => {
      vi.stubGlobal("crypto", {
        subtle: subtles[name],
        getRandomValues: platform.getRandomValues.bind(platform),
        randomUUID: platform.randomUUID.bind(platform),
      });
      return () => vi.unstubAllGlobals();
    });
    tests();
  });
}
