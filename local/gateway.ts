export type { Claims } from "./base/claims.ts";
