/** The tools of goals. */
import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import * as f from "../../shared/fields/basic.ts";
import { lastWrittenFirst, pageOf } from "../../shared/fields/pages.ts";
import { pageInput, tool } from "../../shared/http/tools.ts";
import { checkIn, newCheckIn } from "./checking-in.ts";
import { createGoal, newGoal } from "./creating.ts";
import { CheckIn, goalStatus } from "./fields.ts";
import { Goal, ownGoals } from "./goal.ts";

export const tools = [
  tool({
    name: "list_goals",
    title: "List goals",
    description: "Lists the user's goals with the latest check-in of each, newest first.",
    input: z.object({
      status: goalStatus.optional().openapi({ description: "Only goals with this status." }),
      ...pageInput,
    }),
    output: pageOf("goals", Goal),
    scopes: ["goals:read"],
    reads: true,
    async run({ db, caller }, { status, limit, cursor }) {
      const goals = ownGoals(db, caller.id, status);
      const rows = must(await lastWrittenFirst.seek(goals, { limit, cursor }));
      return lastWrittenFirst.page("goals", rows, limit);
    },
  }),
  tool({
    name: "create_goal",
    title: "Create a goal",
    description: "Creates a goal of the user, which is `active`. The same `id` again creates " +
      "nothing more. Create a goal only when the user has asked for it.",
    input: newGoal.extend({
      id: newGoal.shape.id.openapi({ description: "A UUID that you make, for this goal." }),
    }),
    output: z.object({ goal: Goal }),
    scopes: ["goals:write"],
    async run({ db, caller }, given) {
      const [goal] = await createGoal(db, caller.id, given);
      return { goal };
    },
  }),
  tool({
    name: "check_in_goal",
    title: "Check in to a goal",
    description: "Records how the user did with a goal. Any number of check-ins is possible; the " +
      "same `id` again records nothing more.",
    input: newCheckIn.extend({
      goal_id: f.uuid,
      id: newCheckIn.shape.id.openapi({ description: "A UUID that you make, for this check-in." }),
    }),
    output: z.object({ check_in: CheckIn }),
    scopes: ["goals:write"],
    async run({ db, caller }, given) {
      const [check_in] = await checkIn(db, caller.id, given);
      return { check_in };
    },
  }),
];
