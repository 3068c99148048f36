import { addressesOf } from "../../shared/base/resources.ts";
import { ProtectedResource, protectedResource } from "../../shared/fields/protected-resource.ts";
import { scope } from "../../shared/fields/scope.ts";
import { ok, part, z } from "../../shared/http/declare.ts";

/** The metadata of the API, for programs that sign in. */
export const routes = part();

routes.add("GET /.well-known/oauth-protected-resource", {
  auth: "none",
  operationId: "getApiResource",
  summary: "Get how programs sign in for the API",
  description: "The metadata of RFC 9728.",
  query: z.looseObject({}),
  answer: ok("The metadata", ProtectedResource),
}, () => protectedResource(addressesOf("api")[0]!, scope.options));
