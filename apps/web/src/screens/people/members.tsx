import type { ComponentChildren } from "preact";
import type { usePages } from "../../remote.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Pages } from "../../parts/pages.tsx";
import { profile } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { Names } from "./search.tsx";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/circles.ts";

interface Member {
  user_id: string;
  handle: string | null;
  full_name: string | null;
  avatar_url: string | null;
  is_synthetic: boolean | null;
}

/** The members of an organization or a team, with the acts that the user may do on each. */
export const Members = <M extends Member>({ pages, titleOf, besideOf, actsOf }: {
  pages: ReturnType<typeof usePages<M>>;
  titleOf(member: M): string;
  /** Stands behind the name. */
  besideOf?(member: M): ComponentChildren;
  actsOf(member: M): Acts;
}) => (
  <Pages pages={pages} label={words.membersTitle} class="rows members" empty={null}>
    {(member) => (
      <li key={member.user_id}>
        <a class="row person" href={`#/people/person/${member.user_id}`}>
          <Avatar person={member} />
          <Names person={member} />
          {member.user_id === profile.value?.id && <span class="chip">{common.you}</span>}
          {besideOf?.(member)}
          {titleOf(member) && <span class="chip visibility">{titleOf(member)}</span>}
        </a>
        <Menu label={nameOf(member)} acts={actsOf(member)} />
      </li>
    )}
  </Pages>
);
