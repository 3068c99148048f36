import { useState } from "preact/hooks";
import type { Answer, components } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Field, Select } from "../../../parts/controls.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { words } from "../../../words/connections.ts";
import { Choices } from "./choices.tsx";

export type Scope = components["schemas"]["Scope"];
export type Token = Answer<"/api/user/tokens", "get">["tokens"][number];

/** The areas of a journal, with the scopes of each. */
const areas: Record<keyof typeof words.areas, Scope[]> = {
  journal: ["journal:read", "journal:write"],
  goals: ["goals:read", "goals:write"],
  people: ["people:read", "people:write"],
  window: ["window:read", "window:write"],
  account: ["account:read"],
};

/** Makes a token. `onMade` gets it with its secret. */
export function TokenForm({ start, onMade }: {
  start: { name: string; scopes: Scope[] };
  onMade(token: Token): void;
}) {
  const [{ name, scopes }, setFields] = useState(start);
  const [lasts, setLasts] = useState("90");
  const { isBusy, errors, act } = useAct();
  const names: Record<Scope, string> = words.scopes;
  // Writing includes reading.
  const isIncluded = (scope: Scope) =>
    scope.endsWith(":read") && scopes.includes(scope.replace(":read", ":write") as Scope);
  const submit = (event: Event) => {
    event.preventDefault();
    return act(async () => {
      const { token } = await api.post("/api/user/tokens", {
        body: {
          name: name.trim(),
          scopes: scopes.filter((scope) => !isIncluded(scope)),
          expires_in_days: Number(lasts),
        },
      });
      onMade(token);
    });
  };
  return (
    <form onSubmit={submit}>
      <div class="columns">
        <Field
          label={words.name}
          placeholder={words.nameExample}
          value={name}
          onText={(name) => setFields({ name, scopes })}
          error={errors.name}
          maxLength={100}
          required
        />
        <Select label={words.lasts} value={lasts} onText={setLasts} error={errors.expires_in_days}>
          {[7, 30, 90, 365].map((count) => (
            <option key={count} value={count}>{words.days({ count })}</option>
          ))}
        </Select>
      </div>
      <h3>{words.mayDo}</h3>
      {(Object.keys(areas) as (keyof typeof areas)[]).map((area) => (
        <Choices
          key={area}
          title={words.areas[area].name}
          names={Object.fromEntries(
            areas[area].map((scope) => [scope, names[scope]]),
          ) as typeof names}
          chosen={scopes}
          isFixed={isIncluded}
          onChosen={(chosen) =>
            setFields({
              name,
              scopes: [...scopes.filter((scope) => !areas[area].includes(scope)), ...chosen],
            })}
        >
          <p class="hint">{words.areas[area].hint}</p>
        </Choices>
      ))}
      <Refusal errors={errors} shown={["name", "expires_in_days"]} />
      <div class="actions">
        <Button
          look="main"
          type="submit"
          isBusy={isBusy}
          disabled={isBusy || !name.trim() || !scopes.length || !isOnline.value}
        >
          {words.make}
        </Button>
      </div>
    </form>
  );
}
