/**
 * The client of the journal backend for web, React Native, Deno and Node. `client.ts` puts its parts
 * together: `api.ts` and `requests.ts` (typed calls), `offline/` (copies and unsent writes), `live.ts`
 * (changes as they happen) and `chat.ts` (the assistant). `npm run types` makes `schema.ts`.
 */
export type { Answer, Api } from "./api.ts";
export type { ChatEvent, ChatMessage } from "./chat.ts";
export {
  createJournalClient,
  deviceSettings,
  type JournalClient,
  type JournalClientOptions,
} from "./client.ts";
export { askAboutMoods, findsMoods, hasAgreed, mayUseAi } from "./consent.ts";
export { type FieldError, JournalError } from "./errors.ts";
export type { Followed, Live, TeamListener } from "./live.ts";
export type { Conflict, Joined } from "./offline/conflicts.ts";
export type { Changeable, Creatable, Kind, Kinds, Removable } from "./offline/kinds.ts";
export { largest } from "./offline/limits.ts";
export type { Offline } from "./offline/offline.ts";
export type { Outbox } from "./offline/outbox.ts";
export type { Query } from "./offline/snapshots.ts";
export type { PendingOf, SyncError, SyncStatus } from "./offline/status.ts";
export type { FileFacts, SendKind, Sends, Sent, Waiting } from "./offline/sends.ts";
export {
  type Change,
  type DeviceStorage,
  type FileStorage,
  memoryStorage,
} from "./offline/storage.ts";
export type { components, operations, paths } from "./generated/schema.ts";
export { openingOf, titleOf } from "./titles.ts";
export type { NativeFile, Upload } from "./uploads.ts";
