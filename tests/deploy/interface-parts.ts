/** The parts of the document that tests change. */
import type { Json } from "../../tools/compatible.ts";

interface Parts {
  paths: Json;
  schemas: Json;
  responses: Json;
  parameters: Json;
  /** The operation `POST /api/goals`. */
  create: Json;
  body: Json;
  answer: Json;
  /** The operation `GET /api/goals`. */
  list: Json;
  limit: Json;
  goal: Json;
  entry: Json;
}

/** The parts of a document. It is changed where they are. */
export function partsOf({ paths, components }: Json): Parts {
  const create = paths["/api/goals"].post;
  const list = paths["/api/goals"].get;
  return {
    paths,
    ...components,
    create,
    body: create.requestBody.content["application/json"].schema,
    answer: create.responses["201"],
    list,
    limit: list.parameters.find(({ name }: Json) => name === "limit"),
    goal: components.schemas.Goal,
    entry: paths["/api/journal"].post.requestBody.content["application/json"].schema.properties,
  };
}

/** The paths of the operations that change. The comparison of all takes a second. */
export const changing = [
  "/api/goals",
  "/api/goals/{id}",
  "/api/journal",
  "/api/chat/messages",
  "/api/lab/calculators",
  "/api/user/avatar",
];

/** Changes a copy of the document. */
export type Change = (parts: Parts) => unknown;

export const without = (names: string[], name: string) => names.filter((each) => each !== name);
