import { Icon, type IconName } from "./icons.tsx";
import type { Kinds } from "@journal/client";
import { nameOfTeam } from "../groups.ts";
import { words } from "../words/rows.ts";

export type Visibility = Kinds["journal_entries"]["metadata_visibility"];

/** From the fewest readers to the most. */
export const icons: Record<Visibility, IconName> = {
  user: "lock",
  team: "team",
  org: "org",
  public: "world",
};

interface Readers {
  metadata: Visibility;
  content: Visibility;
  teamId?: string | null;
}

/** The readers of an entry in words: of its title and its text where they differ. */
export function nameOfReaders({ metadata, content, teamId }: Readers): string {
  const [title, text] = [metadata, content].map((each) =>
    each === "team" ? nameOfTeam(teamId) : words.visibilities[each]
  ) as [string, string];
  return metadata === content ? title : words.titleAndText({ title, text });
}

export const VisibilityChip = (readers: Readers) => (
  <span class={`chip visibility ${readers.metadata}`}>
    <Icon name={icons[readers.metadata]} size={14} />
    <span class="hidden">{words.visibleTo}</span>
    {nameOfReaders(readers)}
  </span>
);
