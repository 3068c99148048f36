import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { copy } from "../../../parts/new-link.tsx";
import { syncNow } from "../../../session.ts";
import { words } from "../../../words/connections.ts";
import { type Token, TokenForm } from "./token-form.tsx";
import { url } from "../../../service.ts";

/** Connects an assistant: a token, and the lines for its program. */
export function Assistants({ token, onMade }: {
  /** The token that has just been made, with its secret. */
  token?: Token;
  onMade(token: Token): void;
}) {
  const clients = snippets(token?.secret ?? words.tokenGoesHere);
  return (
    <>
      <p>{words.assistantsHint}</p>
      <Card title={words.signsInItself} icon="link">
        <p class="hint">{words.signsInItselfHint}</p>
        <pre class="address">{address}</pre>
      </Card>
      <Card title={words.firstToken} icon="lock">
        {token?.secret ? <p>{words.tokenIsIn({ name: token.name })}</p> : (
          <>
            {token && <p class="error">{words.tokenLost}</p>}
            <p class="hint">{words.readsTheWeb}</p>
            <TokenForm
              start={{ name: words.assistantName, scopes: ["journal:read", "goals:read"] }}
              onMade={(token) => {
                onMade(token);
                say(words.tokenMade({ name: token.name }));
                syncNow();
              }}
            />
          </>
        )}
      </Card>
      <Card title={words.thenAddress} icon="spark">
        <Snippet name={words.address} hint={words.addressHint} text={address} />
        {(Object.keys(clients) as (keyof typeof clients)[]).map((client) => (
          <Snippet key={client} {...words.clients[client]} text={clients[client]} />
        ))}
      </Card>
    </>
  );
}

const Snippet = ({ name, hint, text }: { name: string; hint: string; text: string }) => (
  <section class="snippet" aria-label={name}>
    <header>
      <h3>{name}</h3>
      <Button
        onClick={() =>
          copy(text)}
        aria-label={words.copyFor({ name })}
      >
        {words.copy}
      </Button>
    </header>
    <p class="hint">{hint}</p>
    <pre>{text}</pre>
  </section>
);

/** The address of the Model Context Protocol. */
const address = `${url}/functions/v1/api/mcp`;

const lines = (value: unknown) => JSON.stringify(value, null, 2);

/** Settings that connect assistants, in the forms that their programs read (docs/agents.md). */
function snippets(token: string) {
  const server = { url: address, headers: { Authorization: `Bearer ${token}` } };
  return {
    file: lines({ mcpServers: { journal: server } }),
    code: lines({ servers: { journal: { type: "http", ...server } } }),
    claude: `claude mcp add --transport http journal "${address}" \\\n` +
      `  --header "Authorization: Bearer ${token}"`,
  };
}
