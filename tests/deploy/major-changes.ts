/** Changes of the document that only a major version may make, with the findings about each. */
import type { Json } from "../../tools/compatible.ts";
import { type Change, without } from "./interface-parts.ts";

const CREATE = "POST /api/goals";
const BODY = `${CREATE} request.body.application/json`;
const GOAL = `${CREATE} answer.201.application/json.goal`;
const LIST = "GET /api/goals";
const ENTRY = "POST /api/journal request.body.application/json";

export const majors: [string, Change, string][] = [
  // Routes.
  ["removes a path", (d) => delete d.paths["/api/goals"], `${LIST} is gone`],
  ["removes an operation", (d) => delete d.paths["/api/goals"].post, `${CREATE} is gone`],
  ["renames a path", (d) => {
    d.paths["/api/aims"] = d.paths["/api/goals"];
    delete d.paths["/api/goals"];
  }, `${CREATE} is gone`],
  [
    "renames an operation",
    (d) => d.create.operationId = "addGoal",
    `${CREATE} operationId: is another`,
  ],
  // Answers.
  ["removes a field", (d) => delete d.goal.properties.title, `${GOAL}.title: is gone`],
  ["renames a field", (d) => {
    d.goal.properties.name = d.goal.properties.title;
    delete d.goal.properties.title;
    d.goal.required = [...without(d.goal.required, "title"), "name"];
  }, `${GOAL}.title: is gone`],
  [
    "leaves out a field",
    (d) => d.goal.required = without(d.goal.required, "title"),
    `${GOAL}.title: may be left out`,
  ],
  [
    "answers null",
    (d) => d.goal.properties.title.type = ["string", "null"],
    `${GOAL}.title: may be null`,
  ],
  [
    "answers null beside a named schema",
    (d) => d.goal.properties.status = { anyOf: [d.goal.properties.status, { type: "null" }] },
    `${GOAL}.status: may be null`,
  ],
  [
    "answers another type",
    (d) => d.goal.properties.version.type = "string",
    `${GOAL}.version: may be string`,
  ],
  [
    "answers fractions",
    (d) => d.goal.properties.version.type = "number",
    `${GOAL}.version: may be number`,
  ],
  [
    "answers anything",
    (d) => delete d.goal.properties.version.type,
    `${GOAL}.version: may be any`,
  ],
  [
    "answers another format",
    (d) => d.goal.properties.created_at.format = "date",
    `${GOAL}.created_at: has another format`,
  ],
  [
    "removes a value",
    (d) => d.goal.properties.status = { type: "string", enum: ["active"] },
    `${GOAL}.status: the value "completed" is gone`,
  ],
  [
    "answers another object in place of the only one",
    (d) => d.goal.properties.last_check_in.anyOf.push({ type: "object" }),
    `${GOAL}.last_check_in.status: is gone`,
  ],
  [
    "removes an event",
    (d) => d.schemas.ChatEvent.anyOf.shift(),
    [
      "POST /api/chat/messages answer.200.text/event-stream.delta: is gone",
    ][0]!,
  ],
  [
    "answers other items",
    (d) =>
      d.list.responses["200"].content["application/json"].schema.properties.goals.items = {
        type: "string",
      },
    `${LIST} answer.200.application/json.goals[]: may be string`,
  ],
  ["answers another media type", (d) => {
    d.answer.content["text/plain"] = d.answer.content["application/json"];
    delete d.answer.content["application/json"];
  }, `${CREATE} answer.201.application/json: is gone`],
  [
    "removes a header of an answer",
    (d) => delete d.answer.headers["Idempotent-Replayed"],
    `${CREATE} answer.201.Idempotent-Replayed: is gone`,
  ],
  // Requests.
  ["requires a new field", (d) => {
    d.body.properties.color = { type: "string" };
    d.body.required.push("color");
  }, `${BODY}.color: is required`],
  ["requires a field", (d) => d.body.required.push("id"), `${BODY}.id: is required`],
  ["requires a body", (d) => {
    d.paths["/api/goals/{id}"].delete.requestBody = d.create.requestBody;
  }, "DELETE /api/goals/{id} request.body: is required"],
  ["takes no field", (d) => delete d.body.properties.id, `${BODY}.id: is gone`],
  [
    "takes no unknown field",
    (d) => d.body.additionalProperties = false,
    `${BODY}.*: is gone`,
  ],
  ["takes no null", (d) => d.body.properties.id.type = "string", `${BODY}.id: takes no null`],
  [
    "takes another type",
    (d) => d.body.properties.title.type = "integer",
    `${BODY}.title: takes no string`,
  ],
  [
    "takes no value",
    (d) => d.entry.metadata_visibility.enum = ["user", "team", "public", null],
    `${ENTRY}.metadata_visibility: the value "org" is gone`,
  ],
  [
    "takes values of a list",
    (d) => d.body.properties.title.enum = ["Run"],
    `${BODY}.title: takes only some values`,
  ],
  [
    "takes shorter texts",
    (d) => d.body.properties.title.maxLength = 100,
    `${BODY}.title: has maxLength 100`,
  ],
  [
    "takes longer texts",
    (d) => d.body.properties.title.minLength = 2,
    `${BODY}.title: has minLength 2`,
  ],
  [
    "takes fewer items",
    (d) => d.entry.tags.maxItems = 10,
    `${ENTRY}.tags: has maxItems 10`,
  ],
  [
    "takes other items",
    (d) => d.entry.tags.items.maxLength = 10,
    `${ENTRY}.tags[]: has maxLength 10`,
  ],
  [
    "takes smaller numbers",
    (d) => d.limit.schema.maximum = 50,
    `${LIST} request.query limit: has maximum 50`,
  ],
  [
    "takes larger numbers",
    (d) => d.limit.schema.minimum = 2,
    `${LIST} request.query limit: has minimum 2`,
  ],
  [
    "asks for a pattern",
    (d) => d.body.properties.title.pattern = "^[A-Z]",
    `${BODY}.title: has another pattern`,
  ],
  [
    "asks for a format",
    (d) => d.body.properties.title.format = "uri",
    `${BODY}.title: has another format`,
  ],
  [
    "changes a default",
    (d) => d.limit.schema.default = 20,
    `${LIST} request.query limit: has another default`,
  ],
  [
    "takes no parameter",
    (d) => d.list.parameters = d.list.parameters.filter((each: Json) => each !== d.limit),
    `${LIST} request.query limit: is gone`,
  ],
  [
    "requires a parameter",
    (d) => d.limit.required = true,
    `${LIST} request.query limit: is required`,
  ],
  [
    "requires a new parameter",
    (d) =>
      d.list.parameters.push({
        name: "team",
        in: "query",
        required: true,
        schema: { type: "string" },
      }),
    `${LIST} request.query team: is required`,
  ],
  [
    "requires a shared header",
    (d) => d.parameters.IdempotencyKey.required = true,
    `${CREATE} request.header Idempotency-Key: is required`,
  ],
  ["takes no media type", (d) => {
    const { content } = d.paths["/api/user/avatar"].post.requestBody;
    content["image/webp"] = content["multipart/form-data"];
    delete content["multipart/form-data"];
  }, "POST /api/user/avatar request.body.multipart/form-data: is gone"],
  [
    "asks for a role",
    (d) => d.list.security = [{ accessToken: ["super_admin"] }],
    `${LIST} security: {"accessToken":[]} does not suffice`,
  ],
  [
    "asks who calls",
    (d) => d.paths["/api/lab/calculators"].get.security = [{ accessToken: [] }],
    "GET /api/lab/calculators security: {} does not suffice",
  ],
  // Error codes.
  ["answers another status", (d) => {
    d.create.responses["202"] = d.answer;
    delete d.create.responses["201"];
  }, `${CREATE} answer.201: is gone`],
  ["refuses with another status", (d) => {
    d.create.responses["422"] = d.create.responses["409"];
    delete d.create.responses["409"];
  }, `${CREATE} answer.409: is gone`],
  [
    "removes a code",
    (d) => d.schemas.ErrorCode.enum = without(d.schemas.ErrorCode.enum, "conflict"),
    "code conflict: is gone",
  ],
  [
    "removes a field of all refusals",
    (d) => delete d.schemas.ErrorBody.properties.error,
    `${CREATE} answer.401.application/json.error: is gone`,
  ],
];
