/** Input for administration and impersonation. */
import type { Recipe, Scene } from "../scene.ts";
import { aboutNew, formOf } from "./parts.ts";

const theUser: Recipe = (scene) => ({ path: { id: scene.me.id } });

/** The code of a link by which a super admin acts as the caller. */
const impersonationCode = async (scene: Scene): Promise<string> =>
  new URL((await scene.call("impersonateUser")).action_link).searchParams.get("code")!;

const flag = (scene: Scene) => `bench_${scene.me.id.slice(-6)}`;

export const admin: Record<string, Recipe> = {
  verifyToken: (scene) => ({ body: { token: scene.me.token } }),
  redeemImpersonation: async (scene) => ({ body: { code: await impersonationCode(scene) } }),
  stopImpersonation: async (scene) => {
    const { session } = await scene.call("redeemImpersonation");
    return { as: { token: session.access_token } };
  },
  getUser: theUser,
  setUserRole: theUser,
  setUserStatus: theUser,
  setUserClassroom: async (scene) => ({ path: { id: (await scene.newPerson()).id } }),
  adjustDrops: theUser,
  impersonateUser: theUser,
  listUsers: () => ({ query: { limit: "50" } }),
  setFeatureFlag: (scene) => ({ path: { key: flag(scene) } }),
  deleteFeatureFlag: async (scene) => {
    await scene.call("setFeatureFlag");
    return { path: { key: flag(scene) } };
  },
  updateRoadmapTask: aboutNew("createRoadmapTask"),
  deleteRoadmapTask: aboutNew("createRoadmapTask"),
  updatePrompt: aboutNew("createPrompt"),
  deletePrompt: aboutNew("createPrompt"),
  setSetting: () => ({ path: { key: "signups_open" } }),
  createImport: (scene) => ({
    body: formOf("file", JSON.stringify([{ title: "Old", content: "Long ago" }]), {
      user_id: scene.me.id,
    }),
  }),
  getImport: aboutNew("createImport"),
};
