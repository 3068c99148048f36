/**
 * The codes of refusals, with their statuses. The first code of a status is its default.
 * `docs/errors.md` says when each code occurs and how a client reacts.
 */
export const errorCodes = {
  bad_request: 400,
  unauthorized: 401,
  not_enough_drops: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  version_needed: 428,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,

  daily_quota_reached: 429,
  no_drops_left: 429,
  no_custom_drops_left: 429,
  invalid_input: 400,
  unknown_parameter: 400,
  content_declined: 400,
  too_long: 400,
  no_workout_window: 400,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  not_configured: 503,
  chat_disabled: 503,
  ai_limit_reached: 503,

  session_ended: 401,
  account_deleted: 401,
  account_blocked: 403,
  account_leaving: 403,
  impersonated: 403,
  token_refused: 403,
  scope_missing: 403,
  sign_in_again: 403,
  read_only: 403,
  email_not_confirmed: 403,
  subscription_needed: 403,
  invalid_code: 401,
  passphrase_needed: 401,

  already_exists: 409,
  id_taken: 409,
  handle_taken: 409,
  already_member: 409,
  already_invited: 409,
  already_owner: 409,
  already_shared: 409,
  already_purchased: 409,
  already_awarded: 409,
  already_subscribed: 409,
  already_generating: 409,
  already_checked_in: 409,
  import_running: 409,

  quota_reached: 409,
  storage_full: 409,
  invitation_needed: 409,
  invitation_ended: 410,
  owner_must_transfer: 409,
  admin_must_be_replaced: 409,
  owns_organizations: 409,
  last_super_admin: 409,
  own_tone_pack: 409,
  tone_pack_free: 409,
  tone_pack_sold: 409,
  not_for_sale: 409,
  price_changed: 409,
  freezes_full: 409,
  content_changed: 409,

  cursor_expired: 410,
  link_gone: 410,
  deleted: 410,
  changed_meanwhile: 412,
  address_suppressed: 409,
  music_disconnected: 409,
  webhook_disabled: 409,

  already_completed: 409,
  already_promoted: 409,
  already_demoted: 409,
  not_public: 409,
  not_shared: 409,
  no_sender: 409,
  shared: 409,
  already_replicated: 409,
  nothing_predicted: 409,
  already_decided: 409,
  not_approved: 409,
  already_entered: 409,
  entries_closed: 409,
  chat_busy: 409,

  wrong_statement: 400,
  exists: 409,
  no_account: 409,
  not_a_member: 409,
  last_slot: 409,
  log_moved: 409,
  rotation_due: 409,
  closed: 409,
  epoch_old: 409,
  sealed: 409,
  has_attachments: 409,
  has_comments: 409,
  not_empty: 409,

  invalid_request: 400,
  invalid_client: 400,
  invalid_client_metadata: 400,
  invalid_redirect_uri: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The possible faults of one field of the input. */
export const fieldCodes = [
  "required",
  "wrong_type",
  "wrong_format",
  "unknown_value",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "too_small",
  "too_large",
  "unknown_parameter",
  "not_a_member",
  "invalid_value",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

const names = Object.keys(errorCodes) as ErrorCode[];

/** The default code of a status. */
export const defaultCode = (status: number): ErrorCode =>
  names.find((name) => errorCodes[name] === status) ??
    (status < 500 ? "bad_request" : "internal_error");

/** Narrows a text, such as a detail of a database error, to a code. */
export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === "string" && Object.hasOwn(errorCodes, text);

export const isFieldCode = (text: unknown): text is FieldCode =>
  fieldCodes.some((code) => code === text);
