import { OpenAPIHono, z } from "@hono/zod-openapi";
import * as f from "../fields/basic.ts";
import { orgRole } from "../fields/organization.ts";
import { type Group, part, partsOf } from "./declare.ts";
import { addExamples, echoRequest, type Media, type Schema } from "./examples.ts";
import {
  audiences,
  callers,
  headers,
  notModified,
  parameters,
  securitySchemes,
  tagGroups,
} from "./operation.ts";
import { refusal } from "./refusals.ts";
import { ErrorBody, refusals } from "./shared-refusals.ts";
import { ok } from "./route.ts";

type Groups = Readonly<Record<string, Group>>;

interface DocumentOptions {
  title: string;
  /** Semantic version of the interface. */
  version: string;
  /** Markdown: how to begin. */
  description: string;
  /** The groups under `/api`. */
  groups: Groups;
  /** Groups that are served by their own function only, outside `/api`. */
  outside: Groups;
  /** The requests that the service posts to addresses of users, by the kind of event. */
  sent: () => Promise<Record<string, Sent>>;
}

interface Sent {
  summary: string;
  description: string;
  schema: z.ZodObject;
}

/** The tag of the document's own route. */
const SELF = "openapi.json";

/**
 * The group that answers `GET /openapi.json`: the OpenAPI 3.1 document of the service, built from
 * the routes at the first request.
 */
export function openapi(options: DocumentOptions): Group {
  const routes = part();
  const self: Group = { description: "This document", parts: () => [{ routes }] };
  let document: OpenApiDocument | undefined;
  routes.add("GET /openapi.json", {
    auth: "none",
    operationId: "getOpenApiDocument",
    summary: "Get the OpenAPI document of the service",
    query: z.object({
      audience: z.enum(audiences).optional().openapi({
        description:
          "The operations with this `x-audience` alone: `app` is what people and their " +
          "programs call.",
        example: "app",
      }),
    }),
    answer: ok(
      "The OpenAPI 3.1 document",
      z.record(z.string(), z.unknown()).openapi({ type: "object" }),
      { openapi: "3.1.0" },
    ),
  }, async ({ query: { audience } }) => {
    const all = { ...options, groups: { ...options.groups, [SELF]: self } };
    document ??= await buildDocument(all);
    return { ...(audience ? documentFor(audience, document, all) : document) };
  });
  return self;
}

// The types are those of OpenAPI 3.0, where a license has no SPDX identifier.
const LICENSE = { name: "Proprietary", identifier: "LicenseRef-Proprietary" };

/** Loads the groups and builds the document. */
export async function buildDocument(options: DocumentOptions): Promise<OpenApiDocument> {
  const all = new OpenAPIHono();
  const [outside, groups] = await Promise.all(
    [options.outside, options.groups].map((each) => Promise.all(Object.values(each).map(partsOf))),
  );
  for (const routes of outside!.flat()) all.route("/", routes);
  for (const routes of groups!.flat()) all.route("/api", routes);
  for (const [path, { schema, ...words }] of Object.entries(await options.sent())) {
    all.openAPIRegistry.registerWebhook({
      ...words,
      method: "post",
      path,
      operationId: `on${path[0]!.toUpperCase()}${path.slice(1)}`,
      // The receiver verifies the signature.
      security: [],
      request: { body: { required: true, content: { "application/json": { schema } } } },
      responses: {
        200: { description: "Delivered; so is every other 2xx" },
        "4XX": {
          description: "Tried again later, as every other answer; 410 turns the webhook off",
        },
      },
    });
  }
  registerShared(all.openAPIRegistry);
  const generated: unknown = all.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      license: LICENSE,
    },
    servers: [{ url: "/functions/v1", description: "The project that serves this document" }],
    tags: tagsOf(options),
  });
  const document = generated as OpenApiDocument;
  Object.assign(document.components.securitySchemes!, signatureSchemes(document));
  const schemas = document.components.schemas as Record<string, Schema>;
  allowNull(document);
  for (const operation of operations(document)) {
    const media = mediaOf(operation);
    addExamples(media, schemas);
    const sent = operation.requestBody?.content?.["application/json"];
    if (sent) echoRequest(sent, media.filter((each) => each !== sent));
  }
  return { ...withoutUnused(document), ...grouped(document, options) };
}

/** The part of a document that one audience needs. */
function documentFor(
  audience: (typeof audiences)[number],
  document: OpenApiDocument,
  options: DocumentOptions,
): OpenApiDocument {
  const part = structuredClone(document);
  const paths = Object.entries(part.paths).map(([path, methods]) =>
    [
      path,
      Object.fromEntries(
        Object.entries(methods).filter(([, operation]) => operation["x-audience"] === audience),
      ),
    ] as const
  );
  if (audience !== "app") part.webhooks = {};
  part.paths = Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0));
  return { ...withoutUnused(part), ...grouped(part, options) };
}

interface Operation {
  tags: string[];
  "x-audience": (typeof audiences)[number];
  security?: Record<string, unknown>[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content?: Record<string, Media>;
}

/** The parts of a document that are read here. */
interface OpenApiDocument {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
}

const operations = ({ paths }: OpenApiDocument): Operation[] =>
  Object.values(paths).flatMap((path) => Object.values(path));

/** The bodies and the successful answers of an operation. */
function mediaOf({ requestBody, responses }: Operation): Media[] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return [requestBody, ...answers.map(([, answer]) => answer)]
    .flatMap((each) => Object.values(each?.content ?? {}));
}

const tagsOf = ({ outside, groups }: DocumentOptions) => [
  ...Object.entries({ ...outside, ...groups }).map(([name, { description }]) => ({
    name,
    description,
  })),
  ...Object.entries(callers).map(([name, description]) => ({ name, description })),
];

/** The tags that operations have, and their groups. */
function grouped(document: OpenApiDocument, { outside, groups }: DocumentOptions) {
  const used = new Set(operations(document).flatMap(({ tags }) => tags));
  return {
    tags: document.tags.filter(({ name }) => used.has(name)),
    "x-tagGroups": tagGroups(Object.keys(groups).filter((name) => name !== SELF), [
      ...Object.keys(outside),
      SELF,
    ])
      .map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) }))
      .filter(({ tags }) => tags.length > 0),
  };
}

/**
 * Rewrites each `X.nullable()` of a named schema X: the library writes it as X and, at the same
 * time, as possibly null, which nothing but X fulfils.
 */
function allowNull(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  Object.values(node).forEach(allowNull);
  const schema = node as Schema;
  const [named, addition, ...more] = schema.allOf ?? [];
  if (!named?.$ref || !addition || more.length > 0) return;
  const { type, ...rest } = addition;
  if (![type].flat().includes("null") || rest.properties) return;
  delete schema.allOf;
  Object.assign(schema, { anyOf: [named, { type: "null" }], ...rest });
}

/**
 * Schemas that several routes describe, each in its own words. They are registered first, because
 * the description of the first route would otherwise become the schema's.
 */
const schemas = { ErrorBody, UserRole: f.userRole, OrgRole: orgRole, QueryFlag: f.queryFlag };

function registerShared(registry: OpenAPIHono["openAPIRegistry"]): void {
  for (const [name, schema] of Object.entries(schemas)) registry.register(name, schema);
  for (const [name, header] of Object.entries(headers)) {
    registry.registerComponent("headers", name, header);
  }
  for (const each of refusals) registry.registerComponent("responses", each.name, refusal(each));
  registry.registerComponent("responses", "NotModified", notModified);
  for (const [name, parameter] of Object.entries(parameters)) {
    registry.registerComponent("parameters", name, parameter);
  }
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
}

/** The security schemes of webhooks: one for each signature header of a route. */
function signatureSchemes(document: OpenApiDocument) {
  const names = [...securityNames(document)].filter((name) => !(name in securitySchemes));
  return Object.fromEntries(names.map((name) => [name, {
    type: "apiKey",
    in: "header",
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    description: "The sender's signature over the raw body.",
  }]));
}

function securityNames(document: OpenApiDocument): Set<string> {
  return new Set(
    operations(document).flatMap(({ security = [] }) => security.flatMap(Object.keys)),
  );
}

/** Removes shared parts without a reference from a route or from another part. */
function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const schemes = securityNames(document);
  let removed: boolean;
  do {
    removed = false;
    const references = JSON.stringify(document);
    for (const [kind, parts] of Object.entries(document.components)) {
      for (const name of Object.keys(parts)) {
        const used = kind === "securitySchemes"
          ? schemes.has(name)
          : references.includes(`"#/components/${kind}/${name}"`);
        if (used) continue;
        delete parts[name];
        removed = true;
      }
    }
  } while (removed);
  return document;
}
