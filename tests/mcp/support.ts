/** Messages of the Model Context Protocol, as a client posts them. */
import type { Api } from "../support/people.ts";

export const path = "/api/mcp";

/** Posts a request; the answer of the service. */
export const post = (api: Api, method: string, params: object = {}, headers = {}) =>
  api("POST", path, { jsonrpc: "2.0", id: 7, method, params }, headers);

export const MODERN = "2026-07-28";
const key = "io.modelcontextprotocol/";
/** The members of `_meta` that each request has since 2026-07-28. */
export const meta = {
  key,
  whole: { [`${key}protocolVersion`]: MODERN, [`${key}clientCapabilities`]: {} } as Record<
    string,
    unknown
  >,
};

/** Posts a request of the revision 2026-07-28; undefined leaves a header out. */
export const modern = (
  api: Api,
  method: string,
  params: { name?: string; uri?: string; _meta?: unknown; cursor?: string } = {},
  { id = 7, headers = {} }: {
    id?: string | number;
    headers?: Record<string, string | undefined>;
  } = {},
) => {
  const name = params.name ?? params.uri;
  const all = {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(name && /^[ -~]*$/.test(name) && { "mcp-name": name }),
    ...headers,
  };
  const given = Object.entries(all).filter((each): each is [string, string] => each[1] != null);
  const whole = { _meta: meta.whole, ...params };
  return api(
    "POST",
    path,
    { jsonrpc: "2.0", id, method, params: whole },
    Object.fromEntries(given),
  );
};

/** The result of a request of the revision 2026-07-28; fails unless it has a result. */
export async function ask(api: Api, method: string, params?: object) {
  const { status, body } = await modern(api, method, params);
  if (status !== 200 || !body.result) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.result;
}

/** The result of a request; fails unless it has a result. */
export async function result(api: Api, method: string, params?: object) {
  const { status, body } = await post(api, method, params);
  if (status !== 200 || !body.result) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.result;
}

/** The names of the tools that a bearer finds. */
export const toolsOf = async (api: Api): Promise<string[]> =>
  (await result(api, "tools/list")).tools.map(({ name }: { name: string }) => name);

/** The answer of a tool; fails when it refuses. */
export async function use(api: Api, name: string, given: object = {}) {
  const { isError, content, structuredContent } = await result(api, "tools/call", {
    name,
    arguments: given,
  });
  if (isError) throw new Error(content[0].text);
  return structuredContent;
}

/** Why a tool refuses: its code, or what the protocol says. */
export async function refusal(api: Api, name: string, given: object = {}) {
  const { body } = await post(api, "tools/call", { name, arguments: given });
  if (body.error) return body.error;
  if (!body.result?.isError) throw new Error(`${name} does not refuse`);
  return JSON.parse(body.result.content[0].text);
}
