import { openapi } from "../../shared/http/document.ts";
import { authorization, groups, health, sent } from "../groups.ts";
import { introduction } from "./introduction.ts";

/** The group of the OpenAPI document. */
export const document = openapi({
  title: "Journaling, accountability and rewards",
  version: "1.0.0",
  description: introduction,
  groups,
  outside: { health, authorization },
  sent,
});

/** The groups that the front door serves under `/api`. */
export const mounted = { ...groups, "openapi.json": document };
