// Made by `npm run types` from the migrations.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  "public": {
    Tables: {
      "action_notes": {
        Row: {
          "content": string;
          "created_at": string;
          "id": string;
          "user_id": string;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "content": string;
          "created_at"?: string;
          "id"?: string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "id"?: string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "action_notes_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "admin_impersonations": {
        Row: {
          "admin_id": string;
          "created_at": string;
          "ended_at": string | null;
          "expires_at": string;
          "id": string;
          "reason": string;
          "session_id": string | null;
          "target_id": string;
          "used_at": string | null;
        };
        ComputedFields: never;
        Insert: {
          "admin_id": string;
          "created_at"?: string;
          "ended_at"?: string | null;
          "expires_at"?: string;
          "id"?: string;
          "reason": string;
          "session_id"?: string | null;
          "target_id": string;
          "used_at"?: string | null;
        };
        Update: {
          "admin_id"?: string;
          "created_at"?: string;
          "ended_at"?: string | null;
          "expires_at"?: string;
          "id"?: string;
          "reason"?: string;
          "session_id"?: string | null;
          "target_id"?: string;
          "used_at"?: string | null;
        };
        Relationships: [];
      };
      "audit_log": {
        Row: {
          "act": string;
          "actor_id": string | null;
          "after": Json | null;
          "before": Json | null;
          "created_at": string;
          "id": number;
          "reason": string | null;
          "request_id": string | null;
          "target_id": string | null;
          "target_type": string;
        };
        ComputedFields: never;
        Insert: {
          "act": string;
          "actor_id"?: string | null;
          "after"?: Json | null;
          "before"?: Json | null;
          "created_at"?: string;
          "id"?: never;
          "reason"?: string | null;
          "request_id"?: string | null;
          "target_id"?: string | null;
          "target_type": string;
        };
        Update: {
          "act"?: string;
          "actor_id"?: string | null;
          "after"?: Json | null;
          "before"?: Json | null;
          "created_at"?: string;
          "id"?: never;
          "reason"?: string | null;
          "request_id"?: string | null;
          "target_id"?: string | null;
          "target_type"?: string;
        };
        Relationships: [];
      };
      "badge_definitions": {
        Row: {
          "color": string;
          "description": string;
          "display_name": string;
          "emoji": string;
          "level": number;
          "min_consecutive_days": number | null;
          "min_engagement_increases": number;
          "min_success_rate": number | null;
          "name": string;
        };
        ComputedFields: never;
        Insert: {
          "color": string;
          "description": string;
          "display_name": string;
          "emoji": string;
          "level": number;
          "min_consecutive_days"?: number | null;
          "min_engagement_increases": number;
          "min_success_rate"?: number | null;
          "name": string;
        };
        Update: {
          "color"?: string;
          "description"?: string;
          "display_name"?: string;
          "emoji"?: string;
          "level"?: number;
          "min_consecutive_days"?: number | null;
          "min_engagement_increases"?: number;
          "min_success_rate"?: number | null;
          "name"?: string;
        };
        Relationships: [];
      };
      "badge_milestones": {
        Row: {
          "achieved_at": string;
          "id": string;
          "level": number;
          "success_rate": number | null;
          "total_drops_sent": number;
          "total_engagement_increases": number;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "achieved_at"?: string;
          "id"?: string;
          "level": number;
          "success_rate"?: number | null;
          "total_drops_sent": number;
          "total_engagement_increases": number;
          "user_id": string;
        };
        Update: {
          "achieved_at"?: string;
          "id"?: string;
          "level"?: number;
          "success_rate"?: number | null;
          "total_drops_sent"?: number;
          "total_engagement_increases"?: number;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "badge_milestones_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "chat_messages": {
        Row: {
          "content": string;
          "created_at": string;
          "id": string;
          "idempotency_key": string | null;
          "incomplete": boolean;
          "question_id": string | null;
          "role": string;
          "source_ids": (string)[];
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "content": string;
          "created_at"?: string;
          "id"?: string;
          "idempotency_key"?: string | null;
          "incomplete"?: boolean;
          "question_id"?: string | null;
          "role": string;
          "source_ids"?: (string)[];
          "user_id": string;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "id"?: string;
          "idempotency_key"?: string | null;
          "incomplete"?: boolean;
          "question_id"?: string | null;
          "role"?: string;
          "source_ids"?: (string)[];
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "chat_messages_question_id_fkey";
            columns: ["question_id"];
            isOneToOne: true;
            referencedRelation: "chat_message_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "chat_messages_question_id_fkey";
            columns: ["question_id"];
            isOneToOne: true;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "chat_messages_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "competition_entries": {
        Row: {
          "competition_id": string;
          "created_at": string;
          "dream_id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "competition_id": string;
          "created_at"?: string;
          "dream_id": string;
          "user_id": string;
        };
        Update: {
          "competition_id"?: string;
          "created_at"?: string;
          "dream_id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "competition_entries_competition_id_fkey";
            columns: ["competition_id"];
            isOneToOne: false;
            referencedRelation: "competitions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "competition_entries_dream_fkey";
            columns: ["dream_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id", "user_id"];
          },
        ];
      };
      "competition_scores": {
        Row: {
          "breakdown": NonNullable<Json>;
          "competition_id": string;
          "dream_id": string;
          "rank": number;
          "score": number;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "breakdown": NonNullable<Json>;
          "competition_id": string;
          "dream_id": string;
          "rank": number;
          "score": number;
          "user_id": string;
        };
        Update: {
          "breakdown"?: NonNullable<Json>;
          "competition_id"?: string;
          "dream_id"?: string;
          "rank"?: number;
          "score"?: number;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "competition_scores_card_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "competition_scores_entry_fkey";
            columns: ["competition_id", "user_id"];
            isOneToOne: true;
            referencedRelation: "competition_entries";
            referencedColumns: ["competition_id", "user_id"];
          },
        ];
      };
      "competitions": {
        Row: {
          "created_at": string;
          "description": string;
          "ends_at": string;
          "entry_open": boolean;
          "id": string;
          "is_active": boolean;
          "last_scored_at": string | null;
          "scoring_config": NonNullable<Json>;
          "starts_at": string;
          "title": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "description"?: string;
          "ends_at": string;
          "entry_open"?: boolean;
          "id"?: string;
          "is_active"?: boolean;
          "last_scored_at"?: string | null;
          "scoring_config"?: NonNullable<Json>;
          "starts_at": string;
          "title": string;
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "description"?: string;
          "ends_at"?: string;
          "entry_open"?: boolean;
          "id"?: string;
          "is_active"?: boolean;
          "last_scored_at"?: string | null;
          "scoring_config"?: NonNullable<Json>;
          "starts_at"?: string;
          "title"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "currency_conversion_rates": {
        Row: {
          "created_at": string;
          "effective_from": string;
          "id": string;
          "note": string | null;
          "set_by": string | null;
          "tokens_per_drop": number;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "effective_from"?: string;
          "id"?: string;
          "note"?: string | null;
          "set_by"?: string | null;
          "tokens_per_drop": number;
        };
        Update: {
          "created_at"?: string;
          "effective_from"?: string;
          "id"?: string;
          "note"?: string | null;
          "set_by"?: string | null;
          "tokens_per_drop"?: number;
        };
        Relationships: [];
      };
      "dream_convergence": {
        Row: {
          "anomalies": number;
          "confirmations": number;
          "refutations": number;
          "robust_at": string | null;
          "template_id": string;
        };
        ComputedFields: never;
        Insert: {
          "anomalies"?: number;
          "confirmations"?: number;
          "refutations"?: number;
          "robust_at"?: string | null;
          "template_id": string;
        };
        Update: {
          "anomalies"?: number;
          "confirmations"?: number;
          "refutations"?: number;
          "robust_at"?: string | null;
          "template_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dream_convergence_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: true;
            referencedRelation: "dreams";
            referencedColumns: ["id"];
          },
        ];
      };
      "dream_convergence_values": {
        Row: {
          "label": string;
          "m2": number;
          "mean": number;
          "n": number;
          "template_id": string;
        };
        ComputedFields: never;
        Insert: {
          "label": string;
          "m2"?: number;
          "mean"?: number;
          "n"?: number;
          "template_id": string;
        };
        Update: {
          "label"?: string;
          "m2"?: number;
          "mean"?: number;
          "n"?: number;
          "template_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dream_convergence_values_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: false;
            referencedRelation: "dream_convergence";
            referencedColumns: ["template_id"];
          },
        ];
      };
      "dream_replications": {
        Row: {
          "anomalies": (string)[];
          "created_at": string;
          "delta_values": NonNullable<Json>;
          "dream_id": string | null;
          "id": string;
          "is_counted": boolean;
          "measured_values": NonNullable<Json>;
          "spec_version": number;
          "status": string;
          "template_id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "anomalies": (string)[];
          "created_at"?: string;
          "delta_values": NonNullable<Json>;
          "dream_id"?: string | null;
          "id"?: string;
          "is_counted": boolean;
          "measured_values": NonNullable<Json>;
          "spec_version": number;
          "status": string;
          "template_id": string;
          "user_id": string;
        };
        Update: {
          "anomalies"?: (string)[];
          "created_at"?: string;
          "delta_values"?: NonNullable<Json>;
          "dream_id"?: string | null;
          "id"?: string;
          "is_counted"?: boolean;
          "measured_values"?: NonNullable<Json>;
          "spec_version"?: number;
          "status"?: string;
          "template_id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dream_replications_dream_id_fkey";
            columns: ["dream_id"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dream_replications_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dream_replications_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "dream_videos": {
        Row: {
          "created_at": string;
          "decline_reason": string | null;
          "dream_id": string;
          "id": string;
          "is_featured": boolean;
          "status": string;
          "submitted_by": string | null;
          "title": string;
          "url": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "decline_reason"?: string | null;
          "dream_id": string;
          "id"?: string;
          "is_featured"?: boolean;
          "status"?: string;
          "submitted_by"?: string | null;
          "title": string;
          "url": string;
        };
        Update: {
          "created_at"?: string;
          "decline_reason"?: string | null;
          "dream_id"?: string;
          "id"?: string;
          "is_featured"?: boolean;
          "status"?: string;
          "submitted_by"?: string | null;
          "title"?: string;
          "url"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dream_videos_dream_id_fkey";
            columns: ["dream_id"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dream_videos_submitted_by_fkey";
            columns: ["submitted_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "dreams": {
        Row: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "build_count"?: number;
          "calculator"?: string | null;
          "clone_count"?: number;
          "cloned_from"?: string | null;
          "completed_at"?: string | null;
          "completion_count"?: number;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "is_public"?: boolean;
          "is_template"?: boolean;
          "min_grade_band"?: string | null;
          "predicted_values"?: Json | null;
          "safety_level"?: string;
          "spec_version"?: number | null;
          "steps"?: NonNullable<Json>;
          "title": string;
          "updated_at"?: string;
          "user_id"?: string | null;
          "written_at"?: string;
        };
        Update: {
          "build_count"?: number;
          "calculator"?: string | null;
          "clone_count"?: number;
          "cloned_from"?: string | null;
          "completed_at"?: string | null;
          "completion_count"?: number;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "is_public"?: boolean;
          "is_template"?: boolean;
          "min_grade_band"?: string | null;
          "predicted_values"?: Json | null;
          "safety_level"?: string;
          "spec_version"?: number | null;
          "steps"?: NonNullable<Json>;
          "title"?: string;
          "updated_at"?: string;
          "user_id"?: string | null;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dreams_cloned_from_fkey";
            columns: ["cloned_from"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dreams_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "drop_config": {
        Row: {
          "bonus_drops_per_engagement": number;
          "daily_allowance": number;
          "engagement_window_hours": number;
          "id": boolean;
          "max_custom_drops_per_day": number;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "bonus_drops_per_engagement"?: number;
          "daily_allowance"?: number;
          "engagement_window_hours"?: number;
          "id"?: boolean;
          "max_custom_drops_per_day"?: number;
          "updated_at"?: string;
        };
        Update: {
          "bonus_drops_per_engagement"?: number;
          "daily_allowance"?: number;
          "engagement_window_hours"?: number;
          "id"?: boolean;
          "max_custom_drops_per_day"?: number;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "drop_entries": {
        Row: {
          "drop_id": string;
          "entry_id": string;
        };
        ComputedFields: never;
        Insert: {
          "drop_id": string;
          "entry_id": string;
        };
        Update: {
          "drop_id"?: string;
          "entry_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "drop_entries_drop_id_fkey";
            columns: ["drop_id"];
            isOneToOne: true;
            referencedRelation: "drops_sent";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "drop_entries_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
        ];
      };
      "drop_recordings": {
        Row: {
          "bytes": number;
          "created_at": string;
          "drop_id": string | null;
          "duration_s": number;
          "id": string;
          "path": string;
          "type": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "bytes": number;
          "created_at"?: string;
          "drop_id"?: string | null;
          "duration_s": number;
          "id"?: string;
          "path": string;
          "type": string;
          "user_id": string;
        };
        Update: {
          "bytes"?: number;
          "created_at"?: string;
          "drop_id"?: string | null;
          "duration_s"?: number;
          "id"?: string;
          "path"?: string;
          "type"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "drop_recordings_drop_id_fkey";
            columns: ["drop_id"];
            isOneToOne: true;
            referencedRelation: "drops_sent";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "drop_recordings_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "drop_templates": {
        Row: {
          "content": string;
          "created_at": string;
          "drop_type": string;
          "id": string;
          "is_approved": boolean;
          "media_type": string | null;
          "media_url": string | null;
          "thumbnail_url": string | null;
          "title": string;
          "updated_at": string;
          "usage_count": number;
        };
        ComputedFields: never;
        Insert: {
          "content"?: string;
          "created_at"?: string;
          "drop_type": string;
          "id"?: string;
          "is_approved"?: boolean;
          "media_type"?: string | null;
          "media_url"?: string | null;
          "thumbnail_url"?: string | null;
          "title": string;
          "updated_at"?: string;
          "usage_count"?: number;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "drop_type"?: string;
          "id"?: string;
          "is_approved"?: boolean;
          "media_type"?: string | null;
          "media_url"?: string | null;
          "thumbnail_url"?: string | null;
          "title"?: string;
          "updated_at"?: string;
          "usage_count"?: number;
        };
        Relationships: [];
      };
      "drops_ledger": {
        Row: {
          "actor_id": string | null;
          "balance_after": number;
          "balance_before": number;
          "created_at": string;
          "delta": number;
          "id": number;
          "idempotency_key": string | null;
          "reason": string;
          "reference_id": string | null;
          "source": string;
          "type": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "actor_id"?: string | null;
          "balance_after": number;
          "balance_before": number;
          "created_at"?: string;
          "delta": number;
          "id"?: never;
          "idempotency_key"?: string | null;
          "reason": string;
          "reference_id"?: string | null;
          "source": string;
          "type": string;
          "user_id": string;
        };
        Update: {
          "actor_id"?: string | null;
          "balance_after"?: number;
          "balance_before"?: number;
          "created_at"?: string;
          "delta"?: number;
          "id"?: never;
          "idempotency_key"?: string | null;
          "reason"?: string;
          "reference_id"?: string | null;
          "source"?: string;
          "type"?: string;
          "user_id"?: string;
        };
        Relationships: [];
      };
      "drops_sent": {
        Row: {
          "bonus_drops": number;
          "bonus_drops_awarded": number;
          "content": string;
          "data": NonNullable<Json>;
          "date_sent": string;
          "drop_type": string;
          "engagement_increased": boolean;
          "engagement_window_ends_at": string;
          "id": string;
          "is_unread": boolean | null;
          "media_type": string | null;
          "media_url": string | null;
          "read_at": string | null;
          "recipient_id": string | null;
          "sender_id": string;
          "settled_at": string | null;
          "template_id": string | null;
          "thanked_at": string | null;
          "thumbnail_url": string | null;
          "title": string | null;
        };
        ComputedFields: never;
        Insert: {
          "bonus_drops": number;
          "bonus_drops_awarded"?: number;
          "content"?: string;
          "data"?: NonNullable<Json>;
          "date_sent"?: string;
          "drop_type": string;
          "engagement_increased"?: boolean;
          "engagement_window_ends_at": string;
          "id"?: string;
          "is_unread"?: never;
          "media_type"?: string | null;
          "media_url"?: string | null;
          "read_at"?: string | null;
          "recipient_id"?: string | null;
          "sender_id": string;
          "settled_at"?: string | null;
          "template_id"?: string | null;
          "thanked_at"?: string | null;
          "thumbnail_url"?: string | null;
          "title"?: string | null;
        };
        Update: {
          "bonus_drops"?: number;
          "bonus_drops_awarded"?: number;
          "content"?: string;
          "data"?: NonNullable<Json>;
          "date_sent"?: string;
          "drop_type"?: string;
          "engagement_increased"?: boolean;
          "engagement_window_ends_at"?: string;
          "id"?: string;
          "is_unread"?: never;
          "media_type"?: string | null;
          "media_url"?: string | null;
          "read_at"?: string | null;
          "recipient_id"?: string | null;
          "sender_id"?: string;
          "settled_at"?: string | null;
          "template_id"?: string | null;
          "thanked_at"?: string | null;
          "thumbnail_url"?: string | null;
          "title"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "drops_sent_recipient_id_fkey";
            columns: ["recipient_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "drops_sent_sender_id_fkey";
            columns: ["sender_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "encouragement_badges": {
        Row: {
          "bonus_drops_earned": number;
          "consecutive_days": number;
          "last_sent_on": string | null;
          "level": number;
          "longest_streak": number;
          "progress_to_next": number;
          "settled_drops": number;
          "success_rate": number | null;
          "total_drops_sent": number;
          "total_engagement_increases": number;
          "updated_at": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "bonus_drops_earned"?: number;
          "consecutive_days"?: number;
          "last_sent_on"?: string | null;
          "level"?: number;
          "longest_streak"?: number;
          "progress_to_next"?: number;
          "settled_drops"?: number;
          "success_rate"?: never;
          "total_drops_sent"?: number;
          "total_engagement_increases"?: number;
          "updated_at"?: string;
          "user_id": string;
        };
        Update: {
          "bonus_drops_earned"?: number;
          "consecutive_days"?: number;
          "last_sent_on"?: string | null;
          "level"?: number;
          "longest_streak"?: number;
          "progress_to_next"?: number;
          "settled_drops"?: number;
          "success_rate"?: never;
          "total_drops_sent"?: number;
          "total_engagement_increases"?: number;
          "updated_at"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "encouragement_badges_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "entry_attachments": {
        Row: {
          "bytes": number;
          "created_at": string;
          "duration_s": number | null;
          "entry_id": string;
          "height": number | null;
          "id": string;
          "kind": string;
          "path": string;
          "thumbnail_bytes": number;
          "thumbnail_path": string | null;
          "transcript": string | null;
          "type": string;
          "user_id": string;
          "width": number | null;
        };
        ComputedFields: never;
        Insert: {
          "bytes": number;
          "created_at"?: string;
          "duration_s"?: number | null;
          "entry_id": string;
          "height"?: number | null;
          "id"?: string;
          "kind": string;
          "path": string;
          "thumbnail_bytes"?: number;
          "thumbnail_path"?: string | null;
          "transcript"?: string | null;
          "type": string;
          "user_id": string;
          "width"?: number | null;
        };
        Update: {
          "bytes"?: number;
          "created_at"?: string;
          "duration_s"?: number | null;
          "entry_id"?: string;
          "height"?: number | null;
          "id"?: string;
          "kind"?: string;
          "path"?: string;
          "thumbnail_bytes"?: number;
          "thumbnail_path"?: string | null;
          "transcript"?: string | null;
          "type"?: string;
          "user_id"?: string;
          "width"?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "entry_attachments_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "entry_attachments_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "entry_templates": {
        Row: {
          "content": string;
          "created_at": string;
          "id": string;
          "is_shared": boolean;
          "name": string;
          "notebook_id": string | null;
          "tags": (string)[];
          "title": string;
          "updated_at": string;
          "user_id": string | null;
        };
        ComputedFields: never;
        Insert: {
          "content"?: string;
          "created_at"?: string;
          "id"?: string;
          "is_shared"?: never;
          "name": string;
          "notebook_id"?: string | null;
          "tags"?: (string)[];
          "title": string;
          "updated_at"?: string;
          "user_id"?: string | null;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "id"?: string;
          "is_shared"?: never;
          "name"?: string;
          "notebook_id"?: string | null;
          "tags"?: (string)[];
          "title"?: string;
          "updated_at"?: string;
          "user_id"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "entry_templates_notebook_id_fkey";
            columns: ["notebook_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "notebooks";
            referencedColumns: ["id", "user_id"];
          },
          {
            foreignKeyName: "entry_templates_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "feature_flag_users": {
        Row: {
          "flag_key": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "flag_key": string;
          "user_id": string;
        };
        Update: {
          "flag_key"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "feature_flag_users_flag_key_fkey";
            columns: ["flag_key"];
            isOneToOne: false;
            referencedRelation: "feature_flags";
            referencedColumns: ["key"];
          },
          {
            foreignKeyName: "feature_flag_users_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "feature_flags": {
        Row: {
          "created_at": string;
          "description": string;
          "enabled": boolean;
          "key": string;
          "percentage": number;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "description"?: string;
          "enabled"?: boolean;
          "key": string;
          "percentage"?: number;
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "description"?: string;
          "enabled"?: boolean;
          "key"?: string;
          "percentage"?: number;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "goal_check_ins": {
        Row: {
          "amount": number | null;
          "created_at": string;
          "day": string;
          "goal_id": string;
          "id": string;
          "is_derived": boolean;
          "notes": string;
          "status": string;
          "user_id": string;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "amount"?: number | null;
          "created_at"?: string;
          "day"?: string;
          "goal_id": string;
          "id"?: string;
          "is_derived"?: boolean;
          "notes"?: string;
          "status": string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Update: {
          "amount"?: number | null;
          "created_at"?: string;
          "day"?: string;
          "goal_id"?: string;
          "id"?: string;
          "is_derived"?: boolean;
          "notes"?: string;
          "status"?: string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "goal_check_ins_goal_fkey";
            columns: ["goal_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "goal_cards";
            referencedColumns: ["id", "user_id"];
          },
          {
            foreignKeyName: "goal_check_ins_goal_fkey";
            columns: ["goal_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "goals";
            referencedColumns: ["id", "user_id"];
          },
        ];
      };
      "goals": {
        Row: {
          "completed_at": string | null;
          "created_at": string;
          "description": string;
          "id": string;
          "measure": Json | null;
          "schedule": Json | null;
          "status": string;
          "target_date": string | null;
          "title": string;
          "updated_at": string;
          "user_id": string;
          "version": number;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "completed_at"?: string | null;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "measure"?: Json | null;
          "schedule"?: Json | null;
          "status"?: string;
          "target_date"?: string | null;
          "title": string;
          "updated_at"?: string;
          "user_id"?: string;
          "version"?: number;
          "written_at"?: string;
        };
        Update: {
          "completed_at"?: string | null;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "measure"?: Json | null;
          "schedule"?: Json | null;
          "status"?: string;
          "target_date"?: string | null;
          "title"?: string;
          "updated_at"?: string;
          "user_id"?: string;
          "version"?: number;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "goals_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "inbound_emails": {
        Row: {
          "created_at": string;
          "entry_id": string | null;
          "event_id": string;
          "id": string;
          "message_id": string | null;
          "provider_id": string;
          "recipients": (string)[];
          "sender": string;
          "status": string;
          "subject": string;
          "user_id": string | null;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "entry_id"?: string | null;
          "event_id": string;
          "id"?: string;
          "message_id"?: string | null;
          "provider_id": string;
          "recipients": (string)[];
          "sender": string;
          "status": string;
          "subject": string;
          "user_id"?: string | null;
        };
        Update: {
          "created_at"?: string;
          "entry_id"?: string | null;
          "event_id"?: string;
          "id"?: string;
          "message_id"?: string | null;
          "provider_id"?: string;
          "recipients"?: (string)[];
          "sender"?: string;
          "status"?: string;
          "subject"?: string;
          "user_id"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "inbound_emails_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inbound_emails_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "journal_comments": {
        Row: {
          "content": string;
          "created_at": string;
          "entry_id": string;
          "id": string;
          "sealed": Json | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "content": string;
          "created_at"?: string;
          "entry_id": string;
          "id"?: string;
          "sealed"?: Json | null;
          "user_id": string;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "entry_id"?: string;
          "id"?: string;
          "sealed"?: Json | null;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "journal_comments_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_comments_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "journal_entries": {
        Row: {
          "content_visibility": string;
          "created_at": string;
          "effective_content_org_id": string | null;
          "effective_content_team_id": string | null;
          "effective_content_visibility": string;
          "effective_metadata_org_id": string | null;
          "effective_metadata_team_id": string | null;
          "effective_metadata_visibility": string;
          "id": string;
          "import_id": string | null;
          "is_sealed": boolean;
          "metadata_visibility": string;
          "mood": string | null;
          "mood_due_at": string | null;
          "mood_source": string | null;
          "notebook_id": string | null;
          "org_id": string | null;
          "spotify_track_id": string | null;
          "tags": (string)[];
          "team_id": string | null;
          "title": string;
          "updated_at": string;
          "user_id": string;
          "version": number;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "content_visibility"?: string;
          "created_at"?: string;
          "effective_content_org_id"?: string | null;
          "effective_content_team_id"?: string | null;
          "effective_content_visibility": string;
          "effective_metadata_org_id"?: string | null;
          "effective_metadata_team_id"?: string | null;
          "effective_metadata_visibility": string;
          "id"?: string;
          "import_id"?: string | null;
          "is_sealed"?: boolean;
          "metadata_visibility"?: string;
          "mood"?: string | null;
          "mood_due_at"?: string | null;
          "mood_source"?: string | null;
          "notebook_id"?: string | null;
          "org_id"?: string | null;
          "spotify_track_id"?: string | null;
          "tags"?: (string)[];
          "team_id"?: string | null;
          "title": string;
          "updated_at"?: string;
          "user_id": string;
          "version"?: number;
          "written_at"?: string;
        };
        Update: {
          "content_visibility"?: string;
          "created_at"?: string;
          "effective_content_org_id"?: string | null;
          "effective_content_team_id"?: string | null;
          "effective_content_visibility"?: string;
          "effective_metadata_org_id"?: string | null;
          "effective_metadata_team_id"?: string | null;
          "effective_metadata_visibility"?: string;
          "id"?: string;
          "import_id"?: string | null;
          "is_sealed"?: boolean;
          "metadata_visibility"?: string;
          "mood"?: string | null;
          "mood_due_at"?: string | null;
          "mood_source"?: string | null;
          "notebook_id"?: string | null;
          "org_id"?: string | null;
          "spotify_track_id"?: string | null;
          "tags"?: (string)[];
          "team_id"?: string | null;
          "title"?: string;
          "updated_at"?: string;
          "user_id"?: string;
          "version"?: number;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "journal_entries_notebook_id_fkey";
            columns: ["notebook_id"];
            isOneToOne: false;
            referencedRelation: "notebooks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_entries_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "music_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_entries_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "spotify_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_entries_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "journal_entry_backgrounds": {
        Row: {
          "created_at": string;
          "entry_id": string | null;
          "id": string;
          "path": string;
          "prompt": string;
          "quality": string;
          "tone": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "entry_id"?: string | null;
          "id"?: string;
          "path": string;
          "prompt": string;
          "quality": string;
          "tone": string;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "entry_id"?: string | null;
          "id"?: string;
          "path"?: string;
          "prompt"?: string;
          "quality"?: string;
          "tone"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "journal_entry_backgrounds_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: true;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_entry_backgrounds_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "journal_reactions": {
        Row: {
          "created_at": string;
          "entry_id": string;
          "reaction": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "entry_id": string;
          "reaction": string;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "entry_id"?: string;
          "reaction"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "journal_reactions_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "journal_reactions_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "kit_waitlist": {
        Row: {
          "country": string | null;
          "created_at": string;
          "email": string;
          "id": string;
          "name": string | null;
          "notes": string | null;
        };
        ComputedFields: never;
        Insert: {
          "country"?: string | null;
          "created_at"?: string;
          "email": string;
          "id"?: string;
          "name"?: string | null;
          "notes"?: string | null;
        };
        Update: {
          "country"?: string | null;
          "created_at"?: string;
          "email"?: string;
          "id"?: string;
          "name"?: string | null;
          "notes"?: string | null;
        };
        Relationships: [];
      };
      "note_analyses": {
        Row: {
          "analysis_date": string;
          "created_at": string;
          "entry_count": number;
          "id": string;
          "insights": NonNullable<Json>;
          "mood_trends": NonNullable<Json>;
          "patterns": NonNullable<Json>;
          "recommendations": string;
          "summary": string;
          "topics": NonNullable<Json>;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "analysis_date": string;
          "created_at"?: string;
          "entry_count": number;
          "id"?: string;
          "insights": NonNullable<Json>;
          "mood_trends": NonNullable<Json>;
          "patterns": NonNullable<Json>;
          "recommendations": string;
          "summary": string;
          "topics": NonNullable<Json>;
          "user_id": string;
        };
        Update: {
          "analysis_date"?: string;
          "created_at"?: string;
          "entry_count"?: number;
          "id"?: string;
          "insights"?: NonNullable<Json>;
          "mood_trends"?: NonNullable<Json>;
          "patterns"?: NonNullable<Json>;
          "recommendations"?: string;
          "summary"?: string;
          "topics"?: NonNullable<Json>;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "note_analyses_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "notebooks": {
        Row: {
          "content_visibility": string;
          "created_at": string;
          "id": string;
          "is_sealed": boolean;
          "metadata_visibility": string;
          "name": string;
          "org_id": string | null;
          "team_id": string | null;
          "updated_at": string;
          "user_id": string | null;
          "version": number;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "content_visibility"?: string;
          "created_at"?: string;
          "id"?: string;
          "is_sealed"?: boolean;
          "metadata_visibility"?: string;
          "name": string;
          "org_id"?: string | null;
          "team_id"?: string | null;
          "updated_at"?: string;
          "user_id"?: string | null;
          "version"?: number;
          "written_at"?: string;
        };
        Update: {
          "content_visibility"?: string;
          "created_at"?: string;
          "id"?: string;
          "is_sealed"?: boolean;
          "metadata_visibility"?: string;
          "name"?: string;
          "org_id"?: string | null;
          "team_id"?: string | null;
          "updated_at"?: string;
          "user_id"?: string | null;
          "version"?: number;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notebooks_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "notifications": {
        Row: {
          "body": string;
          "created_at": string;
          "data": NonNullable<Json>;
          "dedupe_key": string | null;
          "id": string;
          "read_at": string | null;
          "title": string;
          "type": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "body"?: string;
          "created_at"?: string;
          "data"?: NonNullable<Json>;
          "dedupe_key"?: string | null;
          "id"?: string;
          "read_at"?: string | null;
          "title": string;
          "type": string;
          "user_id": string;
        };
        Update: {
          "body"?: string;
          "created_at"?: string;
          "data"?: NonNullable<Json>;
          "dedupe_key"?: string | null;
          "id"?: string;
          "read_at"?: string | null;
          "title"?: string;
          "type"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notifications_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "opportunities": {
        Row: {
          "created_at": string;
          "deadline": string | null;
          "decline_reason": string | null;
          "description": string;
          "id": string;
          "kind": string;
          "organization_name": string;
          "status": string;
          "submitted_by": string | null;
          "title": string;
          "url": string | null;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "deadline"?: string | null;
          "decline_reason"?: string | null;
          "description"?: string;
          "id"?: string;
          "kind": string;
          "organization_name": string;
          "status"?: string;
          "submitted_by"?: string | null;
          "title": string;
          "url"?: string | null;
        };
        Update: {
          "created_at"?: string;
          "deadline"?: string | null;
          "decline_reason"?: string | null;
          "description"?: string;
          "id"?: string;
          "kind"?: string;
          "organization_name"?: string;
          "status"?: string;
          "submitted_by"?: string | null;
          "title"?: string;
          "url"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "opportunities_submitted_by_fkey";
            columns: ["submitted_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "organization_members": {
        Row: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "accepted"?: boolean;
          "joined_at"?: string;
          "org_id": string;
          "role"?: string;
          "user_id": string;
        };
        Update: {
          "accepted"?: boolean;
          "joined_at"?: string;
          "org_id"?: string;
          "role"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "organization_members_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organization_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "organization_members_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organizations";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "organization_members_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "organizations": {
        Row: {
          "created_at": string;
          "description": string;
          "id": string;
          "name": string;
          "owner_id": string;
          "owner_role": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "name": string;
          "owner_id": string;
          "owner_role"?: never;
          "settings"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "name"?: string;
          "owner_id"?: string;
          "owner_role"?: never;
          "settings"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "organizations_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "organizations_owner_is_member_fkey";
            columns: ["id", "owner_id", "owner_role"];
            isOneToOne: false;
            referencedRelation: "organization_members";
            referencedColumns: ["org_id", "user_id", "role"];
          },
        ];
      };
      "profile_cards": {
        Row: {
          "avatar_url": string | null;
          "full_name": string | null;
          "handle": string;
          "id": string;
          "is_synthetic": boolean;
        };
        ComputedFields: never;
        Insert: {
          "avatar_url"?: string | null;
          "full_name"?: string | null;
          "handle": string;
          "id": string;
          "is_synthetic": boolean;
        };
        Update: {
          "avatar_url"?: string | null;
          "full_name"?: string | null;
          "handle"?: string;
          "id"?: string;
          "is_synthetic"?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "profile_cards_id_fkey";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "profiles": {
        Row: {
          "avatar_path": string | null;
          "avatar_url": string | null;
          "blocked_user_ids": (string)[];
          "check_in_enabled": boolean;
          "created_at": string;
          "drops_balance": number;
          "full_name": string | null;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "language": string;
          "mood_analysis_enabled": boolean;
          "preferences": NonNullable<Json>;
          "read_notes_enabled": boolean;
          "role": string;
          "timezone": string;
          "updated_at": string;
          "version": number;
        };
        ComputedFields: never;
        Insert: {
          "avatar_path"?: string | null;
          "avatar_url"?: string | null;
          "blocked_user_ids"?: (string)[];
          "check_in_enabled"?: boolean;
          "created_at"?: string;
          "drops_balance"?: number;
          "full_name"?: string | null;
          "handle": string;
          "id": string;
          "is_active"?: boolean;
          "is_ai"?: boolean;
          "is_classroom"?: boolean;
          "language"?: string;
          "mood_analysis_enabled"?: boolean;
          "preferences"?: NonNullable<Json>;
          "read_notes_enabled"?: boolean;
          "role"?: string;
          "timezone"?: string;
          "updated_at"?: string;
          "version"?: number;
        };
        Update: {
          "avatar_path"?: string | null;
          "avatar_url"?: string | null;
          "blocked_user_ids"?: (string)[];
          "check_in_enabled"?: boolean;
          "created_at"?: string;
          "drops_balance"?: number;
          "full_name"?: string | null;
          "handle"?: string;
          "id"?: string;
          "is_active"?: boolean;
          "is_ai"?: boolean;
          "is_classroom"?: boolean;
          "language"?: string;
          "mood_analysis_enabled"?: boolean;
          "preferences"?: NonNullable<Json>;
          "read_notes_enabled"?: boolean;
          "role"?: string;
          "timezone"?: string;
          "updated_at"?: string;
          "version"?: number;
        };
        Relationships: [];
      };
      "progress_reports": {
        Row: {
          "content": string;
          "created_at": string;
          "dream_id": string;
          "id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "content": string;
          "created_at"?: string;
          "dream_id": string;
          "id"?: string;
          "user_id"?: string;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "dream_id"?: string;
          "id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "progress_reports_dream_fkey";
            columns: ["dream_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "dreams";
            referencedColumns: ["id", "user_id"];
          },
        ];
      };
      "prompts": {
        Row: {
          "active_since": string;
          "created_at": string;
          "deleted_at": string | null;
          "id": string;
          "inactive_since": string | null;
          "is_active": boolean;
          "language": string;
          "text": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "active_since": string;
          "created_at"?: string;
          "deleted_at"?: string | null;
          "id"?: string;
          "inactive_since"?: string | null;
          "is_active"?: boolean;
          "language"?: string;
          "text": string;
          "updated_at"?: string;
        };
        Update: {
          "active_since"?: string;
          "created_at"?: string;
          "deleted_at"?: string | null;
          "id"?: string;
          "inactive_since"?: string | null;
          "is_active"?: boolean;
          "language"?: string;
          "text"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "push_devices": {
        Row: {
          "created_at": string;
          "id": string;
          "platform": string;
          "registered_at": string;
          "token": string | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "id"?: string;
          "platform": string;
          "registered_at"?: string;
          "token"?: string | null;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "id"?: string;
          "platform"?: string;
          "registered_at"?: string;
          "token"?: string | null;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "push_devices_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "refused_requests": {
        Row: {
          "code": string;
          "hour": string;
          "requests": number;
          "status": number;
        };
        ComputedFields: never;
        Insert: {
          "code": string;
          "hour": string;
          "requests": number;
          "status": number;
        };
        Update: {
          "code"?: string;
          "hour"?: string;
          "requests"?: number;
          "status"?: number;
        };
        Relationships: [];
      };
      "reminders": {
        Row: {
          "created_at": string;
          "days": (number)[];
          "goal_id": string | null;
          "id": string;
          "kind": string;
          "local_time": string;
          "updated_at": string;
          "user_id": string;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "days": (number)[];
          "goal_id"?: string | null;
          "id"?: string;
          "kind": string;
          "local_time": string;
          "updated_at"?: string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "days"?: (number)[];
          "goal_id"?: string | null;
          "id"?: string;
          "kind"?: string;
          "local_time"?: string;
          "updated_at"?: string;
          "user_id"?: string;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reminders_goal_fkey";
            columns: ["goal_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "goal_cards";
            referencedColumns: ["id", "user_id"];
          },
          {
            foreignKeyName: "reminders_goal_fkey";
            columns: ["goal_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "goals";
            referencedColumns: ["id", "user_id"];
          },
          {
            foreignKeyName: "reminders_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "roadmap_tasks": {
        Row: {
          "created_at": string;
          "description": string;
          "id": string;
          "priority": string;
          "status": string;
          "target_date": string | null;
          "title": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "priority"?: string;
          "status"?: string;
          "target_date"?: string | null;
          "title": string;
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "priority"?: string;
          "status"?: string;
          "target_date"?: string | null;
          "title"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "satisfaction_entries": {
        Row: {
          "created_at": string;
          "id": string;
          "note": string;
          "score": number;
          "user_id": string;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "id"?: string;
          "note"?: string;
          "score": number;
          "user_id"?: string;
          "written_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "id"?: string;
          "note"?: string;
          "score"?: number;
          "user_id"?: string;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "satisfaction_entries_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "service_days": {
        Row: {
          "active_people": number;
          "ai_cost_usd": number;
          "counted_at": string;
          "day": string;
          "entries": number;
          "sign_ups": number;
        };
        ComputedFields: never;
        Insert: {
          "active_people": number;
          "ai_cost_usd": number;
          "counted_at"?: string;
          "day": string;
          "entries": number;
          "sign_ups": number;
        };
        Update: {
          "active_people"?: number;
          "ai_cost_usd"?: number;
          "counted_at"?: string;
          "day"?: string;
          "entries"?: number;
          "sign_ups"?: number;
        };
        Relationships: [];
      };
      "share_links": {
        Row: {
          "created_at": string;
          "entry_id": string;
          "expires_at": string;
          "has_passphrase": boolean;
          "id": string;
          "locked_until": string | null;
          "revoked_at": string | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "entry_id": string;
          "expires_at": string;
          "has_passphrase": boolean;
          "id"?: string;
          "locked_until"?: string | null;
          "revoked_at"?: string | null;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "entry_id"?: string;
          "expires_at"?: string;
          "has_passphrase"?: boolean;
          "id"?: string;
          "locked_until"?: string | null;
          "revoked_at"?: string | null;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "share_links_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "share_links_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "site_settings": {
        Row: {
          "key": string;
          "updated_at": string;
          "value": NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          "key": string;
          "updated_at"?: string;
          "value": NonNullable<Json>;
        };
        Update: {
          "key"?: string;
          "updated_at"?: string;
          "value"?: NonNullable<Json>;
        };
        Relationships: [];
      };
      "sleep_entries": {
        Row: {
          "created_at": string;
          "date": string;
          "hours": number;
          "id": string;
          "quality": number;
          "user_id": string;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "date": string;
          "hours": number;
          "id"?: string;
          "quality": number;
          "user_id"?: string;
          "written_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "date"?: string;
          "hours"?: number;
          "id"?: string;
          "quality"?: number;
          "user_id"?: string;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "sleep_entries_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "sponsor_contacts": {
        Row: {
          "contact_email": string;
          "contact_name": string;
          "sponsor_id": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_email": string;
          "contact_name": string;
          "sponsor_id": string;
        };
        Update: {
          "contact_email"?: string;
          "contact_name"?: string;
          "sponsor_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "sponsor_contacts_sponsor_id_fkey";
            columns: ["sponsor_id"];
            isOneToOne: true;
            referencedRelation: "sponsors";
            referencedColumns: ["id"];
          },
        ];
      };
      "sponsor_outreach": {
        Row: {
          "created_at": string;
          "delivery_status": string;
          "from_user_id": string;
          "id": string;
          "message": string;
          "subject": string;
          "to_participant_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "delivery_status"?: string;
          "from_user_id": string;
          "id"?: string;
          "message": string;
          "subject": string;
          "to_participant_id": string;
        };
        Update: {
          "created_at"?: string;
          "delivery_status"?: string;
          "from_user_id"?: string;
          "id"?: string;
          "message"?: string;
          "subject"?: string;
          "to_participant_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "sponsor_outreach_from_user_id_fkey";
            columns: ["from_user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "sponsor_outreach_to_participant_id_fkey";
            columns: ["to_participant_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "sponsor_outreach_digests": {
        Row: {
          "after_id": string;
          "created_at": string;
          "delivered": boolean;
          "week_start_at": string;
        };
        ComputedFields: never;
        Insert: {
          "after_id"?: string;
          "created_at"?: string;
          "delivered"?: boolean;
          "week_start_at": string;
        };
        Update: {
          "after_id"?: string;
          "created_at"?: string;
          "delivered"?: boolean;
          "week_start_at"?: string;
        };
        Relationships: [];
      };
      "sponsors": {
        Row: {
          "applied_at": string;
          "decline_reason": string | null;
          "id": string;
          "name": string;
          "status": string;
          "tier": string;
        };
        ComputedFields: never;
        Insert: {
          "applied_at"?: string;
          "decline_reason"?: string | null;
          "id"?: string;
          "name": string;
          "status"?: string;
          "tier"?: string;
        };
        Update: {
          "applied_at"?: string;
          "decline_reason"?: string | null;
          "id"?: string;
          "name"?: string;
          "status"?: string;
          "tier"?: string;
        };
        Relationships: [];
      };
      "spotify_accounts": {
        Row: {
          "connected_at": string;
          "last_synced_at": string | null;
          "provider_user_id": string;
          "scope": string;
          "status": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "connected_at"?: string;
          "last_synced_at"?: string | null;
          "provider_user_id": string;
          "scope": string;
          "status"?: string;
          "user_id": string;
        };
        Update: {
          "connected_at"?: string;
          "last_synced_at"?: string | null;
          "provider_user_id"?: string;
          "scope"?: string;
          "status"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "spotify_accounts_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "spotify_plays": {
        Row: {
          "created_at": string;
          "id": string;
          "played_at": string;
          "source": string;
          "spotify_track_id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "id"?: string;
          "played_at": string;
          "source"?: string;
          "spotify_track_id": string;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "id"?: string;
          "played_at"?: string;
          "source"?: string;
          "spotify_track_id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "spotify_plays_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "music_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "spotify_plays_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "spotify_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "spotify_plays_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "spotify_tracks": {
        Row: {
          "album_image_url": string | null;
          "album_name": string | null;
          "artist_names": (string)[];
          "created_at": string;
          "duration_ms": number | null;
          "explicit": boolean | null;
          "external_url": string | null;
          "id": string;
          "name": string;
          "raw": NonNullable<Json>;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "album_image_url"?: string | null;
          "album_name"?: string | null;
          "artist_names"?: (string)[];
          "created_at"?: string;
          "duration_ms"?: number | null;
          "explicit"?: boolean | null;
          "external_url"?: string | null;
          "id": string;
          "name": string;
          "raw"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Update: {
          "album_image_url"?: string | null;
          "album_name"?: string | null;
          "artist_names"?: (string)[];
          "created_at"?: string;
          "duration_ms"?: number | null;
          "explicit"?: boolean | null;
          "external_url"?: string | null;
          "id"?: string;
          "name"?: string;
          "raw"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "subscriptions": {
        Row: {
          "cancel_at": string | null;
          "cancel_at_period_end": boolean;
          "created_at": string;
          "current_period_end": string | null;
          "id": string;
          "payment_customer_id": string;
          "payment_subscription_id": string;
          "price_id": string | null;
          "provider_read_at": string | null;
          "provider_updated_at": string;
          "revision": number;
          "status": string;
          "updated_at": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "cancel_at"?: string | null;
          "cancel_at_period_end"?: boolean;
          "created_at"?: string;
          "current_period_end"?: string | null;
          "id"?: string;
          "payment_customer_id": string;
          "payment_subscription_id": string;
          "price_id"?: string | null;
          "provider_read_at"?: string | null;
          "provider_updated_at": string;
          "revision"?: number;
          "status": string;
          "updated_at"?: string;
          "user_id": string;
        };
        Update: {
          "cancel_at"?: string | null;
          "cancel_at_period_end"?: boolean;
          "created_at"?: string;
          "current_period_end"?: string | null;
          "id"?: string;
          "payment_customer_id"?: string;
          "payment_subscription_id"?: string;
          "price_id"?: string | null;
          "provider_read_at"?: string | null;
          "provider_updated_at"?: string;
          "revision"?: number;
          "status"?: string;
          "updated_at"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "subscriptions_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "team_members": {
        Row: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "team_id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "accepted"?: boolean;
          "joined_at"?: string;
          "org_id": string;
          "role"?: string;
          "team_id": string;
          "user_id": string;
        };
        Update: {
          "accepted"?: boolean;
          "joined_at"?: string;
          "org_id"?: string;
          "role"?: string;
          "team_id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "team_members_org_member_fkey";
            columns: ["org_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "organization_members";
            referencedColumns: ["org_id", "user_id"];
          },
          {
            foreignKeyName: "team_members_team_id_fkey";
            columns: ["team_id", "org_id"];
            isOneToOne: false;
            referencedRelation: "team_cards";
            referencedColumns: ["id", "org_id"];
          },
          {
            foreignKeyName: "team_members_team_id_fkey";
            columns: ["team_id", "org_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id", "org_id"];
          },
          {
            foreignKeyName: "team_members_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "team_messages": {
        Row: {
          "content": string;
          "created_at": string;
          "id": string;
          "team_id": string;
          "user_id": string | null;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "content": string;
          "created_at"?: string;
          "id"?: string;
          "team_id": string;
          "user_id"?: string | null;
          "written_at"?: string;
        };
        Update: {
          "content"?: string;
          "created_at"?: string;
          "id"?: string;
          "team_id"?: string;
          "user_id"?: string | null;
          "written_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "team_messages_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "team_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "team_messages_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "team_messages_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "teams": {
        Row: {
          "admin_id": string;
          "admin_role": string;
          "created_at": string;
          "description": string;
          "id": string;
          "name": string;
          "org_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "admin_id": string;
          "admin_role"?: never;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "name": string;
          "org_id": string;
          "settings"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Update: {
          "admin_id"?: string;
          "admin_role"?: never;
          "created_at"?: string;
          "description"?: string;
          "id"?: string;
          "name"?: string;
          "org_id"?: string;
          "settings"?: NonNullable<Json>;
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "teams_admin_id_fkey";
            columns: ["admin_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "teams_admin_is_member_fkey";
            columns: ["id", "admin_id", "admin_role"];
            isOneToOne: false;
            referencedRelation: "team_members";
            referencedColumns: ["team_id", "user_id", "role"];
          },
          {
            foreignKeyName: "teams_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organization_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "teams_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organizations";
            referencedColumns: ["id"];
          },
        ];
      };
      "token_usage": {
        Row: {
          "cost_usd": number;
          "created_at": string;
          "drop_id": string | null;
          "entry_id": string | null;
          "id": number;
          "images": number;
          "input_tokens": number;
          "model": string;
          "output_tokens": number;
          "tone_pack_id": string | null;
          "total_tokens": number;
          "type": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "cost_usd": number;
          "created_at"?: string;
          "drop_id"?: string | null;
          "entry_id"?: string | null;
          "id"?: never;
          "images"?: number;
          "input_tokens"?: number;
          "model": string;
          "output_tokens"?: number;
          "tone_pack_id"?: string | null;
          "total_tokens"?: never;
          "type": string;
          "user_id": string;
        };
        Update: {
          "cost_usd"?: number;
          "created_at"?: string;
          "drop_id"?: string | null;
          "entry_id"?: string | null;
          "id"?: never;
          "images"?: number;
          "input_tokens"?: number;
          "model"?: string;
          "output_tokens"?: number;
          "tone_pack_id"?: string | null;
          "total_tokens"?: never;
          "type"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "token_usage_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "tone_pack_images": {
        Row: {
          "created_at": string;
          "is_preview": boolean;
          "path": string;
          "tone": string;
          "tone_pack_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "is_preview"?: boolean;
          "path": string;
          "tone": string;
          "tone_pack_id": string;
        };
        Update: {
          "created_at"?: string;
          "is_preview"?: boolean;
          "path"?: string;
          "tone"?: string;
          "tone_pack_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tone_pack_images_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_pack_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tone_pack_images_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_packs";
            referencedColumns: ["id"];
          },
        ];
      };
      "tone_pack_purchases": {
        Row: {
          "created_at": string;
          "id": string;
          "ledger_id": number;
          "price_drops": number;
          "tone_pack_id": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "id"?: string;
          "ledger_id": number;
          "price_drops": number;
          "tone_pack_id": string;
          "user_id": string;
        };
        Update: {
          "created_at"?: string;
          "id"?: string;
          "ledger_id"?: number;
          "price_drops"?: number;
          "tone_pack_id"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tone_pack_purchases_ledger_id_fkey";
            columns: ["user_id", "ledger_id"];
            isOneToOne: false;
            referencedRelation: "drop_transactions";
            referencedColumns: ["user_id", "id"];
          },
          {
            foreignKeyName: "tone_pack_purchases_ledger_id_fkey";
            columns: ["user_id", "ledger_id"];
            isOneToOne: false;
            referencedRelation: "drops_ledger";
            referencedColumns: ["user_id", "id"];
          },
          {
            foreignKeyName: "tone_pack_purchases_ledger_id_fkey";
            columns: ["user_id", "ledger_id"];
            isOneToOne: false;
            referencedRelation: "monthly_drops";
            referencedColumns: ["user_id", "ledger_id"];
          },
          {
            foreignKeyName: "tone_pack_purchases_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_pack_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tone_pack_purchases_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_packs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tone_pack_purchases_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "tone_pack_shares": {
        Row: {
          "created_at": string;
          "email": string | null;
          "id": string;
          "tone_pack_id": string;
          "user_id": string | null;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "email"?: string | null;
          "id"?: string;
          "tone_pack_id": string;
          "user_id"?: string | null;
        };
        Update: {
          "created_at"?: string;
          "email"?: string | null;
          "id"?: string;
          "tone_pack_id"?: string;
          "user_id"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "tone_pack_shares_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_pack_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tone_pack_shares_tone_pack_id_fkey";
            columns: ["tone_pack_id"];
            isOneToOne: false;
            referencedRelation: "tone_packs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tone_pack_shares_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "tone_packs": {
        Row: {
          "created_at": string;
          "deleted_at": string | null;
          "description": string;
          "id": string;
          "image_count": number;
          "is_public": boolean;
          "name": string;
          "owner_id": string | null;
          "price_drops": number;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "deleted_at"?: string | null;
          "description"?: string;
          "id"?: string;
          "image_count"?: number;
          "is_public"?: boolean;
          "name": string;
          "owner_id"?: string | null;
          "price_drops"?: number;
          "theme": string;
          "tones"?: (string)[];
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "deleted_at"?: string | null;
          "description"?: string;
          "id"?: string;
          "image_count"?: number;
          "is_public"?: boolean;
          "name"?: string;
          "owner_id"?: string | null;
          "price_drops"?: number;
          "theme"?: string;
          "tones"?: (string)[];
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tone_packs_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "user_drops": {
        Row: {
          "began_at": string;
          "bonus_drops_earned": number;
          "custom_max": number;
          "custom_used": number;
          "daily_allowance": number;
          "date": string;
          "drops_used": number;
          "total_available": number | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "began_at": string;
          "bonus_drops_earned"?: number;
          "custom_max": number;
          "custom_used"?: number;
          "daily_allowance": number;
          "date": string;
          "drops_used"?: number;
          "total_available"?: never;
          "user_id": string;
        };
        Update: {
          "began_at"?: string;
          "bonus_drops_earned"?: number;
          "custom_max"?: number;
          "custom_used"?: number;
          "daily_allowance"?: number;
          "date"?: string;
          "drops_used"?: number;
          "total_available"?: never;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "user_drops_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_ai_users": {
        Row: {
          "activity_type": string;
          "check_in_probability": number;
          "city": string;
          "created_at": string;
          "id": string;
          "is_active": boolean;
          "region": string;
          "state": string;
          "timezone": string;
          "user_id": string;
          "window_end_time": string;
          "window_start_time": string;
        };
        ComputedFields: never;
        Insert: {
          "activity_type": string;
          "check_in_probability"?: number;
          "city": string;
          "created_at"?: string;
          "id"?: string;
          "is_active"?: boolean;
          "region": string;
          "state": string;
          "timezone": string;
          "user_id": string;
          "window_end_time": string;
          "window_start_time": string;
        };
        Update: {
          "activity_type"?: string;
          "check_in_probability"?: number;
          "city"?: string;
          "created_at"?: string;
          "id"?: string;
          "is_active"?: boolean;
          "region"?: string;
          "state"?: string;
          "timezone"?: string;
          "user_id"?: string;
          "window_end_time"?: string;
          "window_start_time"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workout_window_ai_users_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_battles": {
        Row: {
          "battle_result": Json | null;
          "battle_status": string;
          "blue_team_chips": number;
          "blue_team_robot_power": number;
          "created_at": string;
          "id": string;
          "red_team_chips": number;
          "red_team_robot_power": number;
          "updated_at": string;
          "week_end_date": string;
          "week_start_date": string;
          "winner": string | null;
        };
        ComputedFields: never;
        Insert: {
          "battle_result"?: Json | null;
          "battle_status"?: string;
          "blue_team_chips"?: number;
          "blue_team_robot_power"?: number;
          "created_at"?: string;
          "id"?: string;
          "red_team_chips"?: number;
          "red_team_robot_power"?: number;
          "updated_at"?: string;
          "week_end_date"?: never;
          "week_start_date": string;
          "winner"?: string | null;
        };
        Update: {
          "battle_result"?: Json | null;
          "battle_status"?: string;
          "blue_team_chips"?: number;
          "blue_team_robot_power"?: number;
          "created_at"?: string;
          "id"?: string;
          "red_team_chips"?: number;
          "red_team_robot_power"?: number;
          "updated_at"?: string;
          "week_end_date"?: never;
          "week_start_date"?: string;
          "winner"?: string | null;
        };
        Relationships: [];
      };
      "workout_window_chains": {
        Row: {
          "after_user_id": string | null;
          "before_user_id": string | null;
          "chain_status": string;
          "closed_at": string | null;
          "closes_at": string | null;
          "created_at": string;
          "date": string;
          "ends_at": string;
          "id": string;
          "location_group": string;
          "reminded_at": string | null;
          "squad_id": string | null;
          "starts_at": string;
          "team_color": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "after_user_id"?: string | null;
          "before_user_id"?: string | null;
          "chain_status"?: string;
          "closed_at"?: string | null;
          "closes_at"?: string | null;
          "created_at"?: string;
          "date": string;
          "ends_at": string;
          "id"?: string;
          "location_group": string;
          "reminded_at"?: string | null;
          "squad_id"?: string | null;
          "starts_at": string;
          "team_color": string;
          "user_id": string;
        };
        Update: {
          "after_user_id"?: string | null;
          "before_user_id"?: string | null;
          "chain_status"?: string;
          "closed_at"?: string | null;
          "closes_at"?: string | null;
          "created_at"?: string;
          "date"?: string;
          "ends_at"?: string;
          "id"?: string;
          "location_group"?: string;
          "reminded_at"?: string | null;
          "squad_id"?: string | null;
          "starts_at"?: string;
          "team_color"?: string;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workout_window_chains_squad_id_fkey";
            columns: ["squad_id"];
            isOneToOne: false;
            referencedRelation: "workout_window_squads";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "workout_window_chains_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_checkins": {
        Row: {
          "activity_type": string;
          "battle_chips_earned": number;
          "chain_id": string | null;
          "chain_status": string;
          "created_at": string;
          "date": string;
          "id": string;
          "location_lat": number | null;
          "location_lng": number | null;
          "photo_timestamp": string | null;
          "photo_url": string | null;
          "review_reason": string | null;
          "status": string;
          "taken_at": string | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "activity_type": string;
          "battle_chips_earned"?: number;
          "chain_id"?: string | null;
          "chain_status"?: string;
          "created_at"?: string;
          "date": string;
          "id"?: string;
          "location_lat"?: number | null;
          "location_lng"?: number | null;
          "photo_timestamp"?: string | null;
          "photo_url"?: string | null;
          "review_reason"?: string | null;
          "status"?: string;
          "taken_at"?: string | null;
          "user_id": string;
        };
        Update: {
          "activity_type"?: string;
          "battle_chips_earned"?: number;
          "chain_id"?: string | null;
          "chain_status"?: string;
          "created_at"?: string;
          "date"?: string;
          "id"?: string;
          "location_lat"?: number | null;
          "location_lng"?: number | null;
          "photo_timestamp"?: string | null;
          "photo_url"?: string | null;
          "review_reason"?: string | null;
          "status"?: string;
          "taken_at"?: string | null;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workout_window_checkins_chain_id_fkey";
            columns: ["chain_id"];
            isOneToOne: false;
            referencedRelation: "workout_window_chains";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "workout_window_checkins_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_locations": {
        Row: {
          "city": string | null;
          "country": string | null;
          "id": string;
          "ip_address": unknown;
          "last_updated": string;
          "latitude": number | null;
          "longitude": number | null;
          "region": string | null;
          "timezone": string | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "city"?: string | null;
          "country"?: string | null;
          "id"?: string;
          "ip_address"?: unknown;
          "last_updated"?: string;
          "latitude"?: number | null;
          "longitude"?: number | null;
          "region"?: string | null;
          "timezone"?: string | null;
          "user_id": string;
        };
        Update: {
          "city"?: string | null;
          "country"?: string | null;
          "id"?: string;
          "ip_address"?: unknown;
          "last_updated"?: string;
          "latitude"?: number | null;
          "longitude"?: number | null;
          "region"?: string | null;
          "timezone"?: string | null;
          "user_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workout_window_locations_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_mosaics": {
        Row: {
          "completed_count": number;
          "created_at": string;
          "date": string;
          "failed_count": number;
          "id": string;
          "mosaic_data": NonNullable<Json>;
          "mosaic_image_url": string | null;
          "pending_count": number;
          "synthetic_count": number;
          "total_participants": number;
        };
        ComputedFields: never;
        Insert: {
          "completed_count": number;
          "created_at"?: string;
          "date": string;
          "failed_count": number;
          "id"?: string;
          "mosaic_data"?: NonNullable<Json>;
          "mosaic_image_url"?: string | null;
          "pending_count": number;
          "synthetic_count"?: number;
          "total_participants": number;
        };
        Update: {
          "completed_count"?: number;
          "created_at"?: string;
          "date"?: string;
          "failed_count"?: number;
          "id"?: string;
          "mosaic_data"?: NonNullable<Json>;
          "mosaic_image_url"?: string | null;
          "pending_count"?: number;
          "synthetic_count"?: number;
          "total_participants"?: number;
        };
        Relationships: [];
      };
      "workout_window_squads": {
        Row: {
          "date": string;
          "id": string;
          "team_color": string;
          "user_1_id": string | null;
          "user_2_id": string | null;
          "user_3_id": string | null;
        };
        ComputedFields: never;
        Insert: {
          "date": string;
          "id"?: string;
          "team_color": string;
          "user_1_id"?: string | null;
          "user_2_id"?: string | null;
          "user_3_id"?: string | null;
        };
        Update: {
          "date"?: string;
          "id"?: string;
          "team_color"?: string;
          "user_1_id"?: string | null;
          "user_2_id"?: string | null;
          "user_3_id"?: string | null;
        };
        Relationships: [];
      };
      "workout_windows": {
        Row: {
          "activity_type": string;
          "created_at": string;
          "custom_activity": string | null;
          "holds_from": string;
          "id": string;
          "is_active": boolean;
          "location_group": string;
          "timezone": string;
          "updated_at": string;
          "user_id": string;
          "window_end_time": string;
          "window_start_time": string;
        };
        ComputedFields: never;
        Insert: {
          "activity_type": string;
          "created_at"?: string;
          "custom_activity"?: string | null;
          "holds_from"?: string;
          "id"?: string;
          "is_active"?: boolean;
          "location_group": string;
          "timezone": string;
          "updated_at"?: string;
          "user_id": string;
          "window_end_time": string;
          "window_start_time": string;
        };
        Update: {
          "activity_type"?: string;
          "created_at"?: string;
          "custom_activity"?: string | null;
          "holds_from"?: string;
          "id"?: string;
          "is_active"?: boolean;
          "location_group"?: string;
          "timezone"?: string;
          "updated_at"?: string;
          "user_id"?: string;
          "window_end_time"?: string;
          "window_start_time"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workout_windows_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      "chat_message_cards": {
        Row: {
          "content": string;
          "created_at": string;
          "id": string;
          "incomplete": boolean;
          "role": string;
          "sources": Json | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "content"?: string | null;
          "created_at"?: string | null;
          "id"?: string | null;
          "incomplete"?: boolean | null;
          "role"?: string | null;
          "sources"?: never;
          "user_id"?: string | null;
        };
        Update: {
          "content"?: string | null;
          "created_at"?: string | null;
          "id"?: string | null;
          "incomplete"?: boolean | null;
          "role"?: string | null;
          "sources"?: never;
          "user_id"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "chat_messages_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "drop_transactions": {
        Row: {
          "amount": number;
          "balance_after": number;
          "created_at": string;
          "description": string;
          "id": number;
          "reference_id": string | null;
          "type": string;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "amount"?: number | null;
          "balance_after"?: number | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: number | null;
          "reference_id"?: string | null;
          "type"?: string | null;
          "user_id"?: string | null;
        };
        Update: {
          "amount"?: number | null;
          "balance_after"?: number | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: number | null;
          "reference_id"?: string | null;
          "type"?: string | null;
          "user_id"?: string | null;
        };
        Relationships: [];
      };
      "entry_template_cards": {
        Row: {
          "content": string | null;
          "created_at": string;
          "id": string;
          "is_shared": boolean;
          "name": string | null;
          "notebook_id": string | null;
          "tags": (string)[];
          "title": string | null;
          "updated_at": string;
          "user_id": string | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "entry_templates_notebook_id_fkey";
            columns: ["notebook_id", "user_id"];
            isOneToOne: false;
            referencedRelation: "notebooks";
            referencedColumns: ["id", "user_id"];
          },
          {
            foreignKeyName: "entry_templates_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "goal_cards": {
        Row: {
          "check_in_count": number | null;
          "completed_at": string | null;
          "created_at": string;
          "description": string;
          "id": string;
          "last_check_in": Json | null;
          "measure": Json | null;
          "schedule": Json | null;
          "status": string;
          "target_date": string | null;
          "title": string;
          "updated_at": string;
          "user_id": string;
          "version": number;
          "written_at": string;
        };
        ComputedFields: never;
        Insert: {
          "check_in_count"?: never;
          "completed_at"?: string | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "last_check_in"?: never;
          "measure"?: Json | null;
          "schedule"?: Json | null;
          "status"?: string | null;
          "target_date"?: string | null;
          "title"?: string | null;
          "updated_at"?: string | null;
          "user_id"?: string | null;
          "version"?: number | null;
          "written_at"?: string | null;
        };
        Update: {
          "check_in_count"?: never;
          "completed_at"?: string | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "last_check_in"?: never;
          "measure"?: Json | null;
          "schedule"?: Json | null;
          "status"?: string | null;
          "target_date"?: string | null;
          "title"?: string | null;
          "updated_at"?: string | null;
          "user_id"?: string | null;
          "version"?: number | null;
          "written_at"?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "goals_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "monthly_drops": {
        Row: {
          "amount": number;
          "ledger_id": number;
          "month": string | null;
          "user_id": string;
        };
        ComputedFields: never;
        Insert: {
          "amount"?: number | null;
          "ledger_id"?: number | null;
          "month"?: never;
          "user_id"?: string | null;
        };
        Update: {
          "amount"?: number | null;
          "ledger_id"?: number | null;
          "month"?: never;
          "user_id"?: string | null;
        };
        Relationships: [];
      };
      "music_plays": {
        Row: {
          "created_at": string;
          "id": string;
          "played_at": string;
          "source": string;
          "spotify_track_id": string;
          "track": Json | null;
          "user_id": string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "spotify_plays_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "music_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "spotify_plays_spotify_track_id_fkey";
            columns: ["spotify_track_id"];
            isOneToOne: false;
            referencedRelation: "spotify_tracks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "spotify_plays_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      "music_tracks": {
        Row: {
          "album_image_url": string | null;
          "album_name": string | null;
          "artist_names": (string)[];
          "duration_ms": number | null;
          "explicit": boolean | null;
          "external_url": string | null;
          "id": string;
          "name": string;
        };
        ComputedFields: never;
        Insert: {
          "album_image_url"?: string | null;
          "album_name"?: string | null;
          "artist_names"?: (string)[] | null;
          "duration_ms"?: number | null;
          "explicit"?: boolean | null;
          "external_url"?: string | null;
          "id"?: string | null;
          "name"?: string | null;
        };
        Update: {
          "album_image_url"?: string | null;
          "album_name"?: string | null;
          "artist_names"?: (string)[] | null;
          "duration_ms"?: number | null;
          "explicit"?: boolean | null;
          "external_url"?: string | null;
          "id"?: string | null;
          "name"?: string | null;
        };
        Relationships: [];
      };
      "organization_cards": {
        Row: {
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "owner_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "is_circle"?: never;
          "member_count"?: never;
          "name"?: string | null;
          "owner_id"?: string | null;
          "settings"?: Json | null;
          "updated_at"?: string | null;
          "user_role"?: never;
        };
        Update: {
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "is_circle"?: never;
          "member_count"?: never;
          "name"?: string | null;
          "owner_id"?: string | null;
          "settings"?: Json | null;
          "updated_at"?: string | null;
          "user_role"?: never;
        };
        Relationships: [
          {
            foreignKeyName: "organizations_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "service_metrics": {
        Row: {
          "metric": string | null;
          "unit": string | null;
          "value": number | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      "share_link_cards": {
        Row: {
          "created_at": string;
          "entry_id": string;
          "expires_at": string;
          "has_passphrase": boolean;
          "id": string;
          "locked_until": string | null;
          "revoked_at": string | null;
          "user_id": string;
          "views": number;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "share_links_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "journal_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "share_links_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "team_cards": {
        Row: {
          "admin_id": string;
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "org_id": string;
          "organizations": Json | null;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        ComputedFields: never;
        Insert: {
          "admin_id"?: string | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "is_circle"?: never;
          "member_count"?: never;
          "name"?: string | null;
          "org_id"?: string | null;
          "organizations"?: never;
          "settings"?: Json | null;
          "updated_at"?: string | null;
          "user_role"?: never;
        };
        Update: {
          "admin_id"?: string | null;
          "created_at"?: string | null;
          "description"?: string | null;
          "id"?: string | null;
          "is_circle"?: never;
          "member_count"?: never;
          "name"?: string | null;
          "org_id"?: string | null;
          "organizations"?: never;
          "settings"?: Json | null;
          "updated_at"?: string | null;
          "user_role"?: never;
        };
        Relationships: [
          {
            foreignKeyName: "teams_admin_id_fkey";
            columns: ["admin_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "teams_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organization_cards";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "teams_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "organizations";
            referencedColumns: ["id"];
          },
        ];
      };
      "tone_pack_cards": {
        Row: {
          "created_at": string;
          "description": string;
          "id": string;
          "image_count": number;
          "images": Json | null;
          "is_public": boolean;
          "is_purchased": boolean | null;
          "is_usable": boolean | null;
          "name": string;
          "owner_id": string | null;
          "preview": Json | null;
          "price_drops": number;
          "shares": Json | null;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "tone_packs_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profile_cards";
            referencedColumns: ["id"];
          },
        ];
      };
      "workout_window_mosaic_status": {
        Row: {
          "completed_count": number;
          "created_at": string;
          "date": string;
          "failed_count": number;
          "has_image": boolean | null;
          "id": string;
          "mosaic_image_url": string | null;
          "pending_count": number;
          "synthetic_count": number;
          "total_participants": number;
        };
        ComputedFields: never;
        Insert: {
          "completed_count"?: number | null;
          "created_at"?: string | null;
          "date"?: string | null;
          "failed_count"?: number | null;
          "has_image"?: never;
          "id"?: string | null;
          "mosaic_image_url"?: string | null;
          "pending_count"?: number | null;
          "synthetic_count"?: number | null;
          "total_participants"?: number | null;
        };
        Update: {
          "completed_count"?: number | null;
          "created_at"?: string | null;
          "date"?: string | null;
          "failed_count"?: number | null;
          "has_image"?: never;
          "id"?: string | null;
          "mosaic_image_url"?: string | null;
          "pending_count"?: number | null;
          "synthetic_count"?: number | null;
          "total_participants"?: number | null;
        };
        Relationships: [];
      };
      "workout_window_team_battles": {
        Row: {
          "battle_result": Json | null;
          "battle_status": string;
          "blue_team_chips": number;
          "blue_team_robot_power": number;
          "created_at": string;
          "id": string;
          "red_team_chips": number;
          "red_team_robot_power": number;
          "updated_at": string;
          "week_end_date": string;
          "week_start_date": string;
          "winner": string | null;
        };
        ComputedFields: never;
        Insert: {
          "battle_result"?: Json | null;
          "battle_status"?: string | null;
          "blue_team_chips"?: number | null;
          "blue_team_robot_power"?: number | null;
          "created_at"?: string | null;
          "id"?: string | null;
          "red_team_chips"?: number | null;
          "red_team_robot_power"?: number | null;
          "updated_at"?: string | null;
          "week_end_date"?: string | null;
          "week_start_date"?: string | null;
          "winner"?: string | null;
        };
        Update: {
          "battle_result"?: Json | null;
          "battle_status"?: string | null;
          "blue_team_chips"?: number | null;
          "blue_team_robot_power"?: number | null;
          "created_at"?: string | null;
          "id"?: string | null;
          "red_team_chips"?: number | null;
          "red_team_robot_power"?: number | null;
          "updated_at"?: string | null;
          "week_end_date"?: string | null;
          "week_start_date"?: string | null;
          "winner"?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      "accept_invitation": {
        Args: { "p_code"?: string; "p_invitation_id"?: string };
        Returns: Json;
      };
      "account_payment_customers": {
        Args: { "p_user_id": string };
        Returns: {
          "customer_id": string;
          "subscribed": boolean;
        }[];
      };
      "activate_tone_pack": {
        Args: { "p_active"?: boolean; "p_tone_pack_id": string };
        Returns: string;
      };
      "add_entry_comment": {
        Args: { "p_content"?: string; "p_entry_id": string; "p_id"?: string; "p_sealed"?: Json };
        Returns: {
          "content": string;
          "created_at": string;
          "entry_id": string;
          "id": string;
          "sealed": Json | null;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "journal_comments";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "add_organization_member": {
        Args: { "p_org_id": string; "p_role"?: string; "p_user_id": string };
        Returns: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "organization_members";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "add_sealed_slot": { Args: { "p_slot": Json }; Returns: Json };
      "add_team_member": {
        Args: { "p_role"?: string; "p_team_id": string; "p_user_id": string };
        Returns: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "team_id": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "team_members";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "add_tone_pack_image": {
        Args: {
          "p_path": string;
          "p_replace": boolean;
          "p_tone": string;
          "p_tone_pack_id": string;
          "p_user_id": string;
        };
        Returns: {
          "created_at": string;
          "is_preview": boolean;
          "path": string;
          "tone": string;
          "tone_pack_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "tone_pack_images";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "adjust_drops": {
        Args: {
          "p_delta": number;
          "p_idempotency_key"?: string;
          "p_reason": string;
          "p_user_id": string;
        };
        Returns: {
          "amount": number;
          "balance_after": number;
          "created_at": string;
          "description": string;
          "id": number;
          "reference_id": string | null;
          "type": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "drop_transactions";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "admin_get_user": {
        Args: { "p_user_id": string };
        Returns: {
          "avatar_url": string;
          "created_at": string;
          "drops_balance": number;
          "email": string;
          "full_name": string;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "role": string;
          "token_usage": Json;
        }[];
      };
      "admin_health": { Args: Record<PropertyKey, never>; Returns: Json };
      "admin_list_feature_flags": {
        Args: { "p_after"?: string; "p_limit"?: number };
        Returns: Json[];
      };
      "admin_list_impersonations": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "admin": Json;
          "admin_id": string;
          "created_at": string;
          "ended_at": string;
          "expires_at": string;
          "id": string;
          "reason": string;
          "session_id": string;
          "target": Json;
          "target_id": string;
          "used_at": string;
        }[];
      };
      "admin_list_organizations": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "member_count": number;
          "name": string;
          "owner": Json;
          "team_count": number;
          "teams": Json;
          "updated_at": string;
        }[];
      };
      "admin_list_reports": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_limit"?: number;
          "p_status"?: string;
        };
        Returns: Json[];
      };
      "admin_list_users": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_is_active"?: boolean;
          "p_limit"?: number;
          "p_query"?: string;
          "p_role"?: string;
        };
        Returns: {
          "avatar_url": string;
          "created_at": string;
          "drops_balance": number;
          "email": string;
          "full_name": string;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "role": string;
          "token_usage": Json;
        }[];
      };
      "admin_workout_teams": {
        Args: { "p_after_id"?: string; "p_date": string; "p_limit"?: number };
        Returns: Json;
      };
      "administer_user": {
        Args: { "p_change": Json; "p_user_id": string };
        Returns: {
          "avatar_url": string;
          "created_at": string;
          "drops_balance": number;
          "email": string;
          "full_name": string;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "role": string;
          "token_usage": Json;
        }[];
      };
      "advance_workout_battles": {
        Args: { "p_limit": number };
        Returns: {
          "done": boolean;
          "executed": number;
          "notified": number;
        }[];
      };
      "answer_enrolment": { Args: { "p_id": string; "p_sealed_secret": string }; Returns: Json };
      "append_sealed_log": {
        Args: {
          "p_after": number;
          "p_notebook_id": string;
          "p_previous"?: Json;
          "p_session_id": string;
          "p_statements": Json;
          "p_user_id": string;
          "p_wraps"?: Json;
        };
        Returns: undefined;
      };
      "apply_as_sponsor": {
        Args: {
          "p_contact_email": string;
          "p_contact_name": string;
          "p_name": string;
          "p_tier": string;
        };
        Returns: {
          "applied_at": string;
          "decline_reason": string | null;
          "id": string;
          "name": string;
          "status": string;
          "tier": string;
        };
        SetofOptions: {
          from: "*";
          to: "sponsors";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "approve_oauth_request": { Args: { "p_id": string; "p_scopes": (string)[] }; Returns: Json };
      "archive_page": {
        Args: {
          "p_from_at"?: string;
          "p_from_id"?: string;
          "p_limit"?: number;
          "p_until_at"?: string;
        };
        Returns: Json[];
      };
      "archived_account": { Args: Record<PropertyKey, never>; Returns: Json };
      "archived_notebook": { Args: { "p_id": string }; Returns: Json };
      "archived_records": { Args: { "p_ids": (string)[] }; Returns: Json[] };
      "ask_pair_streak": { Args: { "p_user_id": string }; Returns: Json };
      "assistant_settings": { Args: Record<PropertyKey, never>; Returns: Json };
      "assistant_turns_remaining": { Args: { "p_job": string }; Returns: number };
      "audit_engagement_run": { Args: Record<PropertyKey, never>; Returns: undefined };
      "award_monthly": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "amount": number;
          "balance": number;
          "month": string;
        }[];
      };
      "award_monthly_batch": {
        Args: { "p_after": string; "p_limit": number };
        Returns: {
          "awarded": number;
          "errors": (string)[];
          "failed": number;
          "last_id": string;
          "remaining": number;
          "skipped": number;
          "total": number;
        }[];
      };
      "award_monthly_remaining": {
        Args: { "p_after": string; "p_limit": number };
        Returns: number;
      };
      "backfill_mentions": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "processed": number;
          "remaining": number;
          "updated": number;
        }[];
      };
      "badges_of": {
        Args: { "p_user_ids": (string)[] };
        Returns: {
          "bonus_drops_earned": number;
          "color": string;
          "consecutive_days": number;
          "display_name": string;
          "emoji": string;
          "level": number;
          "longest_streak": number;
          "name": string;
          "progress_to_next": number;
          "success_rate": number;
          "total_drops_sent": number;
          "total_engagement_increases": number;
          "updated_at": string;
          "user_id": string;
        }[];
      };
      "before_user_created_hook": { Args: { "event": Json }; Returns: Json };
      "begin_account_deletion": {
        Args: {
          "p_confirm": string;
          "p_on_owned"?: string;
          "p_session_id": string;
          "p_user_id": string;
        };
        Returns: string;
      };
      "begin_ai_call": {
        Args: {
          "p_images"?: number;
          "p_quality"?: string;
          "p_seconds"?: number;
          "p_type": string;
          "p_user_id": string;
        };
        Returns: string;
      };
      "begin_chat_answer": {
        Args: {
          "p_content": string;
          "p_key"?: string;
          "p_session_id": string;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "begin_email": {
        Args: {
          "p_html"?: string;
          "p_key"?: string;
          "p_session_id": string;
          "p_subject": string;
          "p_text": string;
          "p_to": string;
          "p_user_id": string;
        };
        Returns: {
          "handle": string;
          "hits": (number)[];
          "id": string;
          "said_subject": string;
          "sender": string;
        }[];
      };
      "begin_enrolment": { Args: { "p_id": string; "p_public_key": string }; Returns: Json };
      "begin_entry_import": {
        Args: {
          "p_file_name": string;
          "p_has_sealed"?: boolean;
          "p_kind": string;
          "p_path": string;
          "p_session_id"?: string;
          "p_total": number;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "begin_impersonation": {
        Args: { "p_impersonation_id": string; "p_session_id": string };
        Returns: undefined;
      };
      "begin_import": { Args: { "p_file_name": string; "p_user_id": string }; Returns: string };
      "begin_music_connection": {
        Args: {
          "p_session_id": string;
          "p_state_hash": string;
          "p_user_id": string;
          "p_verifier": string;
        };
        Returns: undefined;
      };
      "begin_user_deletion": {
        Args: { "p_on_owned"?: string; "p_reason": string; "p_user_id": string };
        Returns: string;
      };
      "begin_workout_generation": {
        Args: { "p_date": string; "p_is_given": boolean };
        Returns: undefined;
      };
      "build_dream": {
        Args: { "p_id": string };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "buy_streak_freeze": { Args: { "p_id"?: string }; Returns: Json };
      "calendar_feed": { Args: { "p_secret_hash": string }; Returns: Json };
      "check_caller": { Args: Record<PropertyKey, never>; Returns: undefined };
      "claim_impersonation": { Args: { "p_code": string }; Returns: Json };
      "claim_tone_images": {
        Args: { "p_claim": string; "p_tone_pack_id": string; "p_tones": (string)[] };
        Returns: string[];
      };
      "clone_template": {
        Args: { "p_id": string; "p_supervised"?: boolean };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "close_workout_days": {
        Args: { "p_limit": number };
        Returns: {
          "broken": number;
          "errors": (string)[];
          "failed": number;
          "remaining": number;
          "synthetic": number;
          "total": number;
        }[];
      };
      "competitions_to_score": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "id": string;
          "since": string;
          "title": string;
        }[];
      };
      "complete_dream": {
        Args: { "p_id": string };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "connect_music_account": {
        Args: {
          "p_access_token": string;
          "p_expires_at": string;
          "p_grant_hash": string;
          "p_provider_user_id": string;
          "p_refresh_token": string;
          "p_scope": string;
          "p_user_id": string;
        };
        Returns: undefined;
      };
      "continue_entry_imports": { Args: Record<PropertyKey, never>; Returns: undefined };
      "count_refused": { Args: { "p_counts": Json }; Returns: undefined };
      "count_requests": { Args: { "p_refused": Json; "p_requests": Json }; Returns: undefined };
      "count_share_link_view": { Args: { "p_id": string }; Returns: undefined };
      "count_storage_deletions": { Args: Record<PropertyKey, never>; Returns: number };
      "count_unread_notifications": { Args: Record<PropertyKey, never>; Returns: number };
      "create_ai_users": {
        Args: { "p_config"?: Json; "p_seed": string; "p_users": Json };
        Returns: Json;
      };
      "create_competition": {
        Args: { "p_fields": Json };
        Returns: {
          "created_at": string;
          "description": string;
          "ends_at": string;
          "entry_open": boolean;
          "id": string;
          "is_active": boolean;
          "last_scored_at": string | null;
          "scoring_config": NonNullable<Json>;
          "starts_at": string;
          "title": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "competitions";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_dream": {
        Args: { "p_fields": Json };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_drop_template": {
        Args: { "p_fields": Json };
        Returns: {
          "content": string;
          "created_at": string;
          "drop_type": string;
          "id": string;
          "is_approved": boolean;
          "media_type": string | null;
          "media_url": string | null;
          "thumbnail_url": string | null;
          "title": string;
          "updated_at": string;
          "usage_count": number;
        };
        SetofOptions: {
          from: "*";
          to: "drop_templates";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_journal_entry": {
        Args: { "p_analyze"?: boolean; "p_entry": Json; "p_unshared"?: boolean };
        Returns: Json;
      };
      "create_oauth_request": {
        Args: {
          "p_client_id": string;
          "p_code_challenge"?: string;
          "p_fault"?: string;
          "p_is_document": boolean;
          "p_redirect_uri": string;
          "p_resource"?: string;
          "p_scopes": (string)[];
          "p_state"?: string;
        };
        Returns: string;
      };
      "create_organization": {
        Args: { "p_description"?: string; "p_name": string; "p_settings"?: Json };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "owner_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "organization_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_personal_token": {
        Args: { "p_expires_in_days"?: number; "p_name": string; "p_scopes": (string)[] };
        Returns: Json;
      };
      "create_prompt": {
        Args: { "p_fields": Json };
        Returns: {
          "active_since": string;
          "created_at": string;
          "deleted_at": string | null;
          "id": string;
          "inactive_since": string | null;
          "is_active": boolean;
          "language": string;
          "text": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "prompts";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_report": {
        Args: { "p_about": string; "p_id": string; "p_note"?: string; "p_reason": string };
        Returns: Json;
      };
      "create_roadmap_task": {
        Args: { "p_fields": Json };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "priority": string;
          "status": string;
          "target_date": string | null;
          "title": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "roadmap_tasks";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_sealed_notebook": {
        Args: {
          "p_fields": Json;
          "p_session_id": string;
          "p_signature": string;
          "p_statement": string;
          "p_user_id": string;
          "p_wrapped": string;
        };
        Returns: {
          "content_visibility": string;
          "created_at": string;
          "id": string;
          "is_sealed": boolean;
          "metadata_visibility": string;
          "name": string;
          "org_id": string | null;
          "team_id": string | null;
          "updated_at": string;
          "user_id": string | null;
          "version": number;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "notebooks";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_share_link": {
        Args: {
          "p_entry_id": string;
          "p_expires_in_days"?: number;
          "p_key"?: string;
          "p_salt"?: string;
        };
        Returns: Json;
      };
      "create_team": {
        Args: {
          "p_admin_id"?: string;
          "p_description"?: string;
          "p_name": string;
          "p_org_id": string;
          "p_settings"?: Json;
        };
        Returns: {
          "admin_id": string;
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "org_id": string;
          "organizations": Json | null;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "team_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_tone_pack": {
        Args: { "p_pack": Json };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "image_count": number;
          "images": Json | null;
          "is_public": boolean;
          "is_purchased": boolean | null;
          "is_usable": boolean | null;
          "name": string;
          "owner_id": string | null;
          "preview": Json | null;
          "price_drops": number;
          "shares": Json | null;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "tone_pack_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "create_webhook": {
        Args: {
          "p_description": string;
          "p_events": (string)[];
          "p_secret": string;
          "p_session_id": string;
          "p_url": string;
          "p_user_id": string;
        };
        Returns: {
          "created_at": string;
          "description": string;
          "disabled_at": string;
          "disabled_reason": string;
          "events": (string)[];
          "id": string;
          "is_active": boolean;
          "url": string;
          "user_id": string;
        }[];
      };
      "current_conversion_rate": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "created_at": string;
          "effective_from": string;
          "id": string;
          "note": string | null;
          "set_by": string | null;
          "tokens_per_drop": number;
        };
        SetofOptions: {
          from: "*";
          to: "currency_conversion_rates";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "custom_access_token_hook": { Args: { "event": Json }; Returns: Json };
      "decide_submission": {
        Args: { "p_decline_reason"?: string; "p_id": string; "p_table": string };
        Returns: undefined;
      };
      "decline_invitation": { Args: { "p_invitation_id": string }; Returns: undefined };
      "delete_ai_user": { Args: { "p_id": string }; Returns: undefined };
      "delete_chat_messages": { Args: Record<PropertyKey, never>; Returns: undefined };
      "delete_dream": { Args: { "p_id": string }; Returns: undefined };
      "delete_drop_template": { Args: { "p_id": string }; Returns: undefined };
      "delete_entry_attachment": {
        Args: { "p_attachment_id": string; "p_entry_id": string };
        Returns: undefined;
      };
      "delete_entry_comment": {
        Args: { "p_comment_id": string; "p_entry_id": string };
        Returns: undefined;
      };
      "delete_feature_flag": { Args: { "p_key": string }; Returns: undefined };
      "delete_journal_entry": {
        Args: { "p_entry_id": string; "p_versions"?: (number)[] };
        Returns: undefined;
      };
      "delete_note_analyses": { Args: Record<PropertyKey, never>; Returns: undefined };
      "delete_organization": { Args: { "p_org_id": string }; Returns: undefined };
      "delete_prompt": { Args: { "p_id": string }; Returns: undefined };
      "delete_roadmap_task": { Args: { "p_id": string }; Returns: undefined };
      "delete_sealed_slot": { Args: { "p_id": string }; Returns: undefined };
      "delete_team": { Args: { "p_team_id": string }; Returns: undefined };
      "delete_team_message": {
        Args: { "p_message_id": string; "p_team_id": string };
        Returns: undefined;
      };
      "delete_tone_pack": { Args: { "p_tone_pack_id": string }; Returns: undefined };
      "delete_webhook": { Args: { "p_id": string }; Returns: undefined };
      "deliver_outreach_batch": {
        Args: { "p_limit": number };
        Returns: {
          "delivered": number;
          "done": boolean;
          "errors": (string)[];
          "skipped": number;
          "total": number;
        }[];
      };
      "demote_template": {
        Args: { "p_id": string };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "deny_oauth_request": { Args: { "p_id": string }; Returns: Json };
      "discard_account_files": { Args: { "p_user_id": string }; Returns: undefined };
      "discard_import": { Args: { "p_import_id": string }; Returns: undefined };
      "dream_convergence_of": { Args: { "p_dream_id": string }; Returns: Json };
      "end_ai_call": { Args: { "p_call_id": string }; Returns: undefined };
      "end_calendar_feed": { Args: Record<PropertyKey, never>; Returns: undefined };
      "end_chat_answer": {
        Args: {
          "p_content": string;
          "p_counts"?: boolean;
          "p_incomplete": boolean;
          "p_question_id": string;
          "p_source_ids"?: (string)[];
          "p_user_id": string;
        };
        Returns: Json;
      };
      "end_email": {
        Args: {
          "p_error"?: string;
          "p_hits"?: (number)[];
          "p_id": string;
          "p_provider_id"?: string;
        };
        Returns: undefined;
      };
      "end_grant": { Args: { "p_id": string }; Returns: undefined };
      "end_import_step": {
        Args: {
          "p_claim": string;
          "p_done"?: boolean;
          "p_error"?: string;
          "p_is_outage"?: boolean;
        };
        Returns: undefined;
      };
      "end_inbound_email": {
        Args: { "p_analyze"?: boolean; "p_entry"?: Json; "p_event_id": string; "p_status": string };
        Returns: Json;
      };
      "end_job_run": {
        Args: { "p_complete": boolean; "p_result": Json; "p_run": number };
        Returns: undefined;
      };
      "end_music_sync": {
        Args: {
          "p_connection": string;
          "p_error"?: string;
          "p_refreshing"?: boolean;
          "p_retry_after_s"?: number;
          "p_seen_at"?: string;
        };
        Returns: undefined;
      };
      "end_pair_streak": { Args: { "p_user_id": string }; Returns: undefined };
      "end_weekly_mail": { Args: { "p_code": string }; Returns: undefined };
      "enter_competition": {
        Args: { "p_competition_id": string; "p_dream_id": string };
        Returns: {
          "competition_id": string;
          "created_at": string;
          "dream_id": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "competition_entries";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "entries_to_analyze": { Args: Record<PropertyKey, never>; Returns: Json };
      "erase_account_rows": { Args: { "p_limit": number; "p_user_id": string }; Returns: number };
      "exchange_oauth_code": {
        Args: {
          "p_client_id": string;
          "p_code_challenge": string;
          "p_hash": string;
          "p_host": string;
          "p_redirect_uri": string;
          "p_resource": string;
        };
        Returns: Json;
      };
      "execute_workout_battle": {
        Args: { "p_week": string };
        Returns: {
          "battle_result": Json | null;
          "battle_status": string;
          "blue_team_chips": number;
          "blue_team_robot_power": number;
          "created_at": string;
          "id": string;
          "red_team_chips": number;
          "red_team_robot_power": number;
          "updated_at": string;
          "week_end_date": string;
          "week_start_date": string;
          "winner": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "workout_window_battles";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "export_pages": { Args: { "p_after"?: (string)[]; "p_section": string }; Returns: Json[] };
      "extend_chat_answer": {
        Args: { "p_question_id": string; "p_user_id": string };
        Returns: boolean;
      };
      "fail_storage_deletions": {
        Args: { "p_error": string; "p_ids": (number)[] };
        Returns: undefined;
      };
      "feature_video": { Args: { "p_id": string; "p_is_featured": boolean }; Returns: undefined };
      "find_journal_entries": {
        Args: {
          "p_from"?: string;
          "p_limit"?: number;
          "p_mood"?: string;
          "p_notebook_id"?: string;
          "p_question": string;
          "p_tag"?: string;
          "p_to"?: string;
        };
        Returns: Json[];
      };
      "finish_account_deletion": { Args: { "p_user_id": string }; Returns: undefined };
      "finish_storage_deletions": { Args: { "p_ids": (number)[] }; Returns: undefined };
      "forget_entry_versions": { Args: { "p_entry_id": string }; Returns: undefined };
      "generate_workout_battle": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "battle_result": Json | null;
          "battle_status": string;
          "blue_team_chips": number;
          "blue_team_robot_power": number;
          "created_at": string;
          "id": string;
          "red_team_chips": number;
          "red_team_robot_power": number;
          "updated_at": string;
          "week_end_date": string;
          "week_start_date": string;
          "winner": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "workout_window_battles";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "generate_workout_chains": {
        Args: { "p_date"?: string; "p_limit"?: number; "p_user_ids"?: (string)[] };
        Returns: {
          "large": number;
          "remaining": number;
          "total": number;
          "waiting": boolean;
        }[];
      };
      "get_enrolment": { Args: { "p_id": string }; Returns: Json };
      "get_entry_import": { Args: { "p_import_id": string }; Returns: Json };
      "get_goal": { Args: { "p_id": string }; Returns: Json };
      "get_import": { Args: { "p_import_id": string }; Returns: Json };
      "get_journal_entry": { Args: { "p_id": string; "p_user_id"?: string }; Returns: Json };
      "get_own_tone_pack": {
        Args: { "p_tone_pack_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "image_count": number;
          "images": Json | null;
          "is_public": boolean;
          "is_purchased": boolean | null;
          "is_usable": boolean | null;
          "name": string;
          "owner_id": string | null;
          "preview": Json | null;
          "price_drops": number;
          "shares": Json | null;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "tone_pack_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "get_profile": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "avatar_path": string | null;
          "avatar_url": string | null;
          "blocked_user_ids": (string)[];
          "check_in_enabled": boolean;
          "created_at": string;
          "drops_balance": number;
          "full_name": string | null;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "language": string;
          "mood_analysis_enabled": boolean;
          "preferences": NonNullable<Json>;
          "read_notes_enabled": boolean;
          "role": string;
          "timezone": string;
          "updated_at": string;
          "version": number;
        };
        SetofOptions: {
          from: "*";
          to: "profiles";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "get_sealed_notebook": { Args: { "p_id": string }; Returns: Json };
      "get_user_token_usage_monthly": {
        Args: { "month": number; "user_id": string; "year": number };
        Returns: {
          "calls": number;
          "images": Json;
          "other": Json;
          "packs": Json;
          "tone": Json;
          "total_cost_usd": number;
          "total_tokens": number;
        }[];
      };
      "get_workout_battle": { Args: { "p_week": string }; Returns: Json };
      "get_workout_battle_stats": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "battles_won": number;
          "longest_chain": number;
          "total_chips": number;
        }[];
      };
      "get_workout_chain": { Args: { "p_date": string }; Returns: Json };
      "get_workout_mosaic": { Args: { "p_date": string }; Returns: Json };
      "get_workout_squad": { Args: { "p_date": string }; Returns: Json };
      "get_workout_team_stats": {
        Args: { "p_date": string };
        Returns: {
          "completed": number;
          "completion_rate": number;
          "failed": number;
          "pending": number;
          "synthetic": number;
          "team_color": string;
          "total_chips": number;
          "total_members": number;
        }[];
      };
      "give_back_hits": { Args: { "p_cost": number; "p_hit": number }; Returns: undefined };
      "idempotency_claim": {
        Args: {
          "p_key": string;
          "p_request_hash": string;
          "p_route": string;
          "p_session_id": string;
          "p_token_id"?: string;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "idempotency_extend": { Args: { "p_claim": string }; Returns: boolean };
      "idempotency_finish": {
        Args: {
          "p_answer": Json;
          "p_claim": string;
          "p_ids": (string)[];
          "p_session_id": string;
          "p_status": number;
        };
        Returns: boolean;
      };
      "idempotency_release": { Args: { "p_claim": string }; Returns: undefined };
      "invite_friend": { Args: Record<PropertyKey, never>; Returns: Json };
      "invite_to_organization": {
        Args: {
          "p_email"?: string;
          "p_expires_at"?: string;
          "p_handle"?: string;
          "p_link"?: boolean;
          "p_max_uses"?: number;
          "p_org_id": string;
          "p_role"?: string;
          "p_team_id"?: string;
          "p_user_id"?: string;
        };
        Returns: Json;
      };
      "is_notebook_deleted": { Args: { "p_id": string }; Returns: boolean };
      "issue_impersonation": { Args: { "p_reason": string; "p_target_id": string }; Returns: Json };
      "job_backlog": {
        Args: { "p_job": string; "p_what"?: string };
        Returns: {
          "oldest_at": string;
          "remaining": number;
        }[];
      };
      "join_kit_waitlist": {
        Args: { "p_country"?: string; "p_email": string; "p_name"?: string; "p_notes"?: string };
        Returns: undefined;
      };
      "keep_client_document": {
        Args: { "p_id": string; "p_name"?: string; "p_redirect_uris"?: (string)[] };
        Returns: undefined;
      };
      "keep_music_code": {
        Args: { "p_code"?: string; "p_grant_hash"?: string; "p_state_hash": string };
        Returns: boolean;
      };
      "kit_waitlist_gate": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "green_light": boolean;
          "last_30_days": number;
          "total": number;
        }[];
      };
      "leaderboard": {
        Args: {
          "p_limit"?: number;
          "p_place"?: number;
          "p_rank"?: number;
          "p_rate"?: number;
          "p_total"?: number;
          "p_user_id"?: string;
        };
        Returns: {
          "avatar_url": string;
          "full_name": string;
          "handle": string;
          "is_synthetic": boolean;
          "level": number;
          "place": number;
          "rank": number;
          "sort_rate": number;
          "success_rate": number;
          "total_drops_sent": number;
          "total_engagement_increases": number;
          "user_id": string;
        }[];
      };
      "link_payment_customer": {
        Args: { "p_customer_id": string; "p_replaces"?: string; "p_user_id": string };
        Returns: string;
      };
      "linked_invitation": { Args: { "p_code": string }; Returns: Json };
      "list_entries_on_this_day": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_date"?: string;
          "p_limit"?: number;
        };
        Returns: Json[];
      };
      "list_entry_attachments": { Args: { "p_entry_id": string }; Returns: Json };
      "list_entry_comments": {
        Args: {
          "p_after_at"?: string;
          "p_after_id"?: string;
          "p_entry_id": string;
          "p_limit"?: number;
        };
        Returns: {
          "content": string;
          "created_at": string;
          "entry_id": string;
          "id": string;
          "sealed": Json | null;
          "user_id": string;
        }[];
        SetofOptions: {
          from: "*";
          to: "journal_comments";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_entry_versions": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_entry_id": string;
          "p_limit"?: number;
        };
        Returns: Json[];
      };
      "list_export_sections": { Args: Record<PropertyKey, never>; Returns: string[] };
      "list_friend_invitations": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "created_at": string;
          "email": string;
          "expires_at": string;
          "id": string;
          "invited_by": Json;
          "kind": string;
          "max_uses": number;
          "org_id": string;
          "organization": Json;
          "role": string;
          "status": string;
          "team": Json;
          "team_id": string;
          "user": Json;
          "uses": number;
        }[];
      };
      "list_friends": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: Json[];
      };
      "list_grants": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "client": Json;
          "created_at": string;
          "id": string;
          "last_used_at": string;
          "resource": string;
          "scopes": (string)[];
        }[];
      };
      "list_journal_entries": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_from"?: string;
          "p_limit"?: number;
          "p_mood"?: string;
          "p_notebook_id"?: string;
          "p_org_id"?: string;
          "p_query"?: string;
          "p_scope"?: string;
          "p_tag"?: string;
          "p_team_id"?: string;
          "p_to"?: string;
          "p_user_id"?: string;
        };
        Returns: Json[];
      };
      "list_my_invitations": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_before_open"?: number;
          "p_limit"?: number;
        };
        Returns: {
          "created_at": string;
          "email": string;
          "expires_at": string;
          "id": string;
          "invited_by": Json;
          "kind": string;
          "max_uses": number;
          "org_id": string;
          "organization": Json;
          "role": string;
          "status": string;
          "team": Json;
          "team_id": string;
          "user": Json;
          "uses": number;
        }[];
      };
      "list_notebooks": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "content_visibility": string;
          "created_at": string;
          "id": string;
          "is_sealed": boolean;
          "metadata_visibility": string;
          "name": string;
          "org_id": string | null;
          "team_id": string | null;
          "updated_at": string;
          "user_id": string | null;
          "version": number;
          "written_at": string;
        }[];
        SetofOptions: {
          from: "*";
          to: "notebooks";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_organization_invitations": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_limit"?: number;
          "p_org_id": string;
        };
        Returns: {
          "created_at": string;
          "email": string;
          "expires_at": string;
          "id": string;
          "invited_by": Json;
          "kind": string;
          "max_uses": number;
          "org_id": string;
          "organization": Json;
          "role": string;
          "status": string;
          "team": Json;
          "team_id": string;
          "user": Json;
          "uses": number;
        }[];
      };
      "list_organizations": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "owner_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        }[];
        SetofOptions: {
          from: "*";
          to: "organization_cards";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_personal_tokens": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "created_at": string;
          "expires_at": string;
          "id": string;
          "last_used_at": string;
          "name": string;
          "prefix": string;
          "revoked_at": string;
          "scopes": (string)[];
        }[];
      };
      "list_received_drops": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_before_unread"?: boolean;
          "p_limit"?: number;
          "p_unread_first"?: boolean;
        };
        Returns: {
          "bonus_drops": number;
          "bonus_drops_awarded": number;
          "content": string;
          "data": NonNullable<Json>;
          "date_sent": string;
          "drop_type": string;
          "engagement_increased": boolean;
          "engagement_window_ends_at": string;
          "id": string;
          "is_unread": boolean | null;
          "media_type": string | null;
          "media_url": string | null;
          "read_at": string | null;
          "recipient_id": string | null;
          "sender_id": string;
          "settled_at": string | null;
          "template_id": string | null;
          "thanked_at": string | null;
          "thumbnail_url": string | null;
          "title": string | null;
        }[];
        SetofOptions: {
          from: "*";
          to: "drops_sent";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_sent_drops": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "bonus_drops": number;
          "bonus_drops_awarded": number;
          "content": string;
          "data": NonNullable<Json>;
          "date_sent": string;
          "drop_type": string;
          "engagement_increased": boolean;
          "engagement_window_ends_at": string;
          "id": string;
          "is_unread": boolean | null;
          "media_type": string | null;
          "media_url": string | null;
          "read_at": string | null;
          "recipient_id": string | null;
          "sender_id": string;
          "settled_at": string | null;
          "template_id": string | null;
          "thanked_at": string | null;
          "thumbnail_url": string | null;
          "title": string | null;
        }[];
        SetofOptions: {
          from: "*";
          to: "drops_sent";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_team_messages": {
        Args: {
          "p_after_at"?: string;
          "p_after_id"?: string;
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_limit"?: number;
          "p_team_id": string;
        };
        Returns: {
          "content": string;
          "created_at": string;
          "id": string;
          "team_id": string;
          "user_id": string | null;
          "written_at": string;
        }[];
        SetofOptions: {
          from: "*";
          to: "team_messages";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_teams": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_limit"?: number;
          "p_org_id"?: string;
        };
        Returns: {
          "admin_id": string;
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "org_id": string;
          "organizations": Json | null;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        }[];
        SetofOptions: {
          from: "*";
          to: "team_cards";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_tone_packs": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_limit"?: number;
          "p_query"?: string;
          "p_scope": string;
        };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "image_count": number;
          "images": Json | null;
          "is_public": boolean;
          "is_purchased": boolean | null;
          "is_usable": boolean | null;
          "name": string;
          "owner_id": string | null;
          "preview": Json | null;
          "price_drops": number;
          "shares": Json | null;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        }[];
        SetofOptions: {
          from: "*";
          to: "tone_pack_cards";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_webhook_deliveries": {
        Args: {
          "p_before_at"?: string;
          "p_before_id"?: string;
          "p_id": string;
          "p_limit"?: number;
        };
        Returns: {
          "attempts": number;
          "created_at": string;
          "duration_ms": number;
          "error": string;
          "event_id": string;
          "id": string;
          "last_attempt_at": string;
          "next_attempt_at": string;
          "response_status": number;
          "status": string;
          "type": string;
          "webhook_id": string;
        }[];
      };
      "list_webhooks": {
        Args: { "p_before_at"?: string; "p_before_id"?: string; "p_limit"?: number };
        Returns: {
          "created_at": string;
          "description": string;
          "disabled_at": string;
          "disabled_reason": string;
          "events": (string)[];
          "id": string;
          "is_active": boolean;
          "url": string;
          "user_id": string;
        }[];
      };
      "list_workout_checkins": {
        Args: { "p_date": string };
        Returns: {
          "activity_type": string;
          "battle_chips_earned": number;
          "chain_id": string | null;
          "chain_status": string;
          "created_at": string;
          "date": string;
          "id": string;
          "location_lat": number | null;
          "location_lng": number | null;
          "photo_timestamp": string | null;
          "photo_url": string | null;
          "review_reason": string | null;
          "status": string;
          "taken_at": string | null;
          "user_id": string;
        }[];
        SetofOptions: {
          from: "*";
          to: "workout_window_checkins";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "list_workout_days": {
        Args: { "p_before"?: string; "p_limit": number };
        Returns: {
          "checkin": Json;
          "date": string;
          "status": string;
          "team_color": string;
        }[];
      };
      "make_calendar_feed": { Args: Record<PropertyKey, never>; Returns: string };
      "make_journal_token": { Args: Record<PropertyKey, never>; Returns: string };
      "make_sealed_account": {
        Args: {
          "p_anew"?: boolean;
          "p_keys": Json;
          "p_session_id": string;
          "p_slots": Json;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "make_template": {
        Args: { "p_dream_id": string; "p_is_public": boolean };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "make_webhook_events": { Args: { "p_after"?: string; "p_limit"?: number }; Returns: string };
      "missing_workout_thumbnails": {
        Args: { "p_date": string; "p_limit": number };
        Returns: {
          "checkin_id": string;
          "orientation": number;
          "path": string;
          "pixels": number;
        }[];
      };
      "my_calendar_feed": { Args: Record<PropertyKey, never>; Returns: string };
      "my_drops": { Args: Record<PropertyKey, never>; Returns: Json };
      "my_feature_flags": { Args: Record<PropertyKey, never>; Returns: (string)[] };
      "my_insights": { Args: { "p_from"?: string; "p_to"?: string }; Returns: Json };
      "my_journal_token": { Args: Record<PropertyKey, never>; Returns: string };
      "my_streaks": { Args: Record<PropertyKey, never>; Returns: Json };
      "my_workout_day": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "checkin": Json;
          "checkin_date": string;
          "closes_at": string;
          "counts_until": string;
          "date": string;
          "is_open": boolean;
          "opens_at": string;
          "status": string;
          "today": string;
        }[];
      };
      "open_enrolments": { Args: Record<PropertyKey, never>; Returns: Json };
      "open_oauth_request": { Args: { "p_id": string }; Returns: Json };
      "open_share_link": { Args: { "p_code_hash": string; "p_key"?: string }; Returns: Json };
      "outdated_workout_mosaics": { Args: Record<PropertyKey, never>; Returns: string[] };
      "outreach_digest_remaining": { Args: Record<PropertyKey, never>; Returns: number };
      "own_entry_content_version": { Args: { "p_entry_id": string }; Returns: string };
      "own_sealed_account": { Args: Record<PropertyKey, never>; Returns: Json };
      "own_sealed_slots": { Args: Record<PropertyKey, never>; Returns: Json };
      "own_workout_day_status": { Args: { "p_date": string }; Returns: string };
      "pause_streaks": { Args: { "p_until": string }; Returns: Json };
      "payment_account": {
        Args: Record<PropertyKey, never>;
        Returns: {
          "customer_id": string;
          "subscribed": boolean;
        }[];
      };
      "ping_webhook": {
        Args: { "p_id": string };
        Returns: {
          "attempts": number;
          "created_at": string;
          "duration_ms": number;
          "error": string;
          "event_id": string;
          "id": string;
          "last_attempt_at": string;
          "next_attempt_at": string;
          "response_status": number;
          "status": string;
          "type": string;
          "webhook_id": string;
        }[];
      };
      "prepare_drop_recording": {
        Args: { "p_bytes": number; "p_id"?: string };
        Returns: {
          "bytes": number;
          "created_at": string;
          "drop_id": string | null;
          "duration_s": number;
          "id": string;
          "path": string;
          "type": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "drop_recordings";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "prepare_entry_attachment": {
        Args: { "p_bytes": number; "p_entry_id": string; "p_id"?: string; "p_is_sealed"?: boolean };
        Returns: {
          "bytes": number;
          "created_at": string;
          "duration_s": number | null;
          "entry_id": string;
          "height": number | null;
          "id": string;
          "kind": string;
          "path": string;
          "thumbnail_bytes": number;
          "thumbnail_path": string | null;
          "transcript": string | null;
          "type": string;
          "user_id": string;
          "width": number | null;
        };
        SetofOptions: {
          from: "*";
          to: "entry_attachments";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "prepare_share_link": { Args: { "p_entry_id": string }; Returns: undefined };
      "prepare_workout_checkin": {
        Args: { "p_id"?: string; "p_taken_at"?: string };
        Returns: Json;
      };
      "process_engagement_batch": {
        Args: { "p_limit": number };
        Returns: {
          "bonus_drops": number;
          "done": boolean;
          "engaged": number;
          "errors": (string)[];
          "expired": number;
          "total": number;
        }[];
      };
      "process_engagement_remaining": { Args: Record<PropertyKey, never>; Returns: number };
      "promote_template": {
        Args: { "p_id": string; "p_min_grade_band": string; "p_with_supervision"?: boolean };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "prompt_of_today": { Args: Record<PropertyKey, never>; Returns: Json };
      "prompt_steps_batch": {
        Args: { "p_after": string; "p_limit": number };
        Returns: {
          "errors": (string)[];
          "last_id": string;
          "prompted": number;
          "skipped": number;
          "total": number;
        }[];
      };
      "purchase_tone_pack": {
        Args: { "p_expected_price"?: number; "p_tone_pack_id": string };
        Returns: {
          "balance": number;
          "created_at": string;
          "id": string;
          "ledger_id": number;
          "price_drops": number;
          "tone_pack_id": string;
          "user_id": string;
        }[];
      };
      "react_to_entry": { Args: { "p_entry_id": string; "p_reaction": string }; Returns: Json };
      "read_drop": {
        Args: { "p_drop_id": string };
        Returns: {
          "bonus_drops": number;
          "bonus_drops_awarded": number;
          "content": string;
          "data": NonNullable<Json>;
          "date_sent": string;
          "drop_type": string;
          "engagement_increased": boolean;
          "engagement_window_ends_at": string;
          "id": string;
          "is_unread": boolean | null;
          "media_type": string | null;
          "media_url": string | null;
          "read_at": string | null;
          "recipient_id": string | null;
          "sender_id": string;
          "settled_at": string | null;
          "template_id": string | null;
          "thanked_at": string | null;
          "thumbnail_url": string | null;
          "title": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "drops_sent";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "read_metrics": { Args: Record<PropertyKey, never>; Returns: Json };
      "read_notifications": { Args: { "p_ids"?: (string)[] }; Returns: number };
      "recalculate_badge": { Args: Record<PropertyKey, never>; Returns: undefined };
      "receive_email": {
        Args: {
          "p_address": string;
          "p_event_id": string;
          "p_message_id": string;
          "p_provider_id": string;
          "p_recipients": (string)[];
          "p_sender": string;
          "p_signed": boolean;
          "p_subject": string;
          "p_tokens": (string)[];
        };
        Returns: string;
      };
      "receive_import_rows": {
        Args: { "p_import_id": string; "p_rows": Json };
        Returns: undefined;
      };
      "record_assistant_drop": {
        Args: { "p_data"?: Json; "p_id"?: string; "p_message": string; "p_recipient": string };
        Returns: string;
      };
      "record_daily_drop": {
        Args: {
          "p_analysis_date"?: string;
          "p_data"?: Json;
          "p_id": string;
          "p_message"?: string;
          "p_user_id": string;
        };
        Returns: boolean;
      };
      "record_drop_recording": {
        Args: { "p_file": Json; "p_id"?: string; "p_user_id": string };
        Returns: {
          "bytes": number;
          "created_at": string;
          "drop_id": string | null;
          "duration_s": number;
          "id": string;
          "path": string;
          "type": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "drop_recordings";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "record_email_event": {
        Args: { "p_email"?: Json; "p_id": string; "p_signed": boolean; "p_type": string };
        Returns: string;
      };
      "record_entry_attachment": {
        Args: {
          "p_entry_id": string;
          "p_file": Json;
          "p_id"?: string;
          "p_is_counted"?: boolean;
          "p_user_id": string;
        };
        Returns: {
          "bytes": number;
          "created_at": string;
          "duration_s": number | null;
          "entry_id": string;
          "height": number | null;
          "id": string;
          "kind": string;
          "path": string;
          "thumbnail_bytes": number;
          "thumbnail_path": string | null;
          "transcript": string | null;
          "type": string;
          "user_id": string;
          "width": number | null;
        };
        SetofOptions: {
          from: "*";
          to: "entry_attachments";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "record_entry_background": {
        Args: {
          "p_content_version"?: string;
          "p_entry_id"?: string;
          "p_path": string;
          "p_prompt": string;
          "p_quality": string;
          "p_tone": string;
          "p_user_id": string;
        };
        Returns: undefined;
      };
      "record_import_pictures": { Args: { "p_claim": string; "p_pictures": Json }; Returns: Json };
      "record_import_rows": { Args: { "p_claim": string; "p_rows": Json }; Returns: Json };
      "record_music_plays": {
        Args: { "p_connection": string; "p_plays": Json };
        Returns: {
          "attached": number;
          "plays": number;
        }[];
      };
      "record_note_analysis": {
        Args: {
          "p_analysis": Json;
          "p_analysis_date": string;
          "p_entry_count": number;
          "p_user_id": string;
        };
        Returns: boolean;
      };
      "record_payment_event": {
        Args: { "p_event": Json; "p_revision"?: number; "p_subscription"?: Json };
        Returns: Json;
      };
      "record_received_rows": { Args: { "p_claim": string }; Returns: number };
      "record_token_usage": {
        Args: {
          "p_call_id"?: string;
          "p_drop_id"?: string;
          "p_entry_id"?: string;
          "p_images"?: number;
          "p_input_tokens"?: number;
          "p_model": string;
          "p_output_tokens"?: number;
          "p_quality"?: string;
          "p_seconds"?: number;
          "p_tone_pack_id"?: string;
          "p_type": string;
          "p_user_id": string;
        };
        Returns: {
          "cost_usd": number;
          "created_at": string;
          "drop_id": string | null;
          "entry_id": string | null;
          "id": number;
          "images": number;
          "input_tokens": number;
          "model": string;
          "output_tokens": number;
          "tone_pack_id": string | null;
          "total_tokens": number;
          "type": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "token_usage";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "record_transcript": {
        Args: { "p_attachment_id": string; "p_transcript": string };
        Returns: string;
      };
      "record_workout_checkin": {
        Args: {
          "p_activity_type": string;
          "p_device_time"?: string;
          "p_hash": string;
          "p_id"?: string;
          "p_latitude"?: number;
          "p_longitude"?: number;
          "p_orientation"?: number;
          "p_path": string;
          "p_pixels": number;
          "p_taken_at"?: string;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "record_workout_mosaic": {
        Args: { "p_counts": Json; "p_date": string; "p_path": string; "p_tiles": Json };
        Returns: undefined;
      };
      "recount_service_days": { Args: Record<PropertyKey, never>; Returns: string };
      "refresh_oauth_tokens": {
        Args: { "p_client_id": string; "p_hash": string; "p_key": string; "p_resource": string };
        Returns: Json;
      };
      "register_oauth_client": {
        Args: { "p_name": string; "p_redirect_uris": (string)[] };
        Returns: string;
      };
      "register_push_device": {
        Args: { "p_platform": string; "p_subscription"?: Json; "p_token"?: string };
        Returns: {
          "created_at": string;
          "id": string;
          "platform": string;
          "registered_at": string;
          "token": string | null;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "push_devices";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "release_file": { Args: { "p_bucket": string; "p_path": string }; Returns: undefined };
      "release_music_grant": {
        Args: { "p_grant_hash": string; "p_user_id": string };
        Returns: undefined;
      };
      "release_tone_images": { Args: { "p_claim": string }; Returns: undefined };
      "remove_organization_member": {
        Args: { "p_org_id": string; "p_user_id": string };
        Returns: undefined;
      };
      "remove_team_member": {
        Args: { "p_team_id": string; "p_user_id": string };
        Returns: undefined;
      };
      "remove_tone_pack_image": {
        Args: { "p_tone": string; "p_tone_pack_id": string };
        Returns: undefined;
      };
      "replicate_dream": {
        Args: { "p_dream_id": string; "p_measured": Json };
        Returns: {
          "anomalies": (string)[];
          "created_at": string;
          "delta_values": NonNullable<Json>;
          "dream_id": string | null;
          "id": string;
          "is_counted": boolean;
          "measured_values": NonNullable<Json>;
          "spec_version": number;
          "status": string;
          "template_id": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "dream_replications";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "request_chain_generation": { Args: { "p_date"?: string }; Returns: string };
      "request_figures": {
        Args: { "p_since"?: string };
        Returns: {
          "failed": number;
          "method": string;
          "p50_ms": number;
          "p95_ms": number;
          "p99_ms": number;
          "requests": number;
          "route": string;
        }[];
      };
      "request_workout_chains": {
        Args: { "p_date": string; "p_groups"?: (string)[] };
        Returns: undefined;
      };
      "require_ai_budget": {
        Args: { "p_images"?: number; "p_quality"?: string; "p_user_id": string };
        Returns: undefined;
      };
      "require_no_entry_import": { Args: Record<PropertyKey, never>; Returns: undefined };
      "require_open_workout_checkin": { Args: Record<PropertyKey, never>; Returns: undefined };
      "resend_webhook_delivery": {
        Args: { "p_delivery_id": string; "p_id": string };
        Returns: {
          "attempts": number;
          "created_at": string;
          "duration_ms": number;
          "error": string;
          "event_id": string;
          "id": string;
          "last_attempt_at": string;
          "next_attempt_at": string;
          "response_status": number;
          "status": string;
          "type": string;
          "webhook_id": string;
        }[];
      };
      "reserve_file": { Args: { "p_bucket": string; "p_path": string }; Returns: undefined };
      "resolve_report": {
        Args: { "p_action": string; "p_id": string; "p_note"?: string };
        Returns: Json;
      };
      "restore_entry_version": {
        Args: {
          "p_analyze"?: boolean;
          "p_changes"?: Json;
          "p_entry_id": string;
          "p_version_id": string;
          "p_versions"?: (number)[];
        };
        Returns: Json;
      };
      "resume_streaks": { Args: Record<PropertyKey, never>; Returns: undefined };
      "review_workout_checkin": {
        Args: { "p_checkin_id": string; "p_reason"?: string; "p_status": string };
        Returns: {
          "activity_type": string;
          "battle_chips_earned": number;
          "chain_id": string | null;
          "chain_status": string;
          "created_at": string;
          "date": string;
          "id": string;
          "location_lat": number | null;
          "location_lng": number | null;
          "photo_timestamp": string | null;
          "photo_url": string | null;
          "review_reason": string | null;
          "status": string;
          "taken_at": string | null;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "workout_window_checkins";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "revoke_music_connection": {
        Args: { "p_connection": string; "p_refresh_token": string };
        Returns: undefined;
      };
      "revoke_oauth_token": { Args: { "p_client_id": string; "p_hash": string }; Returns: boolean };
      "revoke_organization_invitation": {
        Args: { "p_invitation_id": string; "p_org_id": string };
        Returns: undefined;
      };
      "revoke_personal_token": { Args: { "p_id": string }; Returns: undefined };
      "revoke_share_link": { Args: { "p_id": string }; Returns: undefined };
      "rotate_webhook_secret": {
        Args: { "p_id": string; "p_secret": string; "p_session_id": string; "p_user_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "disabled_at": string;
          "disabled_reason": string;
          "events": (string)[];
          "id": string;
          "is_active": boolean;
          "url": string;
          "user_id": string;
        }[];
      };
      "score_competition": { Args: { "p_id": string; "p_since"?: string }; Returns: number };
      "sealed_account_of_person": { Args: { "p_user_id": string }; Returns: Json };
      "sealed_log_state": { Args: { "p_id": string }; Returns: Json };
      "search_users": {
        Args: { "p_query": string };
        Returns: {
          "avatar_url": string | null;
          "full_name": string | null;
          "handle": string;
          "id": string;
          "is_synthetic": boolean;
        }[];
        SetofOptions: {
          from: "*";
          to: "profile_cards";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "send_drop": {
        Args: {
          "p_content"?: string;
          "p_drop_type"?: string;
          "p_entry_id"?: string;
          "p_id"?: string;
          "p_media_url"?: string;
          "p_recipient_id": string;
          "p_recording_id"?: string;
          "p_template_id"?: string;
        };
        Returns: Json;
      };
      "send_relay_message": {
        Args: { "p_message": string; "p_subject": string; "p_to_participant_id": string };
        Returns: {
          "created_at": string;
          "delivery_status": string;
          "from_user_id": string;
          "id": string;
          "message": string;
          "subject": string;
          "to_participant_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "sponsor_outreach";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "send_reminders": {
        Args: { "p_limit": number };
        Returns: {
          "errors": (string)[];
          "failed": number;
          "remaining": number;
          "sent": number;
          "skipped": number;
          "total": number;
        }[];
      };
      "send_team_message": {
        Args: {
          "p_content": string;
          "p_id"?: string;
          "p_team_id": string;
          "p_written_at"?: string;
        };
        Returns: {
          "content": string;
          "created_at": string;
          "id": string;
          "team_id": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "team_messages";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "send_weekly_reviews": {
        Args: { "p_at"?: string; "p_limit": number; "p_site"?: string };
        Returns: {
          "errors": (string)[];
          "failed": number;
          "remaining": number;
          "sent": number;
          "skipped": number;
          "total": number;
        }[];
      };
      "send_window_reminders": {
        Args: { "p_limit": number };
        Returns: {
          "errors": (string)[];
          "remaining": number;
          "sent": number;
          "total": number;
        }[];
      };
      "set_ai_user_active": { Args: { "p_id": string; "p_is_active": boolean }; Returns: Json };
      "set_avatar": {
        Args: { "p_path": string; "p_url": string; "p_user_id": string };
        Returns: undefined;
      };
      "set_conversion_rate": {
        Args: { "p_note"?: string; "p_tokens_per_drop": number };
        Returns: {
          "created_at": string;
          "effective_from": string;
          "id": string;
          "note": string | null;
          "set_by": string | null;
          "tokens_per_drop": number;
        };
        SetofOptions: {
          from: "*";
          to: "currency_conversion_rates";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "set_drop_config": {
        Args: { "p_changes": Json };
        Returns: {
          "bonus_drops_per_engagement": number;
          "daily_allowance": number;
          "engagement_window_hours": number;
          "id": boolean;
          "max_custom_drops_per_day": number;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "drop_config";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "set_feature_flag": { Args: { "p_changes": Json; "p_key": string }; Returns: Json };
      "set_found_mood": {
        Args: {
          "p_due_at": string;
          "p_entry_id": string;
          "p_input_tokens"?: number;
          "p_model"?: string;
          "p_mood": string;
          "p_output_tokens"?: number;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "set_golden_spec": {
        Args: { "p_spec": Json; "p_template_id": string };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "set_site_setting": {
        Args: { "p_change": Json; "p_key": string };
        Returns: {
          "key": string;
          "updated_at": string;
          "value": NonNullable<Json>;
        };
        SetofOptions: {
          from: "*";
          to: "site_settings";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "set_workout_window": {
        Args: {
          "p_activity_type": string;
          "p_custom_activity": string;
          "p_timezone": string;
          "p_window_end_time"?: string;
          "p_window_start_time": string;
        };
        Returns: {
          "activity_type": string;
          "created_at": string;
          "custom_activity": string | null;
          "holds_from": string;
          "id": string;
          "is_active": boolean;
          "location_group": string;
          "timezone": string;
          "updated_at": string;
          "user_id": string;
          "window_end_time": string;
          "window_start_time": string;
        };
        SetofOptions: {
          from: "*";
          to: "workout_windows";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "settle_mail": {
        Args: { "p_error"?: string; "p_id": string; "p_outcome": string; "p_provider_id"?: string };
        Returns: boolean;
      };
      "settle_pushes": {
        Args: { "p_outcomes": Json };
        Returns: {
          "dead": number;
          "devices_removed": number;
        }[];
      };
      "settle_webhook_delivery": {
        Args: {
          "p_duration_ms"?: number;
          "p_error"?: string;
          "p_id": string;
          "p_retry_after_s"?: number;
          "p_status"?: number;
        };
        Returns: boolean;
      };
      "share_tone_pack": {
        Args: { "p_email"?: string; "p_tone_pack_id": string; "p_user_id"?: string };
        Returns: {
          "created_at": string;
          "email": string;
          "id": string;
          "user_id": string;
        }[];
      };
      "start_import": { Args: { "p_import_id": string }; Returns: Json };
      "start_job_run": { Args: { "p_job": string }; Returns: number };
      "step_prompts_remaining": { Args: { "p_after"?: string }; Returns: number };
      "stop_impersonation": { Args: Record<PropertyKey, never>; Returns: undefined };
      "stop_webhook_events": { Args: { "p_reached_id": string }; Returns: undefined };
      "store_music_tokens": {
        Args: {
          "p_access_token": string;
          "p_connection": string;
          "p_expires_at": string;
          "p_refresh_token": string;
        };
        Returns: undefined;
      };
      "store_workout_thumbnail": {
        Args: { "p_checkin_id": string; "p_image"?: string; "p_is_attempt"?: boolean };
        Returns: undefined;
      };
      "submit_opportunity": {
        Args: { "p_fields": Json };
        Returns: {
          "created_at": string;
          "deadline": string | null;
          "decline_reason": string | null;
          "description": string;
          "id": string;
          "kind": string;
          "organization_name": string;
          "status": string;
          "submitted_by": string | null;
          "title": string;
          "url": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "opportunities";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "submit_video": {
        Args: { "p_template_id": string; "p_title": string; "p_url": string };
        Returns: {
          "created_at": string;
          "decline_reason": string | null;
          "dream_id": string;
          "id": string;
          "is_featured": boolean;
          "status": string;
          "submitted_by": string | null;
          "title": string;
          "url": string;
        };
        SetofOptions: {
          from: "*";
          to: "dream_videos";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "sync": { Args: { "p_cursor"?: string; "p_limit"?: number }; Returns: Json };
      "take_account_deletion": { Args: Record<PropertyKey, never>; Returns: string };
      "take_address_rate_limit": {
        Args: { "p_address": string; "p_bucket": string; "p_cost"?: number };
        Returns: Json;
      };
      "take_daily_drops": { Args: { "p_after": string; "p_limit": number }; Returns: Json };
      "take_entry_import": { Args: { "p_user_id"?: string }; Returns: Json };
      "take_mails": {
        Args: { "p_limit": number };
        Returns: {
          "html_body": string;
          "id": string;
          "recipient": string;
          "subject": string;
          "text_body": string;
          "unsubscribe_code": string;
        }[];
      };
      "take_music_accounts": { Args: { "p_limit": number }; Returns: string[] };
      "take_music_grant": {
        Args: { "p_grant_hash": string; "p_session_id": string; "p_user_id": string };
        Returns: {
          "code": string;
          "verifier": string;
        }[];
      };
      "take_music_tokens": {
        Args: { "p_rejected"?: string; "p_session_id"?: string; "p_user_id": string };
        Returns: {
          "access_token": string;
          "connection_id": string;
          "refresh_token": string;
          "retry_after_s": number;
          "seen_at": string;
          "state": string;
        }[];
      };
      "take_note_analyses": { Args: { "p_after": string; "p_limit": number }; Returns: Json };
      "take_push_receipts": {
        Args: { "p_limit": number };
        Returns: {
          "id": number;
          "ticket_id": string;
        }[];
      };
      "take_pushes": {
        Args: { "p_limit": number; "p_service"?: string };
        Returns: {
          "body": string;
          "data": Json;
          "id": number;
          "notification_id": string;
          "subscription": Json;
          "title": string;
          "token": string;
          "type": string;
        }[];
      };
      "take_rate_limit": {
        Args: {
          "p_bucket": string;
          "p_cost"?: number;
          "p_session_id": string;
          "p_token_id"?: string;
          "p_user_id": string;
        };
        Returns: Json;
      };
      "take_storage_deletions": {
        Args: { "p_account_id"?: string; "p_limit": number };
        Returns: {
          "bucket": string;
          "id": number;
          "path": string;
        }[];
      };
      "take_webhook_delivery": {
        Args: { "p_skip"?: (string)[] };
        Returns: {
          "created_at": string;
          "event_id": string;
          "former_secret": string;
          "id": string;
          "object_id": string;
          "object_type": string;
          "secret": string;
          "type": string;
          "url": string;
          "user_id": string;
          "webhook_id": string;
        }[];
      };
      "tend_pair_streaks": {
        Args: { "p_limit": number };
        Returns: {
          "errors": (string)[];
          "failed": number;
          "remaining": number;
          "sent": number;
          "skipped": number;
          "total": number;
        }[];
      };
      "thank_for_drop": {
        Args: { "p_drop_id": string };
        Returns: {
          "bonus_drops": number;
          "bonus_drops_awarded": number;
          "content": string;
          "data": NonNullable<Json>;
          "date_sent": string;
          "drop_type": string;
          "engagement_increased": boolean;
          "engagement_window_ends_at": string;
          "id": string;
          "is_unread": boolean | null;
          "media_type": string | null;
          "media_url": string | null;
          "read_at": string | null;
          "recipient_id": string | null;
          "sender_id": string;
          "settled_at": string | null;
          "template_id": string | null;
          "thanked_at": string | null;
          "thumbnail_url": string | null;
          "title": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "drops_sent";
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      "tone_pack_overview": { Args: { "p_limit"?: number }; Returns: Json };
      "transfer_organization": {
        Args: { "p_new_owner_id": string; "p_org_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "owner_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "organization_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "unshare_tone_pack": {
        Args: { "p_tone_pack_id": string; "p_user_id": string };
        Returns: undefined;
      };
      "update_competition": {
        Args: { "p_fields": Json; "p_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "ends_at": string;
          "entry_open": boolean;
          "id": string;
          "is_active": boolean;
          "last_scored_at": string | null;
          "scoring_config": NonNullable<Json>;
          "starts_at": string;
          "title": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "competitions";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_dream": {
        Args: { "p_fields": Json; "p_id": string };
        Returns: {
          "build_count": number;
          "calculator": string | null;
          "clone_count": number;
          "cloned_from": string | null;
          "completed_at": string | null;
          "completion_count": number;
          "created_at": string;
          "description": string;
          "id": string;
          "is_public": boolean;
          "is_template": boolean;
          "min_grade_band": string | null;
          "predicted_values": Json | null;
          "safety_level": string;
          "spec_version": number | null;
          "steps": NonNullable<Json>;
          "title": string;
          "updated_at": string;
          "user_id": string | null;
          "written_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "dreams";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_drop_template": {
        Args: { "p_fields": Json; "p_id": string };
        Returns: {
          "content": string;
          "created_at": string;
          "drop_type": string;
          "id": string;
          "is_approved": boolean;
          "media_type": string | null;
          "media_url": string | null;
          "thumbnail_url": string | null;
          "title": string;
          "updated_at": string;
          "usage_count": number;
        };
        SetofOptions: {
          from: "*";
          to: "drop_templates";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_journal_entry": {
        Args: {
          "p_analyze"?: boolean;
          "p_changes": Json;
          "p_entry_id": string;
          "p_keep_mood"?: boolean;
          "p_unshared"?: boolean;
          "p_versions"?: (number)[];
        };
        Returns: Json;
      };
      "update_organization": {
        Args: { "p_changes": Json; "p_org_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "owner_id": string;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "organization_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_organization_member": {
        Args: { "p_org_id": string; "p_role": string; "p_user_id": string };
        Returns: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "organization_members";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_profile": {
        Args: { "p_changes": Json; "p_versions"?: (number)[] };
        Returns: {
          "avatar_path": string | null;
          "avatar_url": string | null;
          "blocked_user_ids": (string)[];
          "check_in_enabled": boolean;
          "created_at": string;
          "drops_balance": number;
          "full_name": string | null;
          "handle": string;
          "id": string;
          "is_active": boolean;
          "is_ai": boolean;
          "is_classroom": boolean;
          "language": string;
          "mood_analysis_enabled": boolean;
          "preferences": NonNullable<Json>;
          "read_notes_enabled": boolean;
          "role": string;
          "timezone": string;
          "updated_at": string;
          "version": number;
        }[];
        SetofOptions: {
          from: "*";
          to: "profiles";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      "update_prompt": {
        Args: { "p_fields": Json; "p_id": string };
        Returns: {
          "active_since": string;
          "created_at": string;
          "deleted_at": string | null;
          "id": string;
          "inactive_since": string | null;
          "is_active": boolean;
          "language": string;
          "text": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "prompts";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_roadmap_task": {
        Args: { "p_fields": Json; "p_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "priority": string;
          "status": string;
          "target_date": string | null;
          "title": string;
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "roadmap_tasks";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_team": {
        Args: { "p_changes": Json; "p_team_id": string };
        Returns: {
          "admin_id": string;
          "created_at": string;
          "description": string;
          "id": string;
          "is_circle": boolean | null;
          "member_count": number | null;
          "name": string;
          "org_id": string;
          "organizations": Json | null;
          "settings": NonNullable<Json>;
          "updated_at": string;
          "user_role": string | null;
        };
        SetofOptions: {
          from: "*";
          to: "team_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_team_member": {
        Args: { "p_role": string; "p_team_id": string; "p_user_id": string };
        Returns: {
          "accepted": boolean;
          "joined_at": string;
          "org_id": string;
          "role": string;
          "team_id": string;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "team_members";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_tone_pack": {
        Args: { "p_changes": Json; "p_tone_pack_id": string };
        Returns: {
          "created_at": string;
          "description": string;
          "id": string;
          "image_count": number;
          "images": Json | null;
          "is_public": boolean;
          "is_purchased": boolean | null;
          "is_usable": boolean | null;
          "name": string;
          "owner_id": string | null;
          "preview": Json | null;
          "price_drops": number;
          "shares": Json | null;
          "theme": string;
          "tones": (string)[];
          "updated_at": string;
        };
        SetofOptions: {
          from: "*";
          to: "tone_pack_cards";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "update_webhook": {
        Args: {
          "p_description"?: string;
          "p_events"?: (string)[];
          "p_id": string;
          "p_is_active"?: boolean;
          "p_session_id": string;
          "p_url"?: string;
          "p_user_id": string;
        };
        Returns: {
          "created_at": string;
          "description": string;
          "disabled_at": string;
          "disabled_reason": string;
          "events": (string)[];
          "id": string;
          "is_active": boolean;
          "url": string;
          "user_id": string;
        }[];
      };
      "update_workout_location": {
        Args: { "p_changes": Json };
        Returns: {
          "city": string | null;
          "country": string | null;
          "id": string;
          "ip_address": unknown;
          "last_updated": string;
          "latitude": number | null;
          "longitude": number | null;
          "region": string | null;
          "timezone": string | null;
          "user_id": string;
        };
        SetofOptions: {
          from: "*";
          to: "workout_window_locations";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      "use_personal_token": { Args: { "p_hash": string }; Returns: Json };
      "workout_checkin_stats": { Args: { "p_date": string }; Returns: Json };
      "workout_mosaic_material": { Args: { "p_date": string }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof (
      & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
      & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"]
    )
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? (
    & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"]
  )[TableName] extends {
    Row: infer R;
  } ? R
  : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R;
    } ? R
    : never
  : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends
    {
      Insert: infer I;
    } ? I
  : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I;
    } ? I
    : never
  : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends
    {
      Update: infer U;
    } ? U
  : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U;
    } ? U
    : never
  : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][
    CompositeTypeName
  ]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never;

export const Constants = {
  "public": {
    Enums: {},
  },
} as const;

/** The values that check constraints allow, by table and column. */
export type Checks = {
  "assistant_attempts": { "job": "note_analysis" | "daily_drop" };
  "assistant_days": { "job": "note_analysis" | "daily_drop" };
  "chat_messages": { "role": "user" | "assistant" };
  "dream_events": {
    "kind": "clone" | "completion" | "build" | "replication_confirmed" | "replication_refuted";
  };
  "dream_replications": { "status": "confirmed" | "refuted" };
  "dream_videos": { "status": "pending" | "approved" | "declined" };
  "dreams": {
    "calculator":
      | "resonance"
      | "coil"
      | "impedance"
      | "electrolysis"
      | "pulsed_dc"
      | "plasma"
      | null;
    "min_grade_band": "K-5" | "6-8" | "9-12" | null;
    "safety_level": "adult_only" | "classroom_safe" | "with_supervision";
  };
  "drop_templates": {
    "drop_type": "encouragement" | "media" | "science_tidbit";
    "media_type": "music" | "video" | null;
  };
  "drops_ledger": {
    "type": "signup_bonus" | "monthly_recurring" | "purchase" | "refund" | "admin_adjustment";
  };
  "drops_sent": {
    "drop_type": "encouragement" | "media" | "science_tidbit" | "custom";
    "media_type": "music" | "video" | null;
  };
  "email_events": { "outcome": "applied" | "received" | "no_email" | "ignored" | "unsigned" };
  "emails": {
    "status":
      | "waiting"
      | "sending"
      | "sent"
      | "delivered"
      | "bounced"
      | "complained"
      | "failed"
      | "dead";
  };
  "entry_attachments": { "kind": "image" | "audio" | "sealed" };
  "entry_imports": { "kind": "markdown" | "day_one" | "rows" };
  "entry_template_texts": { "language": "en" | "de" | "es" | "fr" | "it" | "nl" | "pt" };
  "goal_check_ins": { "status": "completed" | "partial" | "missed" };
  "goals": { "status": "active" | "paused" | "completed" | "abandoned" };
  "inbound_emails": {
    "status":
      | "pending"
      | "entry"
      | "duplicate"
      | "unsigned"
      | "unknown_address"
      | "wrong_sender"
      | "not_authenticated"
      | "empty"
      | "too_many"
      | "unreadable";
  };
  "job_totals": { "outcome": "success" | "failed" | "skipped" };
  "journal_entries": {
    "content_visibility": "user" | "team" | "org" | "public";
    "metadata_visibility": "user" | "team" | "org" | "public";
    "mood_source": "author" | "analysis" | null;
  };
  "journal_entry_backgrounds": {
    "quality": "standard" | "hd";
    "tone":
      | "joyful"
      | "grateful"
      | "excited"
      | "hopeful"
      | "content"
      | "peaceful"
      | "optimistic"
      | "sad"
      | "anxious"
      | "frustrated"
      | "angry"
      | "worried"
      | "disappointed"
      | "melancholic"
      | "pessimistic"
      | "calm"
      | "contemplative"
      | "neutral"
      | "tired"
      | "energetic";
  };
  "journal_reactions": { "reaction": "heart" | "clap" | "hug" | "laugh" | "fire" | "think" };
  "notebooks": {
    "content_visibility": "user" | "team" | "org" | "public";
    "metadata_visibility": "user" | "team" | "org" | "public";
  };
  "notifications": {
    "type":
      | "baton_pass"
      | "window_reminder"
      | "chain_broken"
      | "chain_updated"
      | "battle_update"
      | "battle_result"
      | "team_message"
      | "drop_received"
      | "badge_reached"
      | "mention"
      | "step_prompt"
      | "assistant_note"
      | "organization_joined"
      | "organization_invitation"
      | "relay_message"
      | "organization_handed_over"
      | "comment"
      | "reaction"
      | "reminder"
      | "streak_milestone"
      | "token_created"
      | "weekly_review"
      | "webhook_disabled"
      | "token_expires"
      | "grant_created"
      | "friend_entry"
      | "friend_joined"
      | "drop_thanked"
      | "sealed_device"
      | "pair_streak_invited"
      | "pair_streak_milestone"
      | "pair_streak_waiting";
  };
  "oauth_requests": {
    "fault":
      | "invalid_request"
      | "unsupported_response_type"
      | "invalid_scope"
      | "invalid_target"
      | null;
  };
  "opportunities": {
    "kind": "internship" | "scholarship" | "fellowship" | "mentorship";
    "status": "pending" | "approved" | "declined";
  };
  "organization_invitations": {
    "ending": "accepted" | "declined" | "revoked" | "expired" | "used_up" | null;
    "role": "owner" | "admin" | "member";
  };
  "organization_members": { "role": "owner" | "admin" | "member" };
  "payment_events": { "outcome": "applied" | "outdated" | "no_user" | "ignored" };
  "person_columns": { "deletion": "delete" | "clear" | "change" | "function" | "cascade" | "keep" };
  "profiles": {
    "language": "en" | "de" | "es" | "fr" | "it" | "nl" | "pt";
    "role": "user" | "super_admin";
  };
  "prompts": { "language": "en" | "de" | "es" | "fr" | "it" | "nl" | "pt" };
  "push_devices": { "platform": "ios" | "android" | "web" };
  "pushes": { "service": "expo" | "web"; "status": "new" | "waiting" | "sent" | "dead" };
  "reminders": { "kind": "journal" | "goal" };
  "reports": {
    "about": "user" | "journal_entry" | "comment" | "team_message" | "drop";
    "action": "none" | "removed" | "blocked" | null;
    "reason": "spam" | "abuse" | "self_harm" | "other";
  };
  "roadmap_tasks": {
    "priority": "low" | "medium" | "high";
    "status": "planned" | "in_progress" | "done" | "dropped";
  };
  "sponsor_outreach": { "delivery_status": "pending" | "delivered" | "skipped" };
  "sponsors": {
    "status": "pending" | "approved" | "declined";
    "tier": "supporter" | "partner" | "patron";
  };
  "spotify_accounts": { "status": "connected" | "disconnected" };
  "streaks": { "unit": "day" | "week" };
  "suppressed_addresses": { "reason": "bounced" | "complained" };
  "team_members": { "role": "admin" | "member" };
  "texts": { "language": "en" | "de" | "es" | "fr" | "it" | "nl" | "pt" };
  "token_usage": {
    "type":
      | "tone_analysis"
      | "image_generation"
      | "tone_pack_image_generation"
      | "note_analysis"
      | "daily_drop"
      | "chat"
      | "transcription";
  };
  "tone_image_claims": {
    "tone":
      | "joyful"
      | "grateful"
      | "excited"
      | "hopeful"
      | "content"
      | "peaceful"
      | "optimistic"
      | "sad"
      | "anxious"
      | "frustrated"
      | "angry"
      | "worried"
      | "disappointed"
      | "melancholic"
      | "pessimistic"
      | "calm"
      | "contemplative"
      | "neutral"
      | "tired"
      | "energetic";
  };
  "tone_pack_images": {
    "tone":
      | "joyful"
      | "grateful"
      | "excited"
      | "hopeful"
      | "content"
      | "peaceful"
      | "optimistic"
      | "sad"
      | "anxious"
      | "frustrated"
      | "angry"
      | "worried"
      | "disappointed"
      | "melancholic"
      | "pessimistic"
      | "calm"
      | "contemplative"
      | "neutral"
      | "tired"
      | "energetic";
  };
  "tone_packs": {
    "theme":
      | "origami"
      | "animals"
      | "nature"
      | "abstract"
      | "geometric"
      | "minimalist"
      | "watercolor"
      | "line-art"
      | "icons"
      | "emojis"
      | "shapes"
      | "patterns";
  };
  "webhook_deliveries": {
    "error": "dns" | "refused" | "tls" | "timeout" | "status" | null;
    "status": "pending" | "delivered" | "failed";
  };
  "webhooks": { "disabled_reason": "gone" | "failing" | null };
  "workout_battle_notices": { "type": "battle_update" | "battle_result" };
  "workout_counts": {
    "kind": "open" | "pending" | "verified" | "rejected" | "member";
    "team_color": "red" | "blue";
  };
  "workout_members": { "team_color": "red" | "blue" | null };
  "workout_window_ai_users": {
    "activity_type":
      | "cardio"
      | "strength"
      | "walk"
      | "meditation"
      | "reading"
      | "homework"
      | "other";
  };
  "workout_window_battles": {
    "battle_status": "pending" | "in_progress" | "completed";
    "winner": "red" | "blue" | "tie" | null;
  };
  "workout_window_chains": { "chain_status": "continued" | "broken"; "team_color": "red" | "blue" };
  "workout_window_checkins": {
    "activity_type":
      | "cardio"
      | "strength"
      | "walk"
      | "meditation"
      | "reading"
      | "homework"
      | "other";
    "chain_status": "continued" | "broken";
    "status": "pending" | "verified" | "rejected";
  };
  "workout_window_squads": { "team_color": "red" | "blue" };
  "workout_windows": {
    "activity_type":
      | "cardio"
      | "strength"
      | "walk"
      | "meditation"
      | "reading"
      | "homework"
      | "other";
  };
  "chat_message_cards": { "role": "user" | "assistant" };
  "drop_transactions": {
    "type": "signup_bonus" | "monthly_recurring" | "purchase" | "refund" | "admin_adjustment";
  };
  "goal_cards": { "status": "active" | "paused" | "completed" | "abandoned" };
  "tone_pack_cards": {
    "theme":
      | "origami"
      | "animals"
      | "nature"
      | "abstract"
      | "geometric"
      | "minimalist"
      | "watercolor"
      | "line-art"
      | "icons"
      | "emojis"
      | "shapes"
      | "patterns";
  };
  "workout_window_team_battles": {
    "battle_status": "pending" | "in_progress" | "completed";
    "winner": "red" | "blue" | "tie" | null;
  };
};
