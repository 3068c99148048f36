/**
 * The database's types: the generated ones, and over them what the generator cannot know. Values of
 * check constraints are generated too (`Checks`). Stated here are the shapes of jsonb, columns of
 * views that are never null, and columns of function results that may be null. Handlers return rows
 * as they are, so a shape that differs from the route's schema does not compile, and a row that
 * differs from the shape fails in the tests (`CHECK_ANSWERS`).
 */
import type { Checks, Database as Generated } from "./types.ts";

type Public = Generated["public"];
type Relations = Public["Tables"] & Public["Views"];
type Functions = Public["Functions"];

/** What is stated for `Names`, whose keys have to exist there. */
type Within<
  Names,
  T extends {
    [N in keyof T]: N extends keyof Names ? (keyof T[N] extends keyof Names[N] ? unknown : never)
      : never;
  },
> = T;
type RelationColumns = { [Name in keyof Relations]: Relations[Name]["Row"] };
type FunctionColumns = {
  [Name in keyof Functions]: Functions[Name]["Returns"] extends (infer Row)[] ? Row : never;
};
type FunctionArguments = { [Name in keyof Functions]: Functions[Name]["Args"] };
type AnyFunction = { [Name in keyof Functions]: Record<PropertyKey, unknown> };

export type Visibility = Checks["journal_entries"]["content_visibility"];
export type Tone = Checks["tone_pack_images"]["tone"];

type Settings = Record<string, unknown>;
type Preferences = {
  theme?: string;
  notifications?: boolean;
  mosaic_photo?: boolean;
  notification_types?: Partial<Record<Checks["notifications"]["type"], boolean>>;
  active_tone_pack_id?: string | null;
};
type Person = { id: string; handle: string; full_name: string | null; avatar_url: string | null };
type AuditedState = Settings | string | number | boolean | null;
type Mention = {
  kind: "user" | "tag";
  text: string;
  user_id: string | null;
  start: number;
  end: number;
};
type Track = {
  id: string;
  name: string;
  artist_names: string[];
  album_name: string | null;
  album_image_url: string | null;
  external_url: string | null;
};
type CalculatorId = NonNullable<Checks["dreams"]["calculator"]>;
type Step = { title: string; done: boolean };
type PredictedValues = {
  calculator: CalculatorId;
  optimal_inputs: Record<string, number>;
  outputs: { label: string; value: number; unit: string }[];
};
type ScoredAct =
  | "clone"
  | "completion"
  | "replication_confirmed"
  | "replication_refuted"
  | "build";
type PerAct = Record<ScoredAct, number>;
/** An entry as the assistant reads it. */
export type EntryForAssistant = {
  date: string;
  title: string;
  mood: string | null;
  tags: string[];
  content: string;
};
type ChatMessage = {
  id: string;
  role: Checks["chat_messages"]["role"];
  content: string;
  incomplete: boolean;
  created_at: string;
};
type ToneImage = { tone: Tone; path: string };
type PackShare = { id: string; user_id: string | null; email: string | null; created_at: string };

/** Columns of tables and views, in addition to `Checks`. */
type Columns = Within<RelationColumns, {
  competition_scores: { breakdown: PerAct };
  competitions: { scoring_config: { weights: PerAct } };
  dream_replications: {
    measured_values: Record<string, number>;
    delta_values: Record<string, number>;
  };
  dreams: { steps: Step[]; predicted_values: PredictedValues | null };
  drops_sent: { data: Settings; media_type: Checks["drop_templates"]["media_type"] };
  audit_log: { before: AuditedState; after: AuditedState };
  goal_cards: Checks["goals"] & {
    check_in_count: number;
    last_check_in: { status: Checks["goal_check_ins"]["status"]; created_at: string } | null;
  };
  music_plays: { source: "recently_played"; track: Track };
  notifications: { data: Record<string, unknown> };
  organization_cards: {
    member_count: number;
    settings: Settings;
    user_role: Checks["organization_members"]["role"] | null;
  };
  organizations: { settings: Settings };
  profiles: { preferences: Preferences };
  site_settings: {
    key:
      | "signups_open"
      | "maintenance_message"
      | "support_email"
      | "default_theme"
      | "chat_enabled"
      | "chat_model"
      | "chat_system_prompt"
      | "chat_max_context_entries";
    value: boolean | number | string | null;
  };
  team_cards: {
    member_count: number;
    organizations: { id: string; name: string };
    settings: Settings;
    user_role: Checks["team_members"]["role"] | null;
  };
  teams: { settings: Settings };
  drop_transactions: Checks["drops_ledger"];
  note_analyses: {
    mood_trends: { direction: "improving" | "steady" | "declining" | "mixed"; tones: Tone[] };
    topics: string[];
    patterns: string[];
    insights: Record<"gratitude" | "challenges" | "goals" | "achievements", string[]>;
  };
  journal_feed: {
    author: Person;
    content_hidden: boolean;
    content_visibility: Visibility;
    effective_content_visibility: Visibility;
    effective_metadata_visibility: Visibility;
    mentions: Mention[];
    metadata_visibility: Visibility;
    notebook: { id: string; name: string } | null;
    track: Track | null;
  };
  tone_pack_cards: Checks["tone_packs"] & {
    images: ToneImage[];
    is_purchased: boolean;
    is_usable: boolean;
    preview: ToneImage[];
    shares: PackShare[] | null;
  };
  workout_window_battles: { battle_result: BattleResult | null };
  workout_window_locations: { ip_address: string | null };
}>;

type UsageOfKind = { tokens: number; images: number; cost_usd: number };
type UsageByKind = {
  tone: UsageOfKind;
  images: UsageOfKind;
  packs: UsageOfKind;
  other: UsageOfKind;
};
type AdminUser = {
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
type MyDrops =
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
type FeatureFlag = Row<"feature_flags"> & { user_ids: string[] };
type Import = {
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
type TeamColor = Checks["workout_window_chains"]["team_color"];
type ChainUser = Person & {
  city: string | null;
  windowStartTime: string;
  windowEndTime: string;
  timezone: string;
  checkedIn: boolean;
};
type Squad =
  & { id: string; teamColor: TeamColor }
  & Record<
    "user1" | "user2" | "user3",
    ChainUser | null
  >;
type TeamOfDate = {
  members: number;
  ai: number;
  real: number;
  squads: {
    id: string;
    members: { id: string; handle: string; full_name: string | null; is_ai: boolean }[];
  }[];
};
type BattleResult = {
  redRobotPower: number;
  blueRobotPower: number;
  badGuyPower: number;
  rounds: { round: number; redDamage: number; blueDamage: number; badGuyDamage: number }[];
  finalOutcome: string;
};
type BattleMember = { user_id: string; full_name: string | null; chips: number };
type AiUser = Row<"workout_window_ai_users"> & { profile: Person };
type MosaicStatus = "completed" | "failed" | "pending";
type MosaicCounts = { total: number; completed: number; failed: number; pending: number };
type Coordinates = { x: number; y: number; width: number; height: number };
type InvitationColumns = {
  organization: { id: string; name: string } | null;
  role: Checks["organization_members"]["role"];
  status: "open" | NonNullable<Checks["organization_invitations"]["ending"]>;
  kind: "user" | "email" | "link";
  user: Person | null;
  email: string | null;
  max_uses: number | null;
  invited_by: Person;
};
type Invitation =
  & Omit<Functions["list_my_invitations"]["Returns"][number], keyof InvitationColumns>
  & InvitationColumns;
type RateLimit = { allowed: boolean; limit: number; remaining: number; retry_after_s: number };

/** Columns of the rows that functions return, where those are not rows of a table or a view. */
type ResultColumns = Within<FunctionColumns, {
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
type SyncPage = {
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
    notifications: (Omit<Row<"notifications">, "data" | "dedupe_key"> & { data: Settings })[];
    profile: Row<"profiles"> | null;
  };
  deleted: {
    type: "journal_entry" | "notebook" | "goal" | "goal_check_in" | "notification";
    id: string;
    deleted_at: string;
  }[];
  next_cursor: string;
  has_more: boolean;
};

/** What other functions return. */
type Results = Within<AnyFunction, {
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
      notes: { today: string; entries: EntryForAssistant[]; goals: unknown[] } | null;
      messages: Pick<ChatMessage, "role" | "content">[];
    }
    | { state: "done"; message: ChatMessage }
    | { state: "running" }
    | { state: "limited"; retry_after_s: number };
  claim_impersonation: { impersonation_id: string; target_id: string; email: string };
  claim_tone_images: Tone[];
  continue_import: Import;
  create_ai_users: AiUser[];
  dream_convergence_of: {
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
    };
    my_drops: MyDrops;
  };
  set_feature_flag: FeatureFlag;
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
  take_user_rate_limit: RateLimit;
  tone_pack_overview:
    & Record<"own" | "shared" | "public" | "purchased", Row<"tone_pack_cards">[]>
    & { active_tone_pack_id: string | null };
}>;

type OrganizationFields = { name: string; description?: string | null; settings?: Settings };
type EntryFields = {
  id?: string;
  written_at?: string;
  title: string;
  content: string;
  mood?: string | null;
  tags?: string[];
  notebook_id?: string | null;
  metadata_visibility?: Visibility | null;
  content_visibility?: Visibility | null;
  team_id?: string | null;
  org_id?: string | null;
};
type DreamFields = {
  title: string;
  description?: string;
  calculator?: CalculatorId | null;
  steps?: Step[];
  is_public?: boolean;
};
type CompetitionFields = {
  title: string;
  description?: string;
  is_active?: boolean;
  entry_open?: boolean;
  starts_at: string;
  ends_at: string;
  scoring_config?: { weights?: Partial<PerAct> };
};
type PackFields = {
  name: string;
  description?: string | null;
  theme: Checks["tone_packs"]["theme"];
  is_public?: boolean;
  price_drops?: number;
};

/** Arguments of functions: the fields of jsonb, and what may be null. */
type Arguments = Within<FunctionArguments, {
  administer_user: {
    p_change:
      | { role: Checks["profiles"]["role"] }
      | { is_active: boolean }
      | { is_classroom: boolean };
  };
  award_monthly_batch: { p_after: string | null };
  begin_chat_answer: { p_session_id: string | null };
  create_drop_template: { p_fields: Partial<Row<"drop_templates">> };
  begin_email: { p_session_id: string | null };
  begin_music_connection: { p_session_id: string | null };
  create_competition: { p_fields: CompetitionFields };
  create_dream: { p_fields: DreamFields };
  create_journal_entry: { p_entry: EntryFields };
  create_organization: { p_settings?: Settings };
  create_roadmap_task: { p_fields: Partial<Row<"roadmap_tasks">> };
  create_team: { p_settings?: Settings };
  create_tone_pack: { p_pack: PackFields };
  end_job_run: { p_result: unknown };
  end_inbound_email: { p_entry?: Pick<EntryFields, "title" | "content"> };
  export_page: { p_after?: unknown };
  idempotency_claim: { p_session_id: string | null };
  prompt_steps_batch: { p_after: string | null };
  record_workout_mosaic: {
    p_counts: MosaicCounts;
    p_tiles: {
      user_id: string;
      status: MosaicStatus;
      team_color: TeamColor;
      photo: boolean;
      coordinates: Coordinates;
    }[];
  };
  take_daily_drops: { p_after: string | null };
  take_note_analyses: { p_after: string | null };
  record_note_analysis: {
    p_analysis: Pick<
      Row<"note_analyses">,
      "summary" | "mood_trends" | "topics" | "patterns" | "recommendations" | "insights"
    >;
  };
  process_engagement_batch: { p_since: string | null };
  receive_import_rows: {
    p_rows: ({ number: number; entry: Partial<EntryFields> } | { number: number; error: string })[];
  };
  record_email_event: {
    p_email?: { id: string | null; provider_id: string; status: string; suppress: boolean };
  };
  record_music_plays: {
    p_plays: {
      played_at: string;
      track: Omit<Row<"spotify_tracks">, "raw" | "created_at" | "updated_at"> & {
        raw: Record<string, unknown>;
      };
    }[];
  };
  record_payment_event: {
    p_event: {
      id: string;
      type: string;
      created: number;
      customer_id: string | null;
      subscription_id: string | null;
      user_id: string | null;
    };
    p_subscription?: {
      status: string;
      price_id: string | null;
      current_period_end: number | null;
      cancel_at: number | null;
      cancel_at_period_end: boolean;
    };
  };
  record_assistant_drop: { p_data?: Settings };
  set_drop_config: { p_changes: Partial<Row<"drop_config">> };
  settle_pushes: {
    p_outcomes: {
      id: number;
      outcome: "sent" | "pending" | "delivered" | "unregistered" | "failed" | "refused";
      ticket_id?: string;
      error?: string;
    }[];
  };
  take_music_grant: { p_session_id: string | null };
  set_feature_flag: { p_changes: Partial<Omit<FeatureFlag, "key">> };
  set_site_setting: { p_change: { value: Columns["site_settings"]["value"] } };
  replicate_dream: { p_measured: Record<string, number> };
  set_golden_spec: { p_spec: PredictedValues };
  submit_opportunity: {
    p_fields: {
      kind: Checks["opportunities"]["kind"];
      title: string;
      organization_name: string;
      description?: string;
      url?: string | null;
      deadline?: string | null;
    };
  };
  update_competition: { p_fields: Partial<CompetitionFields> };
  update_dream: { p_fields: Partial<DreamFields> };
  set_workout_window: { p_custom_activity: string | null };
  update_drop_template: { p_fields: Partial<Row<"drop_templates">> };
  update_journal_entry: { p_changes: Partial<EntryFields> };
  update_organization: { p_changes: Partial<OrganizationFields> };
  update_profile: {
    p_changes: Partial<
      Pick<
        Row<"profiles">,
        "handle" | "full_name" | "avatar_url" | "preferences" | "timezone" | "blocked_user_ids"
      >
    >;
  };
  update_roadmap_task: { p_fields: Partial<Row<"roadmap_tasks">> };
  update_team: { p_changes: Partial<OrganizationFields & { admin_id: string }> };
  update_tone_pack: { p_changes: Partial<PackFields> };
  update_workout_location: {
    p_changes:
      & {
        [Name in "ipAddress" | "city" | "region" | "country" | "timezone"]?: string | null;
      }
      & { [Name in "latitude" | "longitude"]?: number | null };
  };
}>;

type At<Types, Name> = Name extends keyof Types ? Types[Name] : unknown;
type Stated<Name> = At<Checks, Name> & At<Columns, Name>;

/** `T` with the stated types of its columns. */
type Override<T, Types> = { [K in keyof T]: K extends keyof Types ? Types[K] : T[K] };
/** The same for what is written, where a column may still be left out or null if it might before. */
type Writable<T, Types> = {
  [K in keyof T]: K extends keyof Types ? Types[K] | Extract<T[K], null | undefined> : T[K];
};

type WithColumns<T> = {
  [Name in keyof T]: {
    [Part in keyof T[Name]]: Part extends "Row" ? Override<T[Name][Part], Stated<Name>>
      : Part extends "Insert" | "Update" ? Writable<T[Name][Part], Stated<Name>>
      : T[Name][Part];
  };
};

type ResultOf<Name, F> = Name extends keyof Results ? Results[Name]
  : F extends { Returns: infer R; SetofOptions: { to: infer To extends keyof Relations } }
    ? (R extends unknown[] ? Row<To>[] : Row<To>)
  : F extends { Returns: (infer R)[] } ? Override<R, At<ResultColumns, Name>>[]
  : F extends { Returns: infer R } ? R
  : never;

type WithResults<T> = {
  [Name in keyof T]: {
    [Part in keyof T[Name]]: Part extends "Returns" ? ResultOf<Name, T[Name]>
      : Part extends "Args" ? Override<T[Name][Part], At<Arguments, Name>>
      : T[Name][Part];
  };
};

/** The schema of the Data API, for `createClient`. */
export type Database = {
  public: Omit<Public, "Tables" | "Views" | "Functions"> & {
    Tables: WithColumns<Public["Tables"]>;
    Views: WithColumns<Public["Views"]>;
    Functions: WithResults<Functions>;
  };
};

/** A row of a table or a view: `Row<"goals">`. */
export type Row<Name extends keyof Relations> = WithColumns<Relations>[Name]["Row"];

/** The arguments of a function: `Given<"idempotency_claim">`. */
export type Given<Name extends keyof Functions> = WithResults<Functions>[Name]["Args"];

/** What a function returns: `Returned<"admin_health">`. */
export type Returned<Name extends keyof Functions> = WithResults<Functions>[Name]["Returns"];

export type { Checks };
