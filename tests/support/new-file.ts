/** Clears the state that a test file leaves for the next one in its process. */
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
