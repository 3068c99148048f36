import { newestFirst } from "../../shared/fields/pages.ts";
import { created, done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/admin/roadmap`. */
export const routes = part();

const status = z.enum(["planned", "in_progress", "done", "dropped"]).openapi("RoadmapStatus");
const priority = z.enum(["low", "medium", "high"]).openapi("RoadmapPriority");

const RoadmapTask = z.object({
  id: f.uuid,
  title: z.string().openapi({ example: "Import from other journals" }),
  description: z.string().openapi({ example: "JSON and CSV first." }),
  status,
  priority,
  target_date: f.date.nullable(),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("RoadmapTask");

const roadmapFields = z.object({
  title: f.title.openapi({ example: "Import from other journals" }),
  description: f.description.optional(),
  status: status.optional().openapi({ description: "Default `planned`." }),
  priority: priority.optional().openapi({ description: "Default `medium`." }),
  target_date: f.date.nullable().optional(),
});

const notFound = { description: "The task does not exist.", example: "Roadmap task not found" };

const oneTask = z.object({ task: RoadmapTask });

routes.list("/admin/roadmap", {
  auth: "super_admin",
  operationId: "listRoadmapTasks",
  summary: "List roadmap tasks, newest first",
  filters: {
    status: status.optional().openapi({ description: "Only tasks with this status." }),
  },
  items: { tasks: RoadmapTask },
  order: newestFirst,
}, ({ db, filters: { status }, seek }) => {
  let query = db.from("roadmap_tasks").select();
  if (status) query = query.eq("status", status);
  return seek(query);
});

routes.add("POST /admin/roadmap", {
  auth: "super_admin",
  operationId: "createRoadmapTask",
  summary: "Create a roadmap task",
  body: json(roadmapFields),
  answer: created("The new task", oneTask),
}, async ({ db, body }) => {
  const task = db.rpc("create_roadmap_task", { p_fields: body });
  return { task: must(await task) };
});

routes.add("PUT /admin/roadmap/{id}", {
  auth: "super_admin",
  operationId: "updateRoadmapTask",
  summary: "Update a roadmap task",
  description: "Changes the given fields only.",
  body: json(f.partial(roadmapFields)),
  notFound,
  answer: ok("The updated task", oneTask),
}, async ({ db, params, body }) => {
  const task = db.rpc("update_roadmap_task", {
    p_id: params.id,
    p_fields: body,
  });
  return { task: must(await task) };
});

routes.add("DELETE /admin/roadmap/{id}", {
  auth: "super_admin",
  operationId: "deleteRoadmapTask",
  summary: "Delete a roadmap task",
  notFound,
  answer: done("Roadmap task deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_roadmap_task", { p_id: params.id }));
});
