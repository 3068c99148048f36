/** The frame of the administration: its access and its screens. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Questions, Toast } from "../parts/dialog.tsx";
import { Icon, type IconName } from "../parts/icons.tsx";
import { Shell } from "../parts/shell.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { path } from "../router.ts";
import { api, supabase } from "../service.ts";
import { ActAsScreen } from "./act-as.tsx";
import { AiUsersScreen } from "./ai-users.tsx";
import { CheersScreen } from "./cheers.tsx";
import { CompetitionsScreen } from "./competitions.tsx";
import { DaysScreen } from "./days.tsx";
import { FlagsScreen } from "./flags.tsx";
import { HealthScreen } from "./health.tsx";
import { ImportsScreen } from "./imports.tsx";
import { ImpersonationsScreen, WaitlistScreen } from "./lists.tsx";
import { LogScreen } from "./log.tsx";
import { OrganizationsScreen } from "./organizations.tsx";
import { Head } from "./parts.tsx";
import { PromptsScreen } from "./prompts.tsx";
import { RatesScreen } from "./rates.tsx";
import { ReportsScreen } from "./reports.tsx";
import { ReviewScreen } from "./review.tsx";
import { RoadmapScreen } from "./roadmap.tsx";
import { ChatScreen, SettingsScreen } from "./settings.tsx";
import { TodayScreen } from "./today.tsx";
import { UsersScreen } from "./users.tsx";

interface Screen {
  name: string;
  icon: IconName;
  /** The purpose of the screen. */
  about: string;
  Screen(): JSX.Element;
}

/** The screens by what an administrator has in mind. */
const groups: Record<string, Record<string, Screen>> = {
  "Every day": {
    today: {
      name: "Today",
      icon: "today",
      about: "The figures of yesterday, what waits and what has failed",
      Screen: TodayScreen,
    },
    reports: {
      name: "Reports",
      icon: "warning",
      about: "Reports by users, open and resolved",
      Screen: ReportsScreen,
    },
    review: {
      name: "Review",
      icon: "check",
      about: "Check-ins in doubt, and what users and sponsors submit",
      Screen: ReviewScreen,
    },
  },
  People: {
    users: {
      name: "Users",
      icon: "people",
      about: "Accounts with their usage, drops and rights",
      Screen: UsersScreen,
    },
    organizations: {
      name: "Organizations",
      icon: "org",
      about: "Organizations, their members and teams",
      Screen: OrganizationsScreen,
    },
    synthetic: {
      name: "Synthetic users",
      icon: "team",
      about: "Users of the workout window that nobody signs in as",
      Screen: AiUsersScreen,
    },
    impersonations: {
      name: "Impersonations",
      icon: "lock",
      about: "Super admins who acted as users",
      Screen: ImpersonationsScreen,
    },
    waitlist: {
      name: "Waitlist",
      icon: "mail",
      about: "People who wait for the kit, and whether they suffice",
      Screen: WaitlistScreen,
    },
  },
  "What the app says": {
    chat: {
      name: "Assistant",
      icon: "comment",
      about: "The model of the assistant, and what it is told",
      Screen: ChatScreen,
    },
    prompts: {
      name: "Prompts",
      icon: "journal",
      about: "Questions to write about",
      Screen: PromptsScreen,
    },
    cheers: {
      name: "Cheers",
      icon: "heart",
      about: "Templates of cheers, and how many a day has",
      Screen: CheersScreen,
    },
    roadmap: {
      name: "Roadmap",
      icon: "next",
      about: "Features planned, under way and done",
      Screen: RoadmapScreen,
    },
  },
  Lab: {
    competitions: {
      name: "Competitions",
      icon: "trophy",
      about: "Competitions of the lab",
      Screen: CompetitionsScreen,
    },
  },
  Service: {
    settings: {
      name: "Settings",
      icon: "edit",
      about: "Sign-up, messages, cost and room",
      Screen: SettingsScreen,
    },
    flags: {
      name: "Flags",
      icon: "filter",
      about: "Parts of the app that some users see first",
      Screen: FlagsScreen,
    },
    rates: {
      name: "Rates",
      icon: "drop",
      about: "The worth of a drop in tokens of AI",
      Screen: RatesScreen,
    },
    imports: {
      name: "Imports",
      icon: "clip",
      about: "Entries of another journal, for a user",
      Screen: ImportsScreen,
    },
    health: {
      name: "Health",
      icon: "target",
      about: "The database, jobs and outboxes",
      Screen: HealthScreen,
    },
    log: { name: "Log", icon: "book", about: "Audited acts and their reasons", Screen: LogScreen },
    days: {
      name: "Days",
      icon: "calendar",
      about: "Sign-ups, active people, entries and AI cost by day",
      Screen: DaysScreen,
    },
  },
};

const screens: Record<string, Screen> = Object.assign({}, ...Object.values(groups));

/** The places of the bar on a phone; `more` leads to the others. */
const onPhone = ["today", "reports", "review", "users"];

/** The bar: on a desktop every screen. */
const places = {
  ...Object.fromEntries(
    Object.entries(screens).map(([key, { name, icon }]) => [
      key,
      {
        name,
        icon,
        ...onPhone.includes(key) ? {} : { on: "desktop" as const },
        head: Object.keys(groups).find((group) => Object.keys(groups[group]!)[0] === key),
      },
    ]),
  ),
  more: { name: "More", icon: "dots" as const, on: "phone" as const },
};

/** All screens, for a phone. */
const MoreScreen = () => (
  <div class="page">
    <Head title="More" />
    {Object.entries(groups).map(([group, own]) => {
      const others = Object.entries(own).filter(([key]) => !onPhone.includes(key));
      return others.length > 0 && (
        <section key={group}>
          <h2>{group}</h2>
          <ul class="places card">
            {others.map(([key, { name, icon, about }]) => (
              <li key={key}>
                <a href={`#/${key}`}>
                  <Icon name={icon} />
                  <span>
                    {name}
                    <span class="hint">{about}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);

/** The role of the signed-in user; null without one. The service checks it again every time. */
async function readRole() {
  const { data } = await supabase.auth.getSession();
  return data.session && (await api.get("/api/user/profile")).profile.role;
}

export const Admin = () => path.value[0] === "act-as" ? <ActAsScreen /> : <SuperAdmin />;

function SuperAdmin() {
  const role = useRemote(readRole, []);
  useEffect(() => {
    // Signing out in a window of the journal ends this one too.
    const { data } = supabase.auth.onAuthStateChange((event) => {
      if (event === "SIGNED_OUT") setTimeout(role.retry);
    });
    return () => data.subscription.unsubscribe();
  }, []);
  if (role.value === "super_admin") {
    return (
      <>
        <Frame />
        <Questions />
        <Toast />
      </>
    );
  }
  return (
    <main class="page">
      <h1>Administration</h1>
      {role.value === undefined
        ? role.failure ? <Failed failure={role.failure} retry={role.retry} /> : <Loading />
        : (
          <Empty
            icon="lock"
            title={role.value ? "This is for super admins" : "Sign in first"}
          >
            <p>
              {role.value
                ? "Your account does not have this role. Another super admin can give it to you."
                : "Sign in to the journal as a super admin, then come back."}
            </p>
            <a class="button main" href="./">To the journal</a>
          </Empty>
        )}
    </main>
  );
}

function Frame() {
  const [name = ""] = path.value;
  const isMore = name === "more";
  // The bar may be longer than the window.
  useEffect(
    () => document.querySelector(".bar [aria-current]")?.scrollIntoView({ block: "nearest" }),
    [name],
  );
  const current = name in screens ? name : "today";
  const { name: title, Screen } = isMore ? { name: "More", Screen: MoreScreen } : screens[current]!;
  return (
    <Shell
      title={`${title} – Administration`}
      places={places}
      current={(key) => key === (isMore ? "more" : current)}
      foot={
        <p class="connection">
          <a class="button quiet" href="./">
            <Icon name="back" size={18} />To the journal
          </a>
        </p>
      }
    >
      <Screen />
    </Shell>
  );
}
