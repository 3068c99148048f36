/** The beginning of the OpenAPI document, in Markdown. */
export const introduction = `
The REST interface of a journaling, accountability and rewards app.

## Sign in

People sign in with the identity provider, most simply with \`supabase-js\` and the project's
publishable key. The requests carry the session's access token:

\`\`\`http
GET /functions/v1/api/user/profile
Authorization: Bearer <access token>
\`\`\`

A token lives for an hour; \`supabase-js\` refreshes it. After a 401 refresh the session once, then
ask for a new sign-in.

Programs without a screen carry a personal token instead (\`jt_...\`), which the user makes with
\`POST /api/user/tokens\`. An operation takes it when it has \`x-scopes\`; all others answer 403
\`token_refused\`. A token without all of these scopes gets 403 \`scope_missing\`.

## Addresses

Every route has two addresses: \`/api/goals\` in the function \`api\`, which serves all groups, and
\`/goals\` in the group's own function, for \`supabase.functions.invoke("goals")\`. Both behave
alike. This document lists the first. Routes with a code in their address, such as
\`/api/shared/{code}\`, have only the first.

## Names

Fields have names in snake case, like the columns of the tables. The workout window also has names in
camel case: in requests (\`activityType\`), whose rows have the column's name in the answer
(\`activity_type\`), and for what no column holds (\`teamColor\`).

## Pages

A list answers \`{<plural>: [...], next_cursor}\`. Send \`next_cursor\` as \`cursor\` to get the next
page; it is null on the last one. \`limit\` is 1 to 100, by default 50 (search of people: 10, by
default 10). Rows that are added or
deleted between two pages shift nothing. A list of one date, such as a chain, comes whole.

## Errors

Every refusal is \`{error, code, fields?}\`. \`error\` is for people. \`code\` is stable and for
programs. \`fields\` names what is wrong with each field of the input. A hidden object answers 404,
like a missing one. An unknown query parameter is 400; unknown fields of a body are ignored.
Quote the header \`x-request-id\` to support.

## Repeating a request

Every POST of a signed-in user but \`/api/mcp\` takes an \`Idempotency-Key\`: a new random text for each action. Sent
again with the same key and body within 24 hours, the request gets the first answer, with
\`Idempotent-Replayed: true\`, and has no further effect. PUT and DELETE are safe to repeat.

## Limits

300 requests a minute for each user, and for each personal token, with \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` in every answer. Some actions have limits of their own. Requests that are
refused, or fail because a provider does not answer, do not count towards these. Past a limit the
answer is 429, with the seconds to wait in \`Retry-After\`. A JSON body has at most 1 MB. Times are ISO 8601 in
UTC.

## Offline

A device gives its objects an id and a time (\`written_at\`). \`ETag\` and \`If-Match\` keep one
device from overwriting another.

## Versions

The version of this document is semantic: a new minor version adds routes, fields and codes, so
ignore unknown fields. A route is marked deprecated and answers the header \`Deprecation\` for 90
days before it goes.
`.trim();
