/** Settings that connect assistants, in the forms that their programs read (docs/agents.md). */
import { url } from "../../../service.ts";

/** The address of the Model Context Protocol. */
export const address = `${url}/functions/v1/api/mcp`;

const lines = (value: unknown) => JSON.stringify(value, null, 2);

export function snippets(token: string) {
  const server = { url: address, headers: { Authorization: `Bearer ${token}` } };
  return {
    file: lines({ mcpServers: { journal: server } }),
    code: lines({ servers: { journal: { type: "http", ...server } } }),
    claude: `claude mcp add --transport http journal "${address}" \\\n` +
      `  --header "Authorization: Bearer ${token}"`,
  };
}
