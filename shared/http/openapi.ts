import { OpenAPIHono, z } from "@hono/zod-openapi";
import { ok } from "./answers.ts";
import { type Group, group } from "./group.ts";
import { headers, notModified, parameters } from "./openapi-headers.ts";
import { ErrorBody, refusal, refusals, securitySchemes } from "./openapi-parts.ts";
import { route } from "./route.ts";

export interface DocumentOptions {
  title: string;
  /** Semantic version of the interface. */
  version: string;
  description: string;
  /** The groups under `/api`. */
  groups: Group[];
  /** Groups that are served by their own function only, outside `/api`. */
  outside: Group[];
}

/**
 * The group that answers `GET /openapi.json`: the OpenAPI 3.1 document of the service, built from
 * the routes at the first request.
 */
export function openapi(options: DocumentOptions): Group {
  const self = group("openapi.json", "This document");
  let document: OpenApiDocument | undefined;
  self.openapi(
    route({
      method: "get",
      path: "/openapi.json",
      auth: "none",
      operationId: "getOpenApiDocument",
      summary: "Get the OpenAPI document of the service",
      answer: ok(
        "The OpenAPI 3.1 document",
        z.record(z.string(), z.unknown()).openapi({ type: "object" }),
        { openapi: "3.1.0" },
      ),
    }),
    (c) => {
      document ??= buildDocument({ ...options, groups: [...options.groups, self] });
      return c.json({ ...document }, 200);
    },
  );
  return self;
}

// The types are those of OpenAPI 3.0, where a license has no SPDX identifier.
const LICENSE = { name: "Proprietary", identifier: "LicenseRef-Proprietary" };

/** Builds the document. */
export function buildDocument(options: DocumentOptions): OpenApiDocument {
  const all = new OpenAPIHono();
  for (const routes of options.outside) all.route("/", routes);
  for (const routes of options.groups) all.route("/api", routes);
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
    tags: [...options.outside, ...options.groups].map(({ tag }) => tag),
  });
  const document = generated as OpenApiDocument;
  Object.assign(document.components.securitySchemes!, signatureSchemes(document));
  return withoutUnused(document);
}

/** The parts of a document that are read here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  components: Record<string, Record<string, unknown>>;
}

function registerShared(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.register("ErrorBody", ErrorBody);
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

function securityNames({ paths }: OpenApiDocument): Set<string> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
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
