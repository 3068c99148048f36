import "./people.css";
import "./encouragement.css";
import { path } from "../../router.ts";
import { CircleList } from "./circle-list.tsx";
import { EncouragementPane } from "./encouragement.tsx";
import { OrganizationPane } from "./organization.tsx";
import { PersonPane } from "./person.tsx";
import { TeamPane } from "./team.tsx";

const hasTwoColumns = matchMedia("(width >= 900px)");

/** Organizations, teams and people, and their messages and cheers. */
export function PeopleScreen() {
  const [, pane, id = "", part] = path.value;
  return (
    <div class={`split people ${pane ? "open" : ""}`}>
      <CircleList />
      <div class="pane">
        {pane === "team"
          ? <TeamPane key={id} id={id} part={part} />
          : pane === "organization"
          ? <OrganizationPane key={id} id={id} part={part} />
          : pane === "person"
          ? <PersonPane key={id} id={id} />
          : (pane || hasTwoColumns.matches) && <EncouragementPane part={id} />}
      </div>
    </div>
  );
}
