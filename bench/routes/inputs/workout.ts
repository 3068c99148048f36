/** Input for workout windows, payment, tone packs and drops. */
import { Stripe } from "stripe";
import { paint } from "../../../packages/stand-ins/png.ts";
import { event, newId, subscription } from "../../../packages/stand-ins/stripe-objects.ts";
import { tones } from "../../../shared/ai/tones.ts";
import { freshPhoto } from "../../../tests/workout-window/photos.ts";
import type { Recipe, Scene } from "../scene.ts";
import { about, aboutNew, formOf, today } from "./parts.ts";

/** The last date on which the caller has a place, or today. */
const date: Recipe = async (scene) => ({
  path: {
    date: await scene.pick(
      `select date::text from public.workout_window_chains where user_id = $1 order by 1 desc`,
      () => Promise.resolve(today()),
    ),
  },
});

/** The Monday of a week with a battle, or of this week. */
const week: Recipe = async (scene) => ({
  path: {
    weekStartDate: await scene.pick(
      `select week_start_date::text from public.workout_window_battles where $1::uuid is not null
      order by 1 desc`,
      () => scene.value(`select date_trunc('week', now() at time zone 'utc')::date::text`),
    ),
  },
});

/** A window that is open now, and no check-in of its date. */
const openWindow: Recipe = async (scene) => {
  await scene.sql`
    insert into public.workout_windows (
      user_id, activity_type, window_start_time, window_end_time, timezone
    )
    select ${scene.me.id}, 'walk', at::time, at::time + interval '2 hours', 'UTC'
    from (select date_trunc('hour', now() at time zone 'UTC') as at) as t
    on conflict (user_id) do update set window_start_time = excluded.window_start_time,
      window_end_time = excluded.window_end_time, timezone = 'UTC'`;
  await scene.sql`
    delete from public.workout_window_checkins
    where user_id = ${scene.me.id} and date > current_date - 2`;
  return { body: formOf("photo", freshPhoto(), { activityType: "walk" }) };
};

const pendingCheckIn: Recipe = async (scene) => {
  const { checkin } = await scene.call("createWorkoutCheckIn");
  await scene.sql`
    update public.workout_window_checkins set status = 'pending', review_reason = 'photo_seen_before'
    where id = ${checkin.id}`;
  return { path: { id: checkin.id } };
};

const aiUser: Recipe = async (scene) => ({
  path: { id: (await scene.call("generateWorkoutAiUsers", { body: { count: 1 } })).users[0].id },
});

const packs = "select id from public.tone_packs where owner_id = $1";
const ownPack = about("id", packs, "createTonePack");

const addImages = (scene: Scene, packId: string) =>
  scene.sql`
    insert into public.tone_pack_images (tone_pack_id, tone, path)
    select id, tone, owner_id || '/' || id || '/' || tone || '-1.png'
    from public.tone_packs, unnest(${[...tones.slice(0, 6)]}::text[]) as tone where id = ${packId}
    on conflict do nothing`;

const tone = tones[0]!;

const image = () => formOf("file", paint(crypto.randomUUID()), { tone });

const checkout = {
  priceId: "price_monthly",
  successUrl: "https://app.example.com/premium",
  cancelUrl: "https://app.example.com/premium",
};

const withCustomer = async (scene: Scene) => {
  await scene.call("createCheckoutSession");
  return {};
};

export const workout: Record<string, Recipe> = {
  setUpWorkoutWindow: () => ({
    body: {
      ...{ activityType: "cardio", windowStartTime: "06:30", windowEndTime: "08:30" },
      timezone: "Europe/Berlin",
    },
  }),
  getWorkoutChain: date,
  getWorkoutSquad: date,
  getWorkoutTeamStats: date,
  getWorkoutTeams: date,
  getWorkoutCheckIn: date,
  listWorkoutCheckIns: date,
  getWorkoutMosaic: date,
  generateWorkoutMosaic: async (scene) => ({
    // A date to come: the check-ins of a world have no photos in storage.
    path: { date: await scene.value("select max(date)::text from private.workout_dates") },
  }),
  createWorkoutCheckIn: openWindow,
  verifyWorkoutCheckIn: pendingCheckIn,
  rejectWorkoutCheckIn: pendingCheckIn,
  getWorkoutBattle: week,
  executeWorkoutBattle: week,
  deleteWorkoutAiUser: aiUser,
  toggleWorkoutAiUser: aiUser,

  awardMonthlyDrops: async (scene) => {
    await scene.sql.begin(async (tx) => {
      // The ledger keeps its entries: another key makes the next award a new one.
      await tx`set local session_replication_role = replica`;
      await tx`
        update public.drops_ledger set idempotency_key = 'monthly:' || 1000 + id % 1000 || '-01'
        where user_id = ${scene.me.id}
          and idempotency_key = 'monthly:' || to_char(now() at time zone 'utc', 'YYYY-MM')`;
    });
    return {};
  },

  createCheckoutSession: async (scene) => {
    await scene.sql`delete from public.subscriptions where user_id = ${scene.me.id}`;
    return { body: checkout };
  },
  createPortalSession: withCustomer,
  receivePaymentEvent: async (scene) => {
    const customer = newId("cus");
    await scene.sql`
      insert into private.payment_customers (user_id, customer_id) values (${scene.me.id}, ${customer})
      on conflict do nothing`;
    const payload = JSON.stringify(
      event("customer.subscription.updated", subscription({ customer, status: "active" }), {
        created: Math.floor(Date.now() / 1000),
      }),
    );
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: scene.env("STRIPE_WEBHOOK_SECRET"),
    });
    return {
      body: payload,
      headers: { "content-type": "application/json", "stripe-signature": signature },
    };
  },

  getTonePack: ownPack,
  updateTonePack: ownPack,
  deleteTonePack: aboutNew("createTonePack"),
  generateToneImages: ownPack,
  uploadToneImage: async (scene) => ({ ...await ownPack(scene), body: image() }),
  deleteToneImage: async (scene) => {
    const { path } = await ownPack(scene);
    await scene.call("uploadToneImage", { path });
    return { path: { ...path, tone } };
  },
  shareTonePack: async (scene) => {
    const [to] = await scene.strangers(1);
    const { path } = await ownPack(scene);
    const email = await scene.value("select email from auth.users where id = $1", to!);
    await scene.sql`delete from public.tone_pack_shares where user_id = ${to!}`;
    return { path, body: { email } };
  },
  unshareTonePack: async (scene) => {
    const [userId] = await scene.strangers(1);
    const { path } = await ownPack(scene);
    const email = await scene.value("select email from auth.users where id = $1", userId!);
    await scene.call("shareTonePack", { path, body: { email } });
    return { path: { ...path, userId: userId! } };
  },
  purchaseTonePack: async (scene) => {
    const seller = await scene.newPerson();
    const { id } = await scene.make("createTonePack", { as: seller });
    await addImages(scene, id);
    await scene.call("adjustDrops", { path: { id: scene.me.id } });
    return { path: { id } };
  },
  activateTonePack: async (scene) => {
    const { path } = await ownPack(scene);
    await addImages(scene, path!.id!);
    return { path };
  },
};
