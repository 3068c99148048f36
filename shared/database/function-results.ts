/** What functions return, where the generator cannot know it: columns of rows, and jsonb. */
import type {
  AnyFunction,
  ChatMessage,
  EntryForAssistant,
  FunctionColumns,
  Functions,
  Mention,
  Person,
  Row,
  Settings,
  Tone,
  Visibility,
  Within,
} from "./relations.ts";
import type { Checks } from "./types.ts";

export type UsageOfKind = { tokens: number; images: number; cost_usd: number };
export type UsageByKind = {
  tone: UsageOfKind;
  images: UsageOfKind;
  packs: UsageOfKind;
  other: UsageOfKind;
};
export type AdminUser = {
  avatar_url: string | null;
  email: string | null;
  full_name: string | null;
  role: Checks["profiles"]["role"];
  token_usage: UsageByKind & {
    total_tokens: number;
    total_cost_usd: number;
    drops_equivalent: number | null;
  };
};
export type MyDrops =
  & Pick<
    Row<"user_drops">,
    | "date"
    | "daily_allowance"
    | "drops_used"
    | "bonus_drops_earned"
    | "custom_used"
    | "custom_max"
  >
  & { total_available: number };
export type FeatureFlag = Row<"feature_flags"> & { user_ids: string[] };
export type Import = {
  id: string;
  user_id: string;
  file_name: string | null;
  status: Checks["imports"]["status"];
  total: number;
  processed: number;
  imported: number;
  skipped: number;
  failed: number;
  errors: { row: number; error: string }[];
  created_at: string;
  completed_at: string | null;
};
export type TeamColor = Checks["workout_window_chains"]["team_color"];
export type ChainUser = Person & {
  city: string | null;
  windowStartTime: string | null;
  windowEndTime: string | null;
  timezone: string | null;
  checkedIn: boolean | null;
};
export type Squad =
  & { id: string; teamColor: TeamColor }
  & Record<
    "user1" | "user2" | "user3",
    ChainUser | null
  >;
export type TeamOfDate = {
  members: number;
  ai: number;
  real: number;
  squads: {
    id: string;
    members: { id: string; handle: string; full_name: string | null; is_ai: boolean }[];
  }[];
};
export type BattleMember = { user_id: string; full_name: string | null; chips: number };
export type AiUser = Row<"workout_window_ai_users"> & { profile: Person & { is_ai: boolean } };
export type MosaicStatus = "completed" | "failed" | "pending";
export type MosaicCounts = { total: number; completed: number; failed: number; pending: number };
export type Coordinates = { x: number; y: number; width: number; height: number };
export type InvitationColumns = {
  organization: { id: string; name: string } | null;
  team_id: string | null;
  team: { id: string; name: string } | null;
  role: Checks["organization_members"]["role"];
  status: "open" | NonNullable<Checks["organization_invitations"]["ending"]>;
  kind: "user" | "email" | "link";
  user: Person | null;
  email: string | null;
  max_uses: number | null;
  invited_by: Person;
};
export type Invitation =
  & Omit<Functions["list_my_invitations"]["Returns"][number], keyof InvitationColumns>
  & InvitationColumns;
export type RateLimit =
  & { limit: number; remaining: number; retry_after_s: number }
  & ({ allowed: true; hit: number } | { allowed: false; hit: null });

/** Columns of the rows that functions return, where those are not rows of a table or a view. */
export type ResultColumns = Within<FunctionColumns, {
  admin_list_impersonations: {
    admin: Person | null;
    ended_at: string | null;
    session_id: string | null;
    target: Person | null;
    used_at: string | null;
  };
  admin_list_organizations: {
    owner: Person;
    teams: {
      id: string;
      name: string;
      admin: Person;
      member_count: number;
      created_at: string;
    }[];
  };
  admin_get_user: AdminUser;
  admin_list_users: AdminUser;
  administer_user: AdminUser;
  award_monthly_batch: { last_id: string | null };
  badges_of: {
    color: string | null;
    display_name: string | null;
    emoji: string | null;
    name: string | null;
    success_rate: number | null;
    updated_at: string | null;
  };
  get_user_token_usage_monthly: UsageByKind;
  missing_workout_thumbnails: { orientation: number | null };
  leaderboard: {
    avatar_url: string | null;
    full_name: string | null;
    success_rate: number | null;
  };
  list_my_invitations: InvitationColumns;
  list_organization_invitations: InvitationColumns;
  prompt_steps_batch: { last_id: string | null };
  payment_account: { customer_id: string | null };
  share_tone_pack: { email: string | null; user_id: string | null };
  take_mails: { html_body: string | null };
  take_music_tokens: {
    retry_after_s: number | null;
    seen_at: string | null;
    state: "ready" | "refresh" | "wait" | "paused";
  };
  take_pushes: { data: Record<string, unknown> };
}>;

/** A page of changes, as `private.sync` returns it. */
export type SyncPage = {
  changes: {
    journal_entries: (
      & Omit<
        Row<"journal_entries">,
        | "mood_due_at"
        | `effective_${"metadata" | "content"}_${"team" | "org"}_id`
        | `effective_${"metadata" | "content"}_visibility`
      >
      & { content: string; mentions: Mention[] }
      & Record<`effective_${"metadata" | "content"}_visibility`, Visibility>
    )[];
    notebooks: Row<"notebooks">[];
    goals: Row<"goals">[];
    goal_check_ins: Row<"goal_check_ins">[];
    satisfaction_entries: Row<"satisfaction_entries">[];
    action_notes: Row<"action_notes">[];
    sleep_entries: Row<"sleep_entries">[];
    notifications: (Omit<Row<"notifications">, "data" | "dedupe_key"> & { data: Settings })[];
    profile: Row<"profiles"> | null;
  };
  deleted: {
    type:
      | "journal_entry"
      | "notebook"
      | "goal"
      | "goal_check_in"
      | "satisfaction_entry"
      | "action_note"
      | "sleep_entry"
      | "notification";
    id: string;
    deleted_at: string;
  }[];
  next_cursor: string;
  has_more: boolean;
};

/** An entry after a write; `mood_hit` when the write has begun an analysis. */
type WrittenEntry = Row<"journal_feed"> & { mood_hit?: number | null };

/** What other functions return. */
export type Results = Within<AnyFunction, {
  activate_tone_pack: string | null;
  adjust_drops: Row<"drop_transactions"> & { type: "admin_adjustment" };
  admin_health: {
    migrations: string[];
    jobs: { job: string; last_run: string | null; overdue: boolean }[];
    ledger: { checked_at: string | null; mismatches: number | null };
  };
  admin_list_feature_flags: FeatureFlag[];
  admin_workout_teams: Record<TeamColor, TeamOfDate>;
  begin_account_deletion: "deleting" | "deleted";
  begin_chat_answer:
    | {
      state: "new";
      question_id: string;
      model: string | null;
      prompt: string | null;
      notes: {
        today: string;
        entries: EntryForAssistant[];
        analysis: unknown;
        goals: unknown[];
      } | null;
      messages: Pick<ChatMessage, "role" | "content">[];
    }
    | { state: "done"; message: ChatMessage }
    | { state: "running" }
    | { state: "limited"; retry_after_s: number };
  claim_impersonation: { impersonation_id: string; target_id: string; email: string };
  claim_tone_images: Tone[];
  continue_import: Import;
  create_journal_entry: WrittenEntry;
  create_ai_users: AiUser[];
  dream_convergence_of: {
    spec_version: number | null;
    status: "collecting" | "robust";
    confirmations: number;
    refutations: number;
    anomalies: number;
    values: {
      label: string;
      unit: string;
      predicted: number;
      mean: number | null;
      stddev: number | null;
      n: number;
    }[];
  };
  end_chat_answer: ChatMessage | null;
  end_inbound_email: {
    status: string;
    entry?:
      | Pick<Row<"journal_entries">, "id" | "user_id" | "title" | "updated_at"> & {
        content: string;
        mood_hit: number | null;
      }
      | null;
  };
  get_import: Import;
  get_workout_squad: Squad | null;
  idempotency_claim:
    | { state: "new"; claim: string }
    | { state: "running" }
    | { state: "mismatch" }
    | { state: "done"; status: number; answer: { type: string; text: string } };
  get_workout_chain: {
    beforeUser: ChainUser | null;
    currentUser: ChainUser;
    afterUser: ChainUser | null;
    teamColor: TeamColor;
    squad: Squad | null;
  } | null;
  get_workout_battle: {
    battle: Row<"workout_window_battles">;
    daily_stats: { date: string; redTeamChips: number; blueTeamChips: number }[];
    red_members: BattleMember[];
    blue_members: BattleMember[];
  } | null;
  get_workout_mosaic: {
    path: string | null;
    date: string;
    sections: {
      userId: string;
      userName: string;
      status: MosaicStatus;
      coordinates: Coordinates;
      teamColor: TeamColor;
    }[];
    stats: { totalParticipants: number; completed: number; failed: number; pending: number };
  } | null;
  workout_mosaic_material: {
    counts: MosaicCounts;
    tiles: {
      user_id: string;
      full_name: string | null;
      handle: string;
      status: MosaicStatus;
      team_color: TeamColor;
      photo: string | null;
    }[];
  };
  own_workout_day_status: "pending" | "completed" | "failed" | "not_started";
  record_workout_checkin: {
    checkin: Row<"workout_window_checkins">;
    next_user_notified: boolean;
  };
  workout_checkin_stats: { total: number; completed: number; failed: number };
  accept_invitation: {
    organization: Row<"organization_cards">;
    team: { id: string; name: string } | null;
  };
  linked_invitation: Pick<Invitation, "role" | "expires_at"> & {
    organization: { name: string };
    team: { name: string } | null;
    inviter: Person;
  };
  invite_to_organization: { code: string | null; invitation: Invitation };
  issue_impersonation: { code: string; impersonation: Row<"admin_impersonations"> };
  my_drops: MyDrops;
  record_payment_event:
    | { outcome: Checks["payment_events"]["outcome"] | "duplicate" }
    | { outcome: "read"; revision: number };
  set_ai_user_active: AiUser;
  record_assistant_drop: string | null;
  send_drop: {
    drop: Omit<Row<"drops_sent">, "data" | "is_unread" | "recipient_id"> & {
      recipient_id: string;
      entry_id: string | null;
    };
    my_drops: MyDrops;
  };
  set_feature_flag: FeatureFlag;
  set_found_mood: { mood: string; tone_image_path: string | null } | null;
  start_import: Import;
  sync: SyncPage;
  take_account_deletion: string | null;
  take_daily_drops: {
    users: { user_id: string; analysis: Record<string, unknown> | null }[];
    skipped: number;
    last_id: string | null;
  };
  take_note_analyses: {
    users: { user_id: string; analysis_date: string; entries: EntryForAssistant[] }[];
    last_id: string | null;
  };
  take_address_rate_limit: RateLimit;
  take_rate_limit: RateLimit;
  tone_pack_overview:
    & Record<"own" | "shared" | "public" | "purchased", Row<"tone_pack_cards">[]>
    & { active_tone_pack_id: string | null };
  update_journal_entry: WrittenEntry;
}>;
