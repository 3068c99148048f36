/** The frame of the administration: who may see it, and its screens. */
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
import { FlagsScreen } from "./flags.tsx";
import { HealthScreen } from "./health.tsx";
import { LogScreen } from "./log.tsx";
import { RatesScreen } from "./rates.tsx";
import { ReviewScreen } from "./review.tsx";
import { UsersScreen } from "./users.tsx";

const screens: Record<string, { name: string; icon: IconName; Screen: () => JSX.Element }> = {
  health: { name: "Health", icon: "target", Screen: HealthScreen },
  users: { name: "Users", icon: "people", Screen: UsersScreen },
  review: { name: "Review", icon: "check", Screen: ReviewScreen },
  flags: { name: "Flags", icon: "spark", Screen: FlagsScreen },
  rates: { name: "Rates", icon: "drop", Screen: RatesScreen },
  log: { name: "Log", icon: "book", Screen: LogScreen },
};

/** The role of the one who is signed in; null for nobody. The service checks it again every time. */
async function readRole() {
  const { data } = await supabase.auth.getSession();
  return data.session && (await api.get("/api/user/profile")).profile.role;
}

export const Admin = () => path.value[0] === "act-as" ? <ActAsScreen /> : <SuperAdmin />;

function SuperAdmin() {
  const role = useRemote(readRole, []);
  useEffect(() => {
    // Signing out in the journal's own window ends this one too.
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
  const current = name in screens ? name : "health";
  const { name: title, Screen } = screens[current]!;
  return (
    <Shell
      title={`${title} – Administration`}
      places={screens}
      current={(key) => key === current}
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
