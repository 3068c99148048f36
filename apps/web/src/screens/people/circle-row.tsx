import { Icon, type IconName } from "../../parts/icons.tsx";
import { path } from "../../router.ts";
import { notifications } from "../../service.ts";
import { words } from "../../words/circles.ts";

/** Teams with a message that the user was told of and has not seen. */
export const teamsWithNews = () =>
  new Set(
    notifications.value.flatMap((each) =>
      each.type === "team_message" && !each.read_at ? [each.data.team_id] : []
    ),
  );

/** A row that leads to a team, an organization or another pane. */
export const CircleRow = ({ address, icon, name, hint, isNew = false }: {
  address: string;
  icon: IconName;
  name: string;
  hint: string;
  isNew?: boolean;
}) => (
  <li>
    <a
      class="row circle"
      href={`#${address}`}
      aria-current={`/${path.value.join("/")}/`.startsWith(`${address}/`) ? "true" : undefined}
    >
      <span class="circle-icon">
        <Icon name={icon} />
      </span>
      <span class="circle-words">
        <strong>{name}</strong>
        <span class="hint">{hint}</span>
      </span>
      {isNew && (
        <span class="news">
          <span class="hidden">{words.newMessages}</span>
        </span>
      )}
    </a>
  </li>
);
