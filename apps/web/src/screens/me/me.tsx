/** The place Me: a list of sections, and the open section at an address of its own. */
import "./me.css";
import type { ComponentChildren, JSX } from "preact";
import { Avatar } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { later } from "../../parts/later.tsx";
import { Empty } from "../../parts/states.tsx";
import { path } from "../../router.ts";
import { goals, pending, profile, refused, removals, unread } from "../../service.ts";
import { leave, syncNow } from "../../session.ts";
import { number } from "../../words.ts";
import { words } from "../../words/sections.ts";
import { Pane } from "../../parts/pane.tsx";
import { BalancePane } from "./drops/balance.tsx";
import { CalendarPane } from "./connections/calendar.tsx";
import { DataPane } from "./data/data.tsx";
import { GoalsPane } from "./goals/goals.tsx";
import { MailPane } from "./notifications/mail.tsx";
import { MusicPane } from "./connections/music.tsx";
import { NotificationsPane } from "./notifications/notifications.tsx";
import { PacksPane, ShopPane } from "./packs/packs.tsx";
import { PremiumPane } from "./drops/premium.tsx";
import { PrivacyPane } from "./privacy/privacy.tsx";
import { ProfilePane } from "./account/profile.tsx";
import { RemindersPane } from "./notifications/reminders.tsx";
import { StreaksPane } from "./goals/streaks.tsx";
import { WaitingPane } from "./data/waiting.tsx";
import { ShareLinksPane } from "./privacy/share-links.tsx";

const ConnectionsPane = later<{ rest: string[] }>(async () =>
  (await import("./connections/connections.tsx")).ConnectionsPane
);

const SealedPane = later<{ rest: string[] }>(async () =>
  (await import("../sealed/pane.tsx")).SealedPane
);

type Key = keyof typeof words.names;

interface Section {
  icon: IconName;
  /** Absent for a screen of another place. */
  Pane?: (props: { rest: string[] }) => JSX.Element | null;
  /** Its address, for a screen of another place. */
  to?: string;
  /** A fact to show in the list. */
  note?: () => ComponentChildren;
  /** Other words for the search. */
  hint?: () => string;
}

const groups: Record<keyof typeof words.groups, Partial<Record<Key, Section>>> = {
  you: {
    profile: { icon: "me", Pane: ProfilePane },
    notifications: {
      icon: "bell",
      Pane: NotificationsPane,
      note: () =>
        unread.value > 0 && (
          <span class="chip visibility">{words.unread({ count: unread.value })}</span>
        ),
    },
    waiting: {
      icon: "cloud",
      Pane: WaitingPane,
      note: () => pending.value + refused.value.length || "",
    },
  },
  habits: {
    goals: {
      icon: "target",
      Pane: GoalsPane,
      note: () =>
        words.active({ count: goals.value.filter(({ status }) => status === "active").length }),
    },
    insights: { icon: "chart", to: "/journal/insights" },
    streaks: { icon: "flame", Pane: StreaksPane },
    reminders: { icon: "window", Pane: RemindersPane },
  },
  drops: {
    balance: {
      icon: "drop",
      Pane: BalancePane,
      note: () => profile.value && number(profile.value.drops_balance),
    },
    shop: { icon: "shop", Pane: ShopPane },
    packs: { icon: "picture", Pane: PacksPane },
    premium: { icon: "star", Pane: PremiumPane },
  },
  connections: {
    music: { icon: "music", Pane: MusicPane },
    mail: { icon: "mail", Pane: MailPane },
    calendar: { icon: "calendar", Pane: CalendarPane },
    connections: {
      icon: "link",
      Pane: ConnectionsPane,
      hint: () => words.connectionsHint,
    },
  },
  privacy: {
    privacy: { icon: "shield", Pane: PrivacyPane },
    sealed: { icon: "lock", Pane: SealedPane },
    links: { icon: "share", Pane: ShareLinksPane },
    data: { icon: "download", Pane: DataPane },
  },
};

const sectionsOf = (group: Partial<Record<Key, Section>>) =>
  (Object.entries(group) as [Key, Section][]).map(([key, { to = `/me/${key}`, ...section }]) => ({
    ...section,
    key,
    name: words.names[key],
    to,
  }));

/** Every section, in the order of the list. */
export const allSections = () => Object.values(groups).flatMap(sectionsOf);

export function MeScreen() {
  const [, chosen, ...rest] = path.value;
  const name = chosen ?? "profile";
  const section = allSections().find(({ key }) => key === name);
  return (
    <div class={`split me ${chosen ? "open" : ""}`}>
      <Menu open={name} />
      <section class="pane" aria-label={section?.name ?? words.notFound}>
        {section?.Pane ? <section.Pane rest={rest} /> : (
          <Pane title={words.notFound}>
            <Empty icon="search" title={words.nothingHere} />
          </Pane>
        )}
      </section>
    </div>
  );
}

function Menu({ open }: { open: string }) {
  const own = profile.value;
  return (
    <section class="list" aria-label={words.list}>
      <header class="me-head">
        {own && <Avatar person={own} size={56} />}
        <div>
          <h1>{own?.full_name || words.me}</h1>
          {own && <p class="hint">@{own.handle}</p>}
        </div>
      </header>
      <nav aria-label={words.me} class="sections">
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <section key={group}>
            <h2>{words.groups[group]}</h2>
            <ul class="card">
              {sectionsOf(groups[group]).map(({ key, name, icon, note, to }) => (
                <li key={key}>
                  <a href={`#${to}`} aria-current={key === open ? "page" : undefined}>
                    <Icon name={icon} size={22} />
                    <span>{name}</span>
                    {note && <span class="hint">{note()}</span>}
                    <Icon name="next" size={16} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {own?.role === "super_admin" && (
          <ul class="card">
            <li>
              <a href="./admin.html">
                <Icon name="shield" size={22} />
                <span>{words.administration}</span>
                <Icon name="next" size={16} />
              </a>
            </li>
          </ul>
        )}
      </nav>
      <SignOut />
    </section>
  );
}

function SignOut() {
  async function ask() {
    if (removals.size) {
      await Promise.all([...removals].map((now) => now()));
      await syncNow();
    }
    const waiting = pending.value + refused.value.length;
    const isSure = await confirm(
      words.askSignOut,
      waiting ? words.loseHint({ count: waiting }) : words.signOutHint,
      waiting ? words.signOutAndLose : words.signOut,
    );
    if (isSure) await leave();
  }
  return <Button class="sign-out" icon="leave" onClick={ask}>{words.signOutHere}</Button>;
}
