import { log } from "../../shared/base/log.ts";
import { done, json, part, z } from "../../shared/http/declare.ts";
import { placesOf, withoutContent } from "./without-content.ts";

/** Errors of the web app, for the log of the service. */
export const routes = part();

routes.add("POST /client-errors", {
  auth: "none",
  limit: "client_errors",
  operationId: "reportClientError",
  summary: "Write an error of the web app into the log",
  description: "The log gets the message and the places of the stack, without quoted texts, " +
    "addresses of mail, ids and query strings. The app sends a share of its errors, each message " +
    "once while the page is open. 10 requests a minute for each address.",
  body: json(
    z.object({
      message: z.string().min(1).max(500).openapi({
        example: "Cannot read properties of undefined (reading 'title')",
      }),
      stack: z.string().max(4000).optional().openapi({
        example: "TypeError: Cannot read properties of undefined (reading 'title')\n" +
          "    at Row (https://app.example.com/assets/index-B1x2.js:1:2345)",
      }),
      release: z.string().regex(/^[\w.+-]{1,80}$/).optional().openapi({
        description: "The build of the app.",
        example: "1.0.0+0123abc",
      }),
    }),
    { maxBytes: 20_000 },
  ),
  answer: { ...done("Received"), status: 202 },
}, ({ c, body: { message, stack, release } }) => {
  log("warn", "client error", {
    request_id: c.get("requestId"),
    error: { message: withoutContent(message), stack: stack && placesOf(stack) },
    release,
  });
  return c.json({ message: "Received" }, 202);
});
