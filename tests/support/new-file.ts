/** Before each test file that shares its process: nothing of the one before it is left. */
import process from "node:process";
import { vi } from "vitest";

const state = globalThis as { environment?: Record<string, string | undefined> };
const environment = state.environment ??= { ...process.env };

for (const name of Object.keys(process.env)) {
  if (!(name in environment)) delete process.env[name];
}
Object.assign(process.env, environment);
vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
