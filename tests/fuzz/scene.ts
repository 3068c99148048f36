/** Requests that give some operations what chance seldom does: objects that belong together. */
import type { Known } from "./known.ts";
import { noFault } from "./faults.ts";
import type { Case, FormPart } from "./requests.ts";
import type { Who } from "./people.ts";

/** The latest id that is known under a name. */
const last = (name: string): Known => ({
  $known: name,
  nth: 0,
  otherwise: "00000000-0000-4000-8000-000000000000",
});

interface Sent {
  path?: Record<string, Known>;
  json?: unknown;
  form?: FormPart[];
}

const step = (operation: string, who: Who, { path = {}, json, form }: Sent = {}): Case => ({
  operation,
  who,
  path,
  query: [],
  queryEnd: "",
  headers: [],
  lengthOff: 0,
  atOnce: false,
  ...(json !== undefined && {
    body: { json, changes: [], fault: noFault, type: "application/json" },
  }),
  ...(form && { body: { form, boundary: "right", fault: noFault, type: "multipart/form-data" } }),
});

const code: Known = { $known: "code", nth: 0, otherwise: "" };
const file = (contents: FormPart["file"]): FormPart[] => [
  { name: "file", value: "", file: contents },
];
const entry = { id: last("entry") };
const webhook = { id: last("webhook") };
const invite = step("inviteToOrganization", "user", {
  path: { id: last("org") },
  json: { user_id: last("other") },
});

const friend = { userId: last("other") };

export const scene: Case[] = [
  step("inviteFriend", "user"),
  step("acceptInvitation", "other", { json: { code } }),
  step("askPairStreak", "user", { path: friend }),
  step("endPairStreak", "user", { path: friend }),
  step("createOrganization", "user", { json: { name: "Scene" } }),
  invite,
  step("declineInvitation", "other", { path: { id: last("invitation") } }),
  invite,
  step("acceptInvitation", "other", { json: { invitation_id: last("invitation") } }),
  step("createTeam", "user", { json: { org_id: last("org"), name: "Scene" } }),
  step("addTeamMember", "user", { path: { id: last("team") }, json: { user_id: last("other") } }),
  step("removeTeamMember", "user", { path: { id: last("team"), userId: last("other") } }),
  step("sendTeamMessage", "user", { path: { id: last("team") }, json: { content: "Hello" } }),
  step("deleteTeamMessage", "user", { path: { id: last("team"), messageId: last("message") } }),
  step("transferOrganization", "user", {
    path: { id: last("org") },
    json: { new_owner_id: last("other") },
  }),
  step("createEntry", "user", { json: { title: "Scene", content: "First" } }),
  step("generateBackground", "user", { json: { content: "Fog", entry_id: last("entry") } }),
  step("getEntryBackground", "user", { path: entry }),
  step("updateEntry", "user", { path: entry, json: { content: "Second" } }),
  step("listEntryVersions", "user", { path: entry }),
  step("restoreEntryVersion", "user", { path: { ...entry, versionId: last("version") } }),
  step("addAttachment", "user", {
    path: entry,
    form: file("wav"),
  }),
  step("transcribeAttachment", "user", { path: { ...entry, attachmentId: last("attachment") } }),
  step("deleteAttachment", "user", { path: { ...entry, attachmentId: last("attachment") } }),
  step("reactToEntry", "user", { path: entry, json: { reaction: "heart" } }),
  step("deleteReaction", "user", { path: entry }),
  step("connectMusic", "user"),
  step("redeemMusicGrant", "user", {
    json: { grant: { $known: "grant", nth: 0, otherwise: "none" } },
  }),
  step("syncMusic", "user"),
  step("disconnectMusic", "user"),
  step("createWebhook", "user", {
    json: { url: "https://hooks.example.net/", events: ["goal.changed"] },
  }),
  step("pingWebhook", "user", { path: webhook }),
  ...[false, true].map((is_active) =>
    step("updateWebhook", "user", { path: webhook, json: { is_active } })
  ),
  step("resendWebhookDelivery", "user", { path: { ...webhook, deliveryId: last("delivery") } }),
  step("rotateWebhookSecret", "user", { path: webhook }),
  step("deleteWebhook", "user", { path: webhook }),
  step("createShareLink", "user", { path: entry, json: {} }),
  step("getSharedEntry", "nobody", { path: { code } }),
  step("revokeShareLink", "user", { path: { id: last("sharelink") } }),
  step("createOwnImport", "user", { form: file("zip") }),
  step("getOwnImport", "user", { path: { id: last("import") } }),
  step("impersonateUser", "admin", { path: { id: last("other") }, json: { reason: "A ticket" } }),
  step("redeemImpersonation", "nobody", { json: { code } }),
  step("stopImpersonation", "acting"),
  step("createDream", "admin", { json: { title: "A coil" } }),
  step("makeTemplate", "admin", { json: { dream_id: last("dream"), is_public: true } }),
  step("setGoldenSpec", "admin", {
    path: { templateId: last("dream") },
    json: {
      calculator: "coil",
      optimal_inputs: {},
      calculator_outputs: { outputs: [{ label: "Inductance", value: 1, unit: "H" }] },
    },
  }),
  step("createReplication", "user", {
    path: { id: last("dream") },
    json: { measured_values: { Inductance: 1 } },
  }),
  step("createWorkoutCheckIn", "user", {
    form: [{ name: "activityType", value: "walk" }, { ...file("jpeg")[0]!, name: "photo" }],
  }),
  step("sendDrop", "user", {
    json: { recipient_id: last("other"), drop_type: "encouragement", content: "Go on" },
  }),
  step("readDrop", "other", { path: { id: last("drop") } }),
  step("thankForDrop", "other", { path: { id: last("drop") } }),
  step("recordCheer", "user", { form: file("wav") }),
];
