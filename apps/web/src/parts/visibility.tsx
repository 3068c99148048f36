import { Icon, type IconName } from "./icons.tsx";
import type { Kinds } from "@journal/client";

export type Visibility = Kinds["journal_entries"]["metadata_visibility"];

export const visibilities: Record<Visibility, { name: string; icon: IconName }> = {
  user: { name: "Only me", icon: "lock" },
  team: { name: "Team", icon: "team" },
  org: { name: "Organization", icon: "org" },
  public: { name: "Everybody", icon: "world" },
};

/** Who sees an entry: in words, and of both of its parts where they differ. */
export function VisibilityChip(
  { metadata, content }: { metadata: Visibility; content: Visibility },
) {
  const { name, icon } = visibilities[metadata];
  const text = metadata === content
    ? name
    : `${name}; text: ${visibilities[content].name.toLowerCase()}`;
  return (
    <span class={`chip visibility ${metadata}`}>
      <Icon name={icon} size={14} />
      <span class="hidden">Visible to:</span>
      {text}
    </span>
  );
}
