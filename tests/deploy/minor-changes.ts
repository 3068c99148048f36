/** Changes of the document that a minor version may make. */
import type { Change } from "./interface-parts.ts";

export const minors: [string, Change][] = [
  ["changes nothing", () => {}],
  ["adds a path", (d) => d.paths["/api/aims"] = d.paths["/api/goals"]],
  ["adds an operation", (d) => d.paths["/api/goals"].put = d.create],
  ["marks an operation as deprecated", (d) => d.create.deprecated = true],
  ["adds an optional field", (d) => d.body.properties.color = { type: "string" }],
  [
    "adds an optional parameter",
    (d) => d.list.parameters.push({ name: "team", in: "query", required: false, schema: {} }),
  ],
  ["adds an optional body", (d) => {
    d.paths["/api/goals/{id}"].delete.requestBody = { ...d.create.requestBody, required: false };
  }],
  ["requires no field", (d) => d.body.required = []],
  ["takes null", (d) => d.body.properties.title.type = ["string", "null"]],
  ["takes fractions", (d) => d.limit.schema.type = "number"],
  ["takes another value", (d) => d.entry.metadata_visibility.enum.push("friends")],
  ["takes any value", (d) => delete d.entry.metadata_visibility.enum],
  [
    "takes longer and shorter texts",
    (d) => Object.assign(d.body.properties.title, { minLength: 0, maxLength: 300 }),
  ],
  [
    "takes larger and smaller numbers",
    (d) => Object.assign(d.limit.schema, { minimum: 0, maximum: 200 }),
  ],
  ["takes any length", (d) => delete d.body.properties.title.maxLength],
  ["adds a field of an answer", (d) => {
    d.goal.properties.color = { type: ["string", "null"] };
    d.goal.required.push("color");
  }],
  ["adds a value of an answer", (d) =>
    d.goal.properties.status = {
      type: "string",
      enum: [...d.schemas.GoalStatus.enum, "paused"],
    }],
  ["never answers null", (d) => d.goal.properties.target_date.type = "string"],
  ["always answers a field", (d) => d.schemas.ErrorBody.required.push("fields")],
  ["names a schema that has had no name", (d) => {
    d.schemas.NewGoal = structuredClone(d.body);
    d.create.requestBody.content["application/json"].schema = {
      $ref: "#/components/schemas/NewGoal",
    };
  }],
  ["writes null otherwise", (d) =>
    d.goal.properties.target_date = {
      anyOf: [{ type: "string", format: "date" }, { type: "null" }],
    }],
  ["adds an event", (d) =>
    d.schemas.ChatEvent.anyOf.push({
      type: "object",
      properties: { tool: { type: "string" } },
      required: ["tool"],
    })],
  ["adds a header of an answer", (d) => d.answer.headers.ETag = d.answer.headers["x-request-id"]],
  ["adds a refusal", (d) => d.create.responses["423"] = d.create.responses["409"]],
  ["adds a code", (d) => d.schemas.ErrorCode.enum.push("too_early")],
  ["takes another credential", (d) => d.create.security.push({ personalToken: ["goals:write"] })],
  ["asks for no credential", (d) => d.create.security = []],
];
