/** The operations of an OpenAPI document. */
import type { Scope } from "../../shared/fields/scope.ts";

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  $ref?: string;
}

export interface Operation {
  method: string;
  /** The path in the document: `/api/goals/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  /** Details that the summary leaves out. */
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  "x-audience": "app" | "admin" | "job" | "provider";
  /** The scopes that a personal token needs: empty where any will do, absent where none may call. */
  "x-scopes"?: Scope[];
  parameters: Parameter[];
  /** Whether it takes an `Idempotency-Key`. */
  takesKey: boolean;
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Answer>;
}

export interface Answer {
  description: string;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}

export interface Document {
  openapi: string;
  info: { version: string; description: string };
  tags: { name: string }[];
  "x-tagGroups": { name: string; tags: string[] }[];
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
  operations: Operation[];
}

/** The codes that a refusal may have. */
export const codesOf = ({ content }: Answer): string[] => {
  const [, own] = content!["application/json"]!.schema!.allOf as [Schema, Schema];
  return own.properties!.code!.enum as string[];
};

/** Reads the operations of the document as the service sends it. */
export function parseDocument(
  // deno-lint-ignore no-explicit-any -- the document as JSON
  body: any,
): Document {
  const resolve = (answer: Answer & { $ref?: string }): Answer =>
    answer.$ref ? body.components.responses[answer.$ref.split("/").at(-1)!] : answer;
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, each]) => [status, resolve(each)]),
      ),
      parameters: (operation.parameters ?? []).filter(({ $ref }) => !$ref),
      takesKey: operation.parameters?.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey")) ??
        false,
    }))
  );
  return { ...body, operations };
}

/** Whether the operation requires a signed-in user. */
export const wantsUser = ({ security }: Operation) =>
  security.some((scheme) => "accessToken" in scheme);

/** Whether the operation requires a super admin. */
export const isForSuperAdmins = ({ security }: Operation) =>
  security.some(({ accessToken }) => accessToken?.includes("super_admin"));

/** Whether jobs call the operation. */
export const isForJobs = ({ security }: Operation) =>
  security.some((scheme) => "cronSecret" in scheme);

/** The path with its parameters filled in. */
export const fill = (path: string, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(value(name)));

/** The operation's other address: at its group's own function. */
export const ownAddress = (path: string) => path.replace(/^\/api\//, "/");

/** Whether the front door alone serves it: the document, and what has a code in its address. */
export const atFrontDoorOnly = ({ path }: Operation) =>
  [".well-known", "calendar", "client-errors", "metrics", "openapi.json", "shared"]
    .includes(ownAddress(path).split("/")[1]!);

/** A valid body: the example in the document; undefined when the operation takes no JSON. */
export const exampleBody = ({ requestBody }: Operation): unknown =>
  requestBody?.content["application/json"]?.example;
