/** The local platform as a library: whole, or the parts that a test of a project needs. */
export { readDemo } from "./base/demo.ts";
export type { SigningKeyRotation } from "./base/keys.ts";
export { sendDemoRequests } from "./commands/demo-requests.ts";
export { dataApiEngine, engineNames, shippedEngine } from "./data/engines.ts";
export { postgrestBinary } from "./data/postgrest.ts";
export { type Functions, startFunctions } from "./functions/supervisor.ts";
export { type Platform, startPlatform } from "./platform/platform.ts";
export { type Replica, startReplica } from "./platform/replica.ts";
export { keepPlatform, runTests, runTestsOn, runTestsOnKept } from "./platform/tests.ts";
export {
  Interrupted,
  type Throwaway,
  type ThrowawayOptions,
  withThrowaway,
} from "./platform/throwaway.ts";
export { copyCluster } from "./postgres/copy.ts";
export { type ProjectDatabase, startDatabase } from "./postgres/database.ts";
export { poolerProgram } from "./postgres/pooler.ts";
export { declare, filesLike, migrate } from "./postgres/migrations.ts";
export { startSchedules } from "./schedules/schedules.ts";
