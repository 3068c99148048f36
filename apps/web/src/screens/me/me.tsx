/** The place Me: a list of sections, and the one that is open, at an address of its own. */
import "./me.css";
import type { ComponentChildren, JSX } from "preact";
import { Avatar } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { Empty } from "../../parts/states.tsx";
import { path } from "../../router.ts";
import { goals, pending, profile, refused, removals, unread } from "../../service.ts";
import { leave, syncNow } from "../../session.ts";
import { count, nameOf } from "../../words.ts";
import { Pane } from "./pane.tsx";
import { BalancePane } from "./balance.tsx";
import { CalendarPane } from "./calendar.tsx";
import { DataPane } from "./data.tsx";
import { GoalsPane } from "./goals.tsx";
import { MailPane } from "./mail.tsx";
import { MusicPane } from "./music.tsx";
import { NotificationsPane } from "./notifications.tsx";
import { PacksPane, ShopPane } from "./packs.tsx";
import { PremiumPane } from "./premium.tsx";
import { PrivacyPane } from "./privacy.tsx";
import { ProfilePane } from "./profile.tsx";
import { RemindersPane } from "./reminders.tsx";
import { StreaksPane } from "./streaks.tsx";
import { WaitingPane } from "./waiting.tsx";
import { ShareLinksPane } from "./share-links.tsx";

interface Section {
  name: string;
  icon: IconName;
  /** Absent for a screen of another place. */
  Pane?: (props: { rest: string[] }) => JSX.Element;
  /** Its address, where it is a screen of another place. */
  to?: string;
  /** What one wants to know without opening it. */
  note?: () => ComponentChildren;
}

export const groups: Record<string, Record<string, Section>> = {
  "You": {
    profile: { name: "Profile", icon: "me", Pane: ProfilePane },
    notifications: {
      name: "Notifications",
      icon: "bell",
      Pane: NotificationsPane,
      note: () => unread.value > 0 && <span class="chip visibility">{unread.value} new</span>,
    },
    waiting: {
      name: "To be sent",
      icon: "cloud",
      Pane: WaitingPane,
      note: () => pending.value + refused.value.length || "",
    },
  },
  "Habits": {
    goals: {
      name: "Goals",
      icon: "target",
      Pane: GoalsPane,
      note: () =>
        count(goals.value.filter(({ status }) => status === "active").length, "active", "active"),
    },
    insights: { name: "Your year", icon: "chart", to: "/journal/insights" },
    streaks: { name: "Streaks", icon: "flame", Pane: StreaksPane },
    reminders: { name: "Reminders", icon: "window", Pane: RemindersPane },
  },
  "Drops and shop": {
    balance: {
      name: "Drops",
      icon: "drop",
      Pane: BalancePane,
      note: () => profile.value?.drops_balance.toLocaleString("en"),
    },
    shop: { name: "Shop", icon: "shop", Pane: ShopPane },
    packs: { name: "Tone packs", icon: "picture", Pane: PacksPane },
    premium: { name: "Premium", icon: "star", Pane: PremiumPane },
  },
  "Connections": {
    music: { name: "Music", icon: "music", Pane: MusicPane },
    mail: { name: "Journal by mail", icon: "mail", Pane: MailPane },
    calendar: { name: "Calendar", icon: "calendar", Pane: CalendarPane },
  },
  "Privacy and data": {
    privacy: { name: "Privacy and sign-in", icon: "shield", Pane: PrivacyPane },
    links: { name: "Share links", icon: "link", Pane: ShareLinksPane },
    data: { name: "Your data", icon: "download", Pane: DataPane },
  },
};

const sections: Record<string, Section> = Object.assign({}, ...Object.values(groups));

export function MeScreen() {
  const [, chosen, ...rest] = path.value;
  const name = chosen ?? "profile";
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  return (
    <div class={`split me ${chosen ? "open" : ""}`}>
      <Menu open={name} />
      <section class="pane" aria-label={section?.name ?? "Not found"}>
        {section?.Pane ? <section.Pane rest={rest} /> : (
          <Pane title="Not found">
            <Empty icon="search" title="There is nothing at this address" />
          </Pane>
        )}
      </section>
    </div>
  );
}

function Menu({ open }: { open: string }) {
  const own = profile.value;
  return (
    <section class="list" aria-label="Sections">
      <header class="me-head">
        {own && <Avatar person={own} size={56} />}
        <div>
          <h1>{own ? nameOf(own) : "Me"}</h1>
          {own && <p class="hint">@{own.handle}</p>}
        </div>
      </header>
      <nav aria-label="Me" class="sections">
        {Object.entries(groups).map(([title, group]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul class="card">
              {Object.entries(group).map(([key, { name, icon, note, to }]) => (
                <li key={key}>
                  <a
                    href={`#${to ?? `/me/${key}`}`}
                    aria-current={key === open ? "page" : undefined}
                  >
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
                <Icon name="lock" size={22} />
                <span>Administration</span>
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
    const text = waiting
      ? `${
        count(waiting, "change")
      } of yours could not be sent yet and will be lost. Everything else is kept by the service.`
      : "Your journal is kept by the service. Nothing of it stays on this device.";
    if (await confirm("Sign out?", text, waiting ? "Sign out and lose them" : "Sign out")) {
      await leave();
    }
  }
  return <Button class="sign-out" icon="lock" onClick={ask}>Sign out of this device</Button>;
}
