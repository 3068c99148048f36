/** Every route of administration, with a valid request. */

/** Method, path, and a function that makes the body of each request. */
export type AdminRoute = [method: string, path: string, body?: () => unknown];

/** A form with a file of entries for a user. */
export function importForm(userId: string, content: string | Uint8Array, name = "entries.json") {
  const form = new FormData();
  form.set("user_id", userId);
  form.set("file", new File([content as BlobPart], name));
  return form;
}

/** Requests about the given user, roadmap task and import. */
export const adminRoutes = (userId: string, taskId: string, importId: string): AdminRoute[] => [
  ["GET", "/admin/users"],
  ["GET", `/admin/users/${userId}`],
  ["GET", "/admin/audit-log"],
  ["PUT", `/admin/users/${userId}/role`, () => ({ role: "super_admin" })],
  ["PUT", `/admin/users/${userId}/status`, () => ({ is_active: false })],
  ["PUT", `/admin/users/${userId}/classroom`, () => ({ is_classroom: true })],
  ["POST", `/admin/users/${userId}/drops`, () => ({ delta: 1000, reason: "Because" })],
  ["GET", "/admin/conversion/rates"],
  ["POST", "/admin/conversion/rates", () => ({ tokens_per_drop: 33.0303 })],
  ["GET", "/admin/organizations"],
  ["GET", "/admin/feature-flags"],
  ["PUT", "/admin/feature-flags/forbidden", () => ({ enabled: true })],
  ["DELETE", "/admin/feature-flags/forbidden"],
  ["GET", "/admin/roadmap"],
  ["POST", "/admin/roadmap", () => ({ title: "Forbidden" })],
  ["PUT", `/admin/roadmap/${taskId}`, () => ({ title: "Forbidden" })],
  ["DELETE", `/admin/roadmap/${taskId}`],
  ["GET", "/admin/settings"],
  ["PUT", "/admin/settings/support_email", () => ({ value: "forbidden@example.com" })],
  [
    "POST",
    "/admin/imports",
    () => importForm(userId, JSON.stringify([{ title: "Forbidden", content: "" }])),
  ],
  ["GET", `/admin/imports/${importId}`],
  ["GET", "/admin/kit-waitlist"],
  ["GET", "/admin/health"],
];
