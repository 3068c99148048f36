import type { ExpoCrypto } from "./modules.ts";

/**
 * Gives the platform the parts of the Web Crypto API that this client and supabase-js use, where it
 * lacks them.
 */
export function installCrypto(
  { randomUUID, getRandomValues, digest }: ExpoCrypto,
): void {
  const own: Partial<Crypto> = globalThis.crypto ?? {};
  if (own.randomUUID && own.subtle) return;
  const subtle = {
    digest: (algorithm: string | { name: string }, data: BufferSource) =>
      digest(
        (typeof algorithm === "string" ? algorithm : algorithm.name) as never,
        data as never,
      ),
  };
  const value = { randomUUID, getRandomValues, subtle };
  // A native Web Crypto may take its place later.
  Object.defineProperty(globalThis, "crypto", { value, configurable: true, writable: true });
}
