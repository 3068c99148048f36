/**
 * Sealed notebooks: what is written in them is readable on the devices of their members alone.
 * `docs/sealed-format.md` states the format, and says which file of this folder has which part of it.
 *
 * Import this module when something sealed is touched (`await import("@journal/client/sealed")`): no
 * first screen needs it.
 */
export type { AccountKeys, SealedAccount, SealedMember } from "./account.ts";
export { memberOf, newSecret, openAccount, safetyNumber } from "./account.ts";
export { wipe } from "./bytes.ts";
export type { Enrolment } from "./enrolment.ts";
export { areSameSigns, enrolmentSigns, newEnrolment } from "./enrolment.ts";
export { openEnrolment, sealEnrolment } from "./enrolment.ts";
export type { SealedFailure } from "./failures.ts";
export { SealedError } from "./failures.ts";
export { openFile, openingStream, sealFile, sealingStream, storedSize } from "./file.ts";
export type { Membership, SealedLog, SeenLog } from "./log.ts";
export { readLog, signStatement } from "./log.ts";
export type { Argon2id } from "./primitives.ts";
export { useArgon2id } from "./primitives.ts";
export type { Bound, OpenedRecord, Outside, SealedRecord, SeenRecord } from "./record.ts";
export { openRecord, sealRecord } from "./record.ts";
export { newRecoveryCode, printRecoveryCode, readRecoveryCode } from "./recovery-code.ts";
export type { Opener, PassphraseParameters, Slot, SlotKind } from "./slot.ts";
export { newSlot, openSlot } from "./slot.ts";
export type { Change, SignedStatement, Statement } from "./statement.ts";
export type { CommentText, EntryText, FileSeal, SealedFile, SealedText } from "./text.ts";
export type { NotebookKeys, Previous, Wrap } from "./wrap.ts";
export { keyHash, newNotebookKey, openNewestKey, openNotebookKeys } from "./wrap.ts";
export { sealPrevious, wrapForMembers } from "./wrap.ts";
export type { SealedComments } from "./client/comments.ts";
export type { SealedDrafts } from "./client/drafts.ts";
export type { SealedEntries } from "./client/entries.ts";
export type { NewFile } from "./client/files.ts";
export type { SealedKeys } from "./client/keys.ts";
export type { SealedNotebooks } from "./client/members.ts";
export { newPasskey, passkeyOf } from "./client/passkey.ts";
export { openSealed, type Sealed } from "./client/sealed.ts";
export type { Audience, BegunMoveOut } from "./client/types.ts";
export type { DeviceKeys, Joining, KnownPerson, NewSealedEntry } from "./client/types.ts";
export type { FormerText, Passkey, Reader, SealedComment, SealedConflict } from "./client/types.ts";
export type { SealedEdit, SealedEntry, SealedNotebook, SealedOptions } from "./client/types.ts";
export type { SealedQuery, SealedState, SetUp, Unlocker, Way } from "./client/types.ts";
