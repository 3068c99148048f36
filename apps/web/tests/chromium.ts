import { existsSync } from "node:fs";
import process from "node:process";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser of this system, or what the variable `CHROMIUM` names; undefined without one. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
