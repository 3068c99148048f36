/** What assistants are told to connect, in the forms that they read (docs/agents.md). */
import { url } from "../../../service.ts";

/** Where the service speaks the Model Context Protocol. */
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
