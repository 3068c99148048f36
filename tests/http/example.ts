import { z } from "@hono/zod-openapi";
import {
  date,
  description,
  idParam,
  message,
  partial,
  timestamp,
  title,
  uuid,
} from "../../shared/http/fields.ts";
import { found, must } from "../../shared/database/results.ts";
import { group } from "../../shared/http/group.ts";
import { keyset, pageOf, pageQuery } from "../../shared/http/pages.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group("goals", "Accountability goals and their check-ins");

const status = z.enum(["active", "paused", "completed", "abandoned"]);

const Goal = z.object({
  id: uuid,
  user_id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  target_date: date.nullable(),
  status,
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Goal");

const fields = z.object({
  title,
  description: description.nullish(),
  target_date: date.nullish(),
});
const columns = "id, user_id, title, description, target_date, status, created_at, updated_at";
const newestFirst = keyset({ created_at: "timestamp", id: "uuid" });

routes.openapi(
  route({
    method: "get",
    path: "/goals",
    auth: "user",
    operationId: "listGoals",
    summary: "The caller's goals, newest first",
    query: pageQuery.extend({ status: status.optional() }),
    answer: { description: "One page of goals", schema: pageOf("goals", Goal) },
  }),
  async (c) => {
    const { limit, cursor, status } = c.req.valid("query");
    let query = c.var.db.from("goals").select(columns);
    if (status) query = query.eq("status", status);
    const rows = must(await newestFirst.apply(query, { limit, cursor }));
    return c.json(newestFirst.page("goals", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/goals/{id}",
    auth: "user",
    operationId: "getGoal",
    summary: "One goal",
    params: idParam,
    answer: { description: "The goal", schema: z.object({ goal: Goal }) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("goals").select(columns).eq("id", id).maybeSingle();
    return c.json({ goal: found(row, "Goal") }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/goals",
    auth: "user",
    operationId: "createGoal",
    summary: "Creates a goal",
    body: fields,
    answer: { status: 201, description: "The goal", schema: z.object({ goal: Goal }) },
  }),
  async (c) => {
    const body = c.req.valid("json");
    const goal = must(await c.var.db.from("goals").insert(body).select(columns).single());
    return c.json({ goal }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/goals/{id}",
    auth: "user",
    operationId: "updateGoal",
    summary: "Changes a goal",
    params: idParam,
    body: partial(fields.extend({ status })),
    answer: { description: "The goal", schema: z.object({ goal: Goal }) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const change = c.var.db.from("goals").update(c.req.valid("json")).eq("id", id);
    return c.json({ goal: found(await change.select(columns).maybeSingle(), "Goal") }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/goals/{id}",
    auth: "user",
    operationId: "deleteGoal",
    summary: "Deletes a goal",
    params: idParam,
    answer: { description: "It is gone", schema: message, example: { message: "Goal deleted" } },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    found(await c.var.db.from("goals").delete().eq("id", id).select("id").maybeSingle(), "Goal");
    return c.json({ message: "Goal deleted" }, 200);
  },
);
