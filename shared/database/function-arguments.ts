/** What functions take, where the generator cannot know it: the fields of jsonb, and nulls. */
import type {
  Coordinates,
  FeatureFlag,
  MosaicCounts,
  MosaicStatus,
  TeamColor,
} from "./function-results.ts";
import type {
  CalculatorId,
  Columns,
  FunctionArguments,
  PerAct,
  PredictedValues,
  Row,
  Settings,
  Step,
  Visibility,
  Within,
} from "./relations.ts";
import type { Checks } from "./types.ts";

export type OrganizationFields = { name: string; description?: string | null; settings?: Settings };
export type EntryFields = {
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
export type DreamFields = {
  id?: string;
  written_at?: string;
  title: string;
  description?: string;
  calculator?: CalculatorId | null;
  steps?: Step[];
  is_public?: boolean;
};
export type CompetitionFields = {
  title: string;
  description?: string;
  is_active?: boolean;
  entry_open?: boolean;
  starts_at: string;
  ends_at: string;
  scoring_config?: { weights?: Partial<PerAct> };
};
export type PackFields = {
  name: string;
  description?: string | null;
  theme: Checks["tone_packs"]["theme"];
  is_public?: boolean;
  price_drops?: number;
};

/** Arguments of functions: the fields of jsonb, and what may be null. */
export type Arguments = Within<FunctionArguments, {
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
  idempotency_finish: { p_session_id: string | null };
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
  take_rate_limit: { p_session_id: string | null };
  take_daily_drops: { p_after: string | null };
  take_note_analyses: { p_after: string | null };
  record_note_analysis: {
    p_analysis: Pick<
      Row<"note_analyses">,
      "summary" | "mood_trends" | "topics" | "patterns" | "recommendations" | "insights"
    >;
  };
  receive_import_rows: {
    p_rows: ({ number: number; entry: Partial<EntryFields> } | { number: number; error: string })[];
  };
  receive_email: { p_message_id: string | null };
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
  update_dream: { p_fields: Partial<Omit<DreamFields, "id" | "written_at">> };
  set_workout_window: { p_custom_activity: string | null };
  update_drop_template: { p_fields: Partial<Row<"drop_templates">> };
  update_journal_entry: { p_changes: Partial<EntryFields> };
  update_organization: { p_changes: Partial<OrganizationFields> };
  update_profile: {
    p_changes: Partial<
      Pick<
        Row<"profiles">,
        "handle" | "full_name" | "avatar_url" | "timezone" | "blocked_user_ids"
      > & { preferences: object }
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
