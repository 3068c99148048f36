/** Input for the lab. */
import type { Recipe, Scene } from "../scene.ts";
import { about, aboutNew, example } from "./parts.ts";

const dreams = "select id from public.dreams where user_id = $1 and not is_template";
const dream = about("id", dreams, "createDream");

/** A template that a dream of a new person has become. */
async function newTemplate(scene: Scene): Promise<string> {
  const author = await scene.newPerson();
  const { id } = await scene.make("createDream", { as: author });
  await scene.call("makeTemplate", { body: { dream_id: id, is_public: true } });
  await scene.call("setGoldenSpec", { path: { templateId: id } });
  return id;
}

const templateId = (scene: Scene) =>
  scene.pick(
    `select id from public.dreams where is_template and is_public and predicted_values is not null
      and user_id is distinct from $1`,
    () => newTemplate(scene),
  );
const template: Recipe = async (scene) => ({ path: { id: await templateId(scene) } });

const pending = (submit: string): Recipe => async (scene) => {
  const as = submit === "applyAsSponsor" ? null : await scene.newPerson();
  return { path: { id: (await scene.make(submit, { as })).id } };
};

const competition = (scene: Scene) =>
  scene.pick(
    `select id from public.competitions where is_active and starts_at < now() and $1::uuid is not null
    order by (select count(*) from public.competition_scores as s where s.competition_id = competitions.id) desc`,
    "createCompetition",
  );

let videos = Math.floor(Math.random() * 1e9);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export const lab: Record<string, Recipe> = {
  evaluateCalculator: () => ({ path: { calculator: "resonance" } }),
  getDream: dream,
  getTemplate: template,
  cloneTemplate: template,
  setGoldenSpec: async (scene) => ({ path: { templateId: await templateId(scene) } }),
  makeTemplate: async (scene) => {
    const { id } = await scene.make("createDream", { as: scene.me });
    return { body: { dream_id: id, is_public: true } };
  },
  promoteTemplate: async (scene) => ({ path: { id: await newTemplate(scene) } }),
  demoteTemplate: async (scene) => {
    const id = await newTemplate(scene);
    await scene.call("promoteTemplate", { path: { id } });
    return { path: { id } };
  },
  updateDream: dream,
  deleteDream: aboutNew("createDream"),
  completeDream: aboutNew("createDream"),
  recordBuild: async (scene) => ({ as: await scene.newPerson(), ...await template(scene) }),
  createProgressReport: dream,
  createReplication: async (scene) => {
    const id = await templateId(scene);
    const { predicted_values: { outputs } } = await scene.make("getTemplate", { path: { id } });
    const near = ({ label, value }: { label: string; value: number }) => [label, value * 1.01];
    const measured_values = Object.fromEntries(outputs.map(near));
    return { as: await scene.newPerson(), path: { id }, body: { measured_values } };
  },
  getConvergence: template,
  submitVideo: async (scene) => ({
    ...await template(scene),
    body: { url: `https://vimeo.com/${++videos}`, title: "Winding the coil" },
  }),
  approveVideo: pending("submitVideo"),
  declineVideo: pending("submitVideo"),
  featureVideo: async (scene) => {
    const { path } = await pending("submitVideo")(scene);
    await scene.call("approveVideo", { path });
    return { path };
  },
  createCompetition: (scene) => ({
    body: example(scene, "createCompetition", { starts_at: inDays(-1), ends_at: inDays(30) }),
  }),
  updateCompetition: async (scene) => ({
    path: { id: (await scene.make("createCompetition", { as: scene.admin })).id },
  }),
  enterCompetition: async (scene) => ({
    path: { id: (await scene.make("createCompetition", { as: scene.admin })).id },
    body: { dream_id: (await dream(scene)).path!.id },
  }),
  getCompetitionLeaderboard: async (scene) => ({ path: { id: await competition(scene) } }),
  sendRelayMessage: async (scene) => {
    const to = await scene.pick(
      "select user_id from public.competition_entries where user_id <> $1",
      async () => {
        const entrant = await scene.newPerson();
        const { id } = await scene.make("createDream", { as: entrant });
        await scene.call("enterCompetition", { as: entrant, body: { dream_id: id } });
        return entrant.id;
      },
    );
    return { body: example(scene, "sendRelayMessage", { to_participant_id: to }) };
  },
  joinKitWaitlist: () => ({ body: { email: `${crypto.randomUUID()}@example.com`, country: "ES" } }),
  applyAsSponsor: (scene) => ({
    body: example(scene, "applyAsSponsor", { name: `Instruments ${crypto.randomUUID()}` }),
  }),
  approveSponsor: pending("applyAsSponsor"),
  declineSponsor: pending("applyAsSponsor"),
  approveOpportunity: pending("submitOpportunity"),
  declineOpportunity: pending("submitOpportunity"),
};
