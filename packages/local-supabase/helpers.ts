/** Helpers for programs beside a running platform. Every test file imports it, so it is small. */
export { newAuthenticator } from "./base/authenticator.ts";
export { readProjectConfig } from "./base/config.ts";
export type { Keys } from "./base/keys.ts";
export { linesOf } from "./base/lines.ts";
export { localDir, projectRoot } from "./base/paths.ts";
export { limits, patience } from "./base/patience.ts";
export { freePort } from "./base/ports.ts";
export { scratchFolder } from "./base/scratch.ts";
export { type DataApiEngine, readStatus, type Status, statusFile } from "./base/status.ts";
export { type JWTPayload, signToken } from "./base/tokens.ts";
