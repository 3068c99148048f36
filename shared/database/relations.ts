/**
 * Tables and views: the generated types, and over them what the generator cannot know. Values of
 * check constraints are generated too (`Checks`). Stated here are the shapes of jsonb, and columns of
 * views that are never null. Handlers return rows as they are, so a shape that differs from the
 * route's schema does not compile, and a row that differs from the shape fails in the tests
 * (`CHECK_ANSWERS`).
 */
import type { Checks, Database as Generated } from "./types.ts";

export type Public = Generated["public"];
export type Relations = Public["Tables"] & Public["Views"];
export type Functions = Public["Functions"];

/** What is stated for `Names`, whose keys have to exist there. */
export type Within<
  Names,
  T extends {
    [N in keyof T]: N extends keyof Names ? (keyof T[N] extends keyof Names[N] ? unknown : never)
      : never;
  },
> = T;
export type RelationColumns = { [Name in keyof Relations]: Relations[Name]["Row"] };
export type FunctionColumns = {
  [Name in keyof Functions]: Functions[Name]["Returns"] extends (infer Row)[] ? Row : never;
};
export type FunctionArguments = { [Name in keyof Functions]: Functions[Name]["Args"] };
export type AnyFunction = { [Name in keyof Functions]: Record<PropertyKey, unknown> };

export type Visibility = Checks["journal_entries"]["content_visibility"];
export type Tone = Checks["tone_pack_images"]["tone"];

export type Settings = Record<string, unknown>;
export type Preferences = {
  theme?: string;
  notifications?: boolean;
  mosaic_photo?: boolean;
  notification_types?: Partial<Record<Checks["notifications"]["type"], boolean>>;
  active_tone_pack_id?: string | null;
};
export type Person = {
  id: string;
  handle: string;
  full_name: string | null;
  avatar_url: string | null;
};
export type AuditedState = Settings | string | number | boolean | null;
export type Mention = {
  kind: "user" | "tag";
  text: string;
  user_id: string | null;
  start: number;
  end: number;
};
export type Track = {
  id: string;
  name: string;
  artist_names: string[];
  album_name: string | null;
  album_image_url: string | null;
  external_url: string | null;
};
export type CalculatorId = NonNullable<Checks["dreams"]["calculator"]>;
export type Step = { title: string; done: boolean };
export type PredictedValues = {
  calculator: CalculatorId;
  optimal_inputs: Record<string, number>;
  outputs: { label: string; value: number; unit: string }[];
};
export type ScoredAct =
  | "clone"
  | "completion"
  | "replication_confirmed"
  | "replication_refuted"
  | "build";
export type PerAct = Record<ScoredAct, number>;
/** An entry as the assistant reads it. */
export type EntryForAssistant = {
  date: string;
  title: string;
  mood: string | null;
  tags: string[];
  content: string;
};
export type ChatMessage = {
  id: string;
  role: Checks["chat_messages"]["role"];
  content: string;
  incomplete: boolean;
  created_at: string;
};
export type ToneImage = { tone: Tone; path: string };
export type PackShare = {
  id: string;
  user_id: string | null;
  email: string | null;
  created_at: string;
};

export type BattleResult = {
  redRobotPower: number;
  blueRobotPower: number;
  badGuyPower: number;
  rounds: { round: number; redDamage: number; blueDamage: number; badGuyDamage: number }[];
  finalOutcome: string;
};

/** Columns of tables and views, in addition to `Checks`. */
export type Columns = Within<RelationColumns, {
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

export type At<Types, Name> = Name extends keyof Types ? Types[Name] : unknown;
export type Stated<Name> = At<Checks, Name> & At<Columns, Name>;

/** `T` with the stated types of its columns. */
export type Override<T, Types> = { [K in keyof T]: K extends keyof Types ? Types[K] : T[K] };
/** The same for what is written, where a column may still be left out or null if it might before. */
export type Writable<T, Types> = {
  [K in keyof T]: K extends keyof Types ? Types[K] | Extract<T[K], null | undefined> : T[K];
};

export type WithColumns<T> = {
  [Name in keyof T]: {
    [Part in keyof T[Name]]: Part extends "Row" ? Override<T[Name][Part], Stated<Name>>
      : Part extends "Insert" | "Update" ? Writable<T[Name][Part], Stated<Name>>
      : T[Name][Part];
  };
};

/** A row of a table or a view: `Row<"goals">`. */
export type Row<Name extends keyof Relations> = WithColumns<Relations>[Name]["Row"];
