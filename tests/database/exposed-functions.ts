const names = (list: string) => list.trim().split(/\s+/);

/**
 * The functions of the Data API, by the role that may call them. Exposing another one is a decision:
 * it is added here, in its place.
 */
export const exposedFunctions: Record<string, string[]> = {
  authenticated: names(`
    accept_invitation activate_tone_pack add_entry_comment add_organization_member add_team_member adjust_drops
    admin_get_user admin_health admin_list_feature_flags admin_list_impersonations
    admin_list_organizations admin_list_reports admin_list_users admin_workout_teams administer_user
    approve_oauth_request archive_page assistant_settings audit_engagement_run award_monthly backfill_mentions badges_of begin_import begin_user_deletion build_dream buy_streak_freeze
    check_caller claim_tone_images clone_template complete_dream
    count_unread_notifications create_ai_users create_competition create_dream
    create_drop_template create_journal_entry create_organization create_personal_token create_prompt create_report create_roadmap_task create_share_link
    create_team create_tone_pack current_conversion_rate decide_submission decline_invitation
    delete_ai_user delete_chat_messages delete_dream delete_drop_template delete_entry_attachment delete_entry_comment delete_feature_flag delete_journal_entry
    delete_note_analyses delete_organization delete_prompt delete_roadmap_task delete_team delete_team_message delete_tone_pack delete_webhook
    demote_template deny_oauth_request discard_import dream_convergence_of end_calendar_feed end_grant enter_competition
    entries_to_analyze execute_workout_battle export_pages feature_video find_journal_entries forget_entry_versions get_entry_import get_goal get_import get_journal_entry get_own_tone_pack get_profile
    get_user_token_usage_monthly get_workout_battle get_workout_battle_stats get_workout_chain
    get_workout_mosaic get_workout_squad get_workout_team_stats invite_friend invite_to_organization
    is_notebook_deleted issue_impersonation kit_waitlist_gate leaderboard list_entries_on_this_day
    list_entry_attachments list_entry_comments list_entry_versions list_export_sections list_grants
    list_journal_entries list_my_invitations list_notebooks list_organization_invitations
    list_organizations list_personal_tokens list_received_drops list_sent_drops list_team_messages list_teams
    list_tone_packs list_webhook_deliveries list_webhooks list_workout_checkins list_workout_days make_calendar_feed make_journal_token make_template my_calendar_feed my_drops
    my_feature_flags my_insights my_journal_token my_streaks my_workout_day open_oauth_request own_entry_content_version
    own_workout_day_status pause_streaks
    payment_account ping_webhook prepare_entry_attachment prepare_share_link prepare_workout_checkin promote_template prompt_of_today purchase_tone_pack react_to_entry read_drop read_notifications
    recalculate_badge receive_import_rows register_push_device release_tone_images
    remove_organization_member remove_team_member remove_tone_pack_image replicate_dream
    request_chain_generation request_figures require_no_entry_import require_open_workout_checkin resend_webhook_delivery resolve_report restore_entry_version resume_streaks review_workout_checkin
    revoke_organization_invitation revoke_personal_token revoke_share_link search_users send_drop send_relay_message send_team_message
    set_ai_user_active set_conversion_rate set_drop_config set_feature_flag set_golden_spec
    set_site_setting set_workout_window share_tone_pack start_import stop_impersonation
    submit_opportunity submit_video sync tone_pack_overview transfer_organization
    unshare_tone_pack update_competition update_dream update_drop_template update_journal_entry
    update_organization update_organization_member update_profile update_prompt update_roadmap_task
    update_team update_team_member update_tone_pack update_workout_location
    workout_checkin_stats
  `),
  service_role: names(`
    account_payment_customers add_tone_pack_image advance_workout_battles apply_as_sponsor
    assistant_turns_remaining award_monthly_batch award_monthly_remaining begin_account_deletion
    begin_ai_call begin_chat_answer
    begin_email begin_entry_import begin_impersonation begin_music_connection
    begin_workout_generation calendar_feed claim_impersonation close_workout_days
    competitions_to_score connect_music_account continue_entry_imports count_refused count_requests count_share_link_view
    count_storage_deletions create_oauth_request create_webhook deliver_outreach_batch discard_account_files end_ai_call end_chat_answer end_email
    end_import_step end_inbound_email end_job_run end_music_sync end_weekly_mail erase_account_rows exchange_oauth_code execute_workout_battle
    extend_chat_answer fail_storage_deletions finish_account_deletion finish_storage_deletions
    generate_workout_battle generate_workout_chains get_workout_mosaic give_back_hits
    idempotency_claim idempotency_extend idempotency_finish idempotency_release
    job_backlog join_kit_waitlist keep_client_document keep_music_code link_payment_customer linked_invitation list_entry_attachments make_webhook_events
    missing_workout_thumbnails open_share_link outdated_workout_mosaics
    outreach_digest_remaining
    process_engagement_batch process_engagement_remaining prompt_steps_batch read_metrics receive_email
    record_assistant_drop record_daily_drop record_email_event record_entry_attachment record_entry_background
    record_import_pictures record_import_rows record_music_plays record_note_analysis record_payment_event record_received_rows record_token_usage record_transcript
    record_workout_checkin record_workout_mosaic refresh_oauth_tokens register_oauth_client release_file release_music_grant
    request_workout_chains require_ai_budget reserve_file revoke_music_connection revoke_oauth_token rotate_webhook_secret
    score_competition send_reminders send_weekly_reviews send_window_reminders set_avatar set_found_mood settle_mail settle_pushes settle_webhook_delivery
    start_job_run step_prompts_remaining stop_webhook_events store_music_tokens store_workout_thumbnail take_account_deletion
    take_address_rate_limit take_daily_drops take_entry_import take_mails take_music_accounts take_music_grant
    take_music_tokens take_note_analyses take_push_receipts take_pushes take_rate_limit
    take_storage_deletions take_webhook_delivery update_webhook use_personal_token workout_mosaic_material
  `),
  supabase_auth_admin: names(`
    before_user_created_hook custom_access_token_hook
  `),
};
