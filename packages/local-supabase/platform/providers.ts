/**
 * The outside providers of a project's functions: which of them are configured, and their stand-ins,
 * which a module of the project starts (`stand_ins` in `supabase/demo.json`).
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderSettings } from "../base/demo.ts";
import type { Provider } from "../base/status.ts";

/** The settings that the module of the project gets. */
interface StandInContext {
  /** The Supabase URL, which answers once the platform runs. */
  apiUrl: string;
  /** The variables that the developer has set, in the shell or in `.env`. They win. */
  given: Readonly<Record<string, string>>;
  /** Puts a message that a stand-in was to send into the mailbox. */
  deliver(message: { to: string; subject: string; text: string }): void;
}

/** The return value of that module's function `startStandIns`. */
export interface StandIns {
  /** Variables of the functions. */
  env: Record<string, string>;
  /** The names of the providers that are replaced. */
  names: string[];
  stop(): Promise<void>;
}

const isSet = (value: string | undefined) => Boolean(value?.trim());

/** Starts the stand-ins of the project in `root`, which override nothing that the developer has set. */
export async function startStandIns(
  root: string,
  module: string | undefined,
  context: StandInContext,
): Promise<StandIns> {
  if (!module) {
    throw new Error("This project has no stand-ins: name their module in supabase/demo.json.");
  }
  const given = Object.fromEntries(
    Object.entries(context.given).filter(([, value]) => isSet(value)),
  );
  const { startStandIns } = await import(pathToFileURL(join(root, module)).href);
  const started: StandIns = await startStandIns({ ...context, given });
  const names = Object.keys(started.env).filter((name) => !(name in given));
  return { ...started, env: Object.fromEntries(names.map((name) => [name, started.env[name]!])) };
}

/** The state of each provider. `env` has the variables of the functions. */
export const providerStates = (
  providers: ProviderSettings[],
  env: Record<string, string>,
  standIns: string[],
): Provider[] =>
  providers.map(({ name, serves, needs }) => {
    const missing = needs.filter((variable) => !isSet(env[variable]));
    const state = missing.length ? "not configured" : standIns.includes(name) ? "stand-in" : "real";
    return { name, serves, state, missing };
  });
