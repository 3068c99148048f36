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

/** Takes the base64 of this platform away, which others lack as well. Answers how to put it back. */
function withoutBase64(): () => void {
  const places = [[Uint8Array, "fromBase64"], [Uint8Array.prototype, "toBase64"]] as const;
  const own = places.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name)!);
  for (const [place, name] of places) Reflect.deleteProperty(place, name);
  return () => places.forEach(([place, name], n) => Object.defineProperty(place, name, own[n]!));
}

const subtles = {
  "the crypto of the platform": platform.subtle,
  "a platform without X25519 and Ed25519": withoutCurves(),
  "a platform without WebCrypto": undefined,
  "a phone with the digests of expo-crypto": {
    digest: platform.subtle.digest.bind(platform.subtle),
  } as unknown as SubtleCrypto,
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
      const putBack = subtles[name] === platform.subtle ? () => {} : withoutBase64();
      return () => {
        vi.unstubAllGlobals();
        putBack();
      };
    });
    tests();
  });
}
