// Made by `npm run types` from supabase/migrations.

/** The migrations this deployment was made with, in their order. */
export const migrations: string[] = [
  "20261127000000_baseline",
  "20261127042214_service_days",
  "20261127052000_personal_tokens",
  "20261127052001_types_of_notifications",
  "20261127055201_weekly_review",
  "20261127055202_validate_notification_types",
  "20261127060000_attachments_of_a_day",
  "20261127061600_insights_by_days",
  "20261127080000_days_of_streaks",
  "20261127083045_unshared_entries",
  "20261127092506_webhooks",
  "20261127092507_validate_webhook_notifications",
  "20261127093300_chat_sources",
  "20261127093301_validate_chat_sources",
  "20261127101842_programs_of_ended_sessions",
  "20261127101847_webhook_turns",
  "20261127114528_client_errors",
  "20261127115235_texts_by_language",
  "20261127123705_search_in_languages",
  "20261127125600_lasting_acts_and_tokens",
  "20261127130409_language_of_the_assistant",
  "20261127130700_prompts_in_languages",
  "20261127131000_request_counts",
];
