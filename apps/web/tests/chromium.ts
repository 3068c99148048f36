import { existsSync } from "node:fs";
import process from "node:process";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const shell = "/usr/bin/chromium-headless-shell";

/** The browser of this system, or the path in `CHROMIUM`; undefined without one. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));

/**
 * Debian's shell of the same browser, where the system has it: without a window a test takes three
 * quarters of the time. It shows no notifications.
 */
export const shellPath = (): string | undefined =>
  !process.env.CHROMIUM && existsSync(shell) ? shell : chromiumPath();
