/** Chooses the readers of an entry, or of the entries of a notebook. */
import "./editor.css";
import { useEffect } from "preact/hooks";
import { Button, Select } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { icons, type Visibility } from "../../parts/visibility.tsx";
import { type Groups, nameOfCircle, nameOfTeam } from "../../groups.ts";
import { useGroups } from "../friends/reading.ts";
import { useRemote } from "../../remote.ts";
import { api, notebooks, type OwnEntry } from "../../service.ts";
import { words } from "../../words/editor.ts";
import { words as common } from "../../words/common.ts";
import { words as rows } from "../../words/rows.ts";

export type Shared = Pick<
  OwnEntry,
  "metadata_visibility" | "content_visibility" | "team_id" | "org_id" | "notebook_id"
>;

/** From the fewest readers to the most. */
const order = Object.keys(icons) as Visibility[];

/** The text has the readers of its title, or fewer. */
const narrower = (a: Visibility, b: Visibility) =>
  order[Math.min(...[a, b].map((each) => order.indexOf(each)))]!;

/** The name of the entry's visibility; for a private entry in a shared notebook the notebook's. */
export function nameOfSharing(
  { metadata_visibility: visibility, team_id, notebook_id }: Shared,
): string {
  const notebook = notebooks.value.find(({ id }) => id === notebook_id);
  return visibility === "user" && (notebook?.metadata_visibility ?? "user") !== "user"
    ? words.asNotebook({ name: notebook!.name })
    : visibility === "team"
    ? nameOfTeam(team_id)
    : rows.visibilities[visibility];
}

interface Readers {
  visibility: Visibility;
  /** The team of a circle, null for a team to be chosen. */
  team_id: string | null;
}

/** The readers that the user may choose: teams and organizations where there are some. */
function readersOf({ circles, hasTeams, hasOrganizations }: Groups, chosen: Visibility): Readers[] {
  const inTeam = circles.map(({ id }): Readers => ({ visibility: "team", team_id: id }));
  const hasOther = hasTeams || !circles.length;
  return [
    { visibility: "user", team_id: null },
    ...inTeam,
    ...hasOther ? [{ visibility: "team", team_id: null } as const] : [],
    ...hasOrganizations || chosen === "org" ? [{ visibility: "org", team_id: null } as const] : [],
    { visibility: "public", team_id: null },
  ];
}

export function Sharing(
  { fields, set }: { fields: Shared; set(changes: Partial<Omit<Shared, "notebook_id">>): void },
) {
  const { metadata_visibility: chosen, notebook_id } = fields;
  const text = narrower(chosen, fields.content_visibility);
  const { hasTeams, ...others } = useGroups();
  const isFriends = !hasTeams || nameOfCircle(fields.team_id) !== undefined;
  const choose = ({ visibility, team_id }: Readers) =>
    set({
      metadata_visibility: visibility,
      ...visibility === "team" && { team_id },
      // A text that was as visible as its title stays so.
      content_visibility: text === chosen ? visibility : narrower(visibility, text),
    });
  return (
    <fieldset class="sharing">
      <legend class="hidden">{words.whoSeesIt}</legend>
      {readersOf({ hasTeams, ...others }, chosen).map(({ visibility, team_id }) => (
        <label key={`${visibility} ${team_id}`}>
          <input
            type="radio"
            name="visibility"
            checked={chosen === visibility && (visibility !== "team" ||
              (team_id ? team_id === fields.team_id : !nameOfCircle(fields.team_id)))}
            onChange={() =>
              choose({ visibility, team_id })}
          />
          <Icon name={icons[visibility]} />
          {nameOfSharing({ metadata_visibility: visibility, team_id, notebook_id } as Shared)}
        </label>
      ))}
      {chosen === "team" && !nameOfCircle(fields.team_id) && (
        <Group
          kind="team"
          value={fields.team_id}
          choose={(team_id) => set({ team_id })}
        />
      )}
      {chosen === "org" && (
        <Group
          kind="organization"
          value={fields.org_id}
          choose={(org_id) => set({ org_id })}
        />
      )}
      {chosen !== "user" && (
        <details open={text !== chosen}>
          <summary>{words.more}</summary>
          <Select
            label={words.theText}
            value={text}
            onText={(value) => set({ content_visibility: value as Visibility })}
            hint={text !== chosen && words.titleOnlyHint}
          >
            {order.slice(0, order.indexOf(chosen) + 1).reverse().map((visibility) => (
              <option key={visibility} value={visibility}>
                {visibility === chosen
                  ? words.allMayRead
                  : words.mayRead[visibility === "team" && isFriends ? "friends" : visibility]}
              </option>
            ))}
          </Select>
          {chosen !== "team" && text === "team" && (
            <Group
              kind="team"
              value={fields.team_id}
              choose={(team_id) => set({ team_id })}
            />
          )}
          {chosen !== "org" && text === "org" && (
            <Group
              kind="organization"
              value={fields.org_id}
              choose={(org_id) => set({ org_id })}
            />
          )}
        </details>
      )}
    </fieldset>
  );
}
/** Chooses the team or the organization; their names come from the service. */
function Group(
  { kind, value, choose }: {
    kind: "team" | "organization";
    value: string | null;
    choose(id: string | null): void;
  },
) {
  const { hasTeams } = useGroups();
  const query = { limit: 100 };
  const { value: groups, failure, retry } = useRemote(
    async () =>
      kind === "team"
        ? (await api.get("/api/teams", { params: { query } })).teams
          .filter(({ user_role }) => user_role)
        : (await api.get("/api/organizations", { params: { query } })).organizations
          .filter(({ is_circle }) => !is_circle),
    [kind],
  );
  const texts = words.groups[kind === "team" && !hasTeams ? "friends" : kind];
  useEffect(() => {
    if (groups?.length === 1 && !value) choose(groups[0]!.id);
  }, [groups]);
  if (failure) {
    return (
      <p class="hint" role="status">
        {failure.isOffline ? texts.offline : failure.message}
        <Button look="quiet" onClick={retry}>{common.tryAgain}</Button>
      </p>
    );
  }
  if (groups && !groups.length) return <p class="hint">{texts.none}</p>;
  return (
    <Select
      label={texts.which}
      value={value ?? ""}
      onText={(id) => choose(id || null)}
      required
      disabled={!groups}
    >
      <option value="">{groups ? words.choose : words.loading}</option>
      {groups?.map(({ id, name }) => <option key={id} value={id}>{nameOfCircle(id) ?? name}
      </option>)}
    </Select>
  );
}
