/** Rows about a user: rows of the lab, and rows that the service or an administrator writes. */
import { type Person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";

/** The data of an answer of supabase-js. */
export async function ok<T>(
  result: PromiseLike<{ data: T; error: unknown }>,
): Promise<NonNullable<T>> {
  const { data, error } = await result;
  if (error) throw error;
  return data!;
}

/** Calls a function of the database as a person. */
export const call = (by: Person, name: string, args: Record<string, unknown>) =>
  ok(by.client.rpc(name, args));

/** Rows of the lab: each of the two has entered a competition, and they write to each other. */
export async function lab(ana: Person, ben: Person, admin: Person): Promise<void> {
  const { id: competition } = await call(admin, "create_competition", {
    p_fields: { title: "Coils", starts_at: "2026-01-01T00:00Z", ends_at: "2100-01-01T00:00Z" },
  });
  for (const who of [ana, ben]) {
    const { id } = await call(who, "create_dream", { p_fields: { title: "A coil" } });
    await call(who, "enter_competition", { p_competition_id: competition, p_dream_id: id });
    await sql`insert into public.progress_reports (dream_id, user_id, content)
      values (${id}, ${who.id}, 'Half way')`;
  }
  await ok(service.rpc("score_competition", { p_id: competition }));

  const { id: template } = await call(ben, "create_dream", { p_fields: { title: "Template" } });
  await call(admin, "make_template", { p_dream_id: template, p_is_public: true });
  const outputs = [{ label: "L", value: 1, unit: "H" }];
  await call(admin, "set_golden_spec", {
    p_template_id: template,
    p_spec: { calculator: "coil", optimal_inputs: {}, outputs },
  });
  await call(ana, "replicate_dream", { p_dream_id: template, p_measured: { L: 1 } });
  await call(ana, "submit_video", {
    p_template_id: template,
    p_url: "https://vimeo.com/1",
    p_title: `Winding by ${ana.email}`,
  });
  for (const title of ["A summer", "A winter"]) {
    await call(ana, "submit_opportunity", {
      p_fields: { kind: "internship", title, organization_name: ana.email },
    });
  }
  await sql`update public.opportunities set status = 'approved', organization_name = 'Riverside'
    where title = 'A winter' and submitted_by = ${ana.id}`;
  await call(ben, "send_relay_message", {
    p_to_participant_id: ana.id,
    p_subject: "Your coil",
    p_message: "Hello",
  });
  // Ben has blocked her since she wrote to him. A pending one would be in the digest of another test.
  await sql`
    insert into public.sponsor_outreach (
      from_user_id, to_participant_id, subject, message, delivery_status
    )
    values (${ana.id}, ${ben.id}, 'Your coil', 'Hello', 'skipped')`;
  await sql`update public.sponsor_outreach set delivery_status = 'delivered'
    where to_participant_id = ${ana.id}`;
  await sql`insert into private.step_prompts (user_id) values (${ana.id})`;
}

/** Rows that the service or an administrator writes about a user. */
export async function past({ id }: Person, admin: Person): Promise<void> {
  const customer = `cus_${id}`;
  await ok(service.rpc("link_payment_customer", { p_user_id: id, p_customer_id: customer }));
  await sql`
    insert into public.subscriptions (user_id, payment_customer_id, payment_subscription_id, status,
      provider_updated_at)
    values (${id}, ${customer}, ${"sub_" + id}, 'canceled', now())`;
  await ok(service.rpc("record_token_usage", {
    p_user_id: id,
    p_type: "chat",
    p_model: "model",
    p_input_tokens: 10,
  }));
  await ok(service.rpc("idempotency_claim", {
    p_user_id: id,
    p_session_id: null,
    p_route: "post /somewhere",
    p_key: "key",
    p_request_hash: "hash",
  }));
  const begun = await ok(service.rpc("begin_chat_answer", {
    p_user_id: id,
    p_session_id: crypto.randomUUID(),
    p_content: "Hello, assistant",
    p_key: "key",
  }));
  const turn = { p_user_id: id, p_question_id: begun.question_id };
  await ok(service.rpc("end_chat_answer", { ...turn, p_content: "Hello", p_incomplete: false }));
  await sql`
    insert into public.note_analyses (
      user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
      entry_count)
    values (${id}, '2026-11-21', 'A calm week.', '{}', '[]', '[]', '',
      '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1)`;
  const flag = crypto.randomUUID();
  await sql`insert into public.feature_flags (key) values (${flag})`;
  await sql`insert into public.feature_flag_users (flag_key, user_id) values (${flag}, ${id})`;
  await sql`
    insert into public.workout_window_locations (user_id, ip_address, city)
    values (${id}, '203.0.113.7', 'Berlin')`;
  await sql`
    insert into public.workout_windows (user_id, activity_type, window_start_time,
      window_end_time, timezone)
    values (${id}, 'walk', '06:00', '08:00', 'Europe/Berlin')`;
  await sql`
    insert into private.workout_former_windows (user_id, holds_until, window_start_time,
      window_end_time, timezone)
    values (${id}, '2026-01-05', '05:00', '07:00', 'Europe/Berlin')`;
  await sql`
    insert into public.workout_window_ai_users (user_id, region, city, state, timezone,
      activity_type, window_start_time, window_end_time)
    values (${id}, 'West Coast', 'Portland', 'OR', 'UTC', 'walk', '06:00', '08:00')`;
  await sql`
    with squad as (
      insert into public.workout_window_squads (date, user_1_id, user_2_id, team_color)
      values ('2026-01-05', ${id}, ${admin.id}, 'red') returning id
    )
    insert into public.workout_window_chains (date, user_id, before_user_id, after_user_id,
      team_color, squad_id, location_group, starts_at, ends_at)
    select '2026-01-05', u.id, u.before_id, u.after_id, 'red', squad.id, 'x', u.at,
      u.at + interval '2 hours'
    from squad, (values (${id}::uuid, null::uuid, ${admin.id}::uuid, '2026-01-05 06:00Z'::timestamptz),
      (${admin.id}, ${id}, null, '2026-01-05 08:00Z')) as u (id, before_id, after_id, at)`;
  await sql`
    with checkin as (
      insert into public.workout_window_checkins (user_id, date, activity_type, status)
      values (${id}, '2026-01-05', 'walk', 'verified') returning id
    ),
    photo as (
      insert into private.workout_checkin_photos (checkin_id, hash, pixels)
      select id, repeat('0', 64), 1 from checkin
    )
    insert into private.workout_thumbnails (checkin_id, attempts) select id, 1 from checkin`;
  await sql`
    insert into public.workout_window_mosaics (
      date, mosaic_data, total_participants, completed_count, failed_count, pending_count
    )
    values (date '2100-01-01' + (hashtext(${id}) & 1048575),
      ${sql.json([{ user_id: id, photo: true }])}, 1, 1, 0, 0)`;
  await call(admin, "adjust_drops", { p_user_id: id, p_delta: 5, p_reason: "A gift" });
  // Music: a connected account, a connection that was begun, and a play.
  await sql`
    insert into public.spotify_accounts (user_id, provider_user_id, scope)
    values (${id}, 'listener', 'user-read-recently-played')`;
  await sql`
    insert into private.spotify_connections (user_id, access_token, refresh_token, expires_at)
    values (${id}, 'a.b.c', 'd.e.f', now())`;
  await sql`insert into private.spotify_grants (user_id, state_hash) values (${id}, ${id})`;
  await sql`insert into public.spotify_tracks (id, name) values (${flag}, 'Song')`;
  await sql`
    insert into public.spotify_plays (user_id, spotify_track_id, played_at)
    values (${id}, ${flag}, now())`;
  await sql`
    with import as (
      insert into private.entry_imports (user_id, file_name, kind, total, imported, completed_at)
      values (${id}, 'old.json', 'rows', 1, 1, now()) returning id
    )
    insert into private.import_rows (import_id, number, content_hash)
    select id, 1, '' from import`;
}
