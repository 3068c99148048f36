import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import {
  date,
  description,
  idParam,
  message,
  partial,
  timestamp,
  title,
  uuid,
} from "../../shared/fields/basic.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** The routes below `/admin/roadmap`. */
export const roadmap = part();

const status = z.enum(["planned", "in_progress", "done", "dropped"]).openapi("RoadmapStatus");
const priority = z.enum(["low", "medium", "high"]).openapi("RoadmapPriority");

const RoadmapTask = z.object({
  id: uuid,
  title: z.string().openapi({ example: "Import from other journals" }),
  description: z.string().openapi({ example: "JSON and CSV first." }),
  status,
  priority,
  target_date: date.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("RoadmapTask");

const fields = z.object({
  title: title.openapi({ example: "Import from other journals" }),
  description: description.optional(),
  status: status.optional().openapi({ description: "Default `planned`." }),
  priority: priority.optional().openapi({ description: "Default `medium`." }),
  target_date: date.nullable().optional(),
});

const missing = {
  404: { description: "The task does not exist.", example: "Roadmap task not found" },
};

const oneTask = z.object({ task: RoadmapTask });

roadmap.openapi(
  route({
    method: "get",
    path: "/admin/roadmap",
    auth: "super_admin",
    operationId: "listRoadmapTasks",
    summary: "List roadmap tasks, newest first",
    query: pageQuery.extend({
      status: status.optional().openapi({ description: "Only tasks with this status." }),
    }),
    answer: ok("A page of tasks", pageOf("tasks", RoadmapTask)),
  }),
  async (c) => {
    const { limit, cursor, status } = c.req.valid("query");
    let query = c.var.db.from("roadmap_tasks").select();
    if (status) query = query.eq("status", status);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("tasks", rows, limit), 200);
  },
);

roadmap.openapi(
  route({
    method: "post",
    path: "/admin/roadmap",
    auth: "super_admin",
    operationId: "createRoadmapTask",
    summary: "Create a roadmap task",
    body: json(fields),
    answer: created("The new task", oneTask),
  }),
  async (c) => {
    const task = c.var.db.rpc("create_roadmap_task", { p_fields: c.req.valid("json") });
    return c.json({ task: must(await task) }, 201);
  },
);

roadmap.openapi(
  route({
    method: "put",
    path: "/admin/roadmap/{id}",
    auth: "super_admin",
    operationId: "updateRoadmapTask",
    summary: "Update a roadmap task",
    description: "Changes the given fields only.",
    params: idParam,
    body: json(partial(fields)),
    answer: ok("The updated task", oneTask),
    refusals: missing,
  }),
  async (c) => {
    const task = c.var.db.rpc("update_roadmap_task", {
      p_id: c.req.valid("param").id,
      p_fields: c.req.valid("json"),
    });
    return c.json({ task: must(await task) }, 200);
  },
);

roadmap.openapi(
  route({
    method: "delete",
    path: "/admin/roadmap/{id}",
    auth: "super_admin",
    operationId: "deleteRoadmapTask",
    summary: "Delete a roadmap task",
    params: idParam,
    answer: ok("The task was deleted", message, { message: "Roadmap task deleted" }),
    refusals: missing,
  }),
  async (c) => {
    must(await c.var.db.rpc("delete_roadmap_task", { p_id: c.req.valid("param").id }));
    return c.json({ message: "Roadmap task deleted" }, 200);
  },
);
