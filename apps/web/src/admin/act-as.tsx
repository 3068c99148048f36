/** The target of the link of `user.tsx`: another browser, which then acts as the user. */
import type { JournalError } from "@journal/client";
import { useAct } from "../act.ts";
import { Button, Card } from "../parts/controls.tsx";
import { Empty, Loaded, Loading, Refusal } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { query } from "../router.ts";
import { api, offline, supabase } from "../service.ts";
import { ACTING_KEY, forget } from "../session.ts";

export const ActAsScreen = () => query.value.get("stop") === "1" ? <Stop /> : <Begin />;

/** Ends the impersonation of this browser, if there is one. */
function Stop() {
  const ending = useRemote(async () => {
    const { data } = await supabase.auth.getSession();
    const id = data.session?.user.id;
    if (!id || localStorage.getItem(ACTING_KEY) !== id) return "nobody";
    await offline.open(id);
    await offline.sync().catch(() => {});
    await api.post("/api/auth/impersonate/stop").catch((error) => {
      // It has ended already.
      if ((error as JournalError).status !== 401) throw error;
    });
    await forget();
    return "ended";
  }, []);
  return (
    <main class="page">
      <h1>Act as a user</h1>
      <Loaded remote={ending} label="Ending">
        {(outcome) => (
          <Empty
            icon={outcome === "ended" ? "check" : "people"}
            title={outcome === "ended"
              ? "You have stopped acting as a user"
              : "You are not acting as a user"}
          >
            {outcome === "ended" && (
              <p>
                The audit log has the time. Sign in to go on as yourself.
              </p>
            )}
            <a class="button main" href="./">
              {outcome === "ended" ? "Sign in as yourself" : "To the journal"}
            </a>
          </Empty>
        )}
      </Loaded>
    </main>
  );
}

function Begin() {
  const current = useRemote(async () => (await supabase.auth.getSession()).data.session, []);
  const { isBusy, errors, act } = useAct();
  async function begin() {
    await act(async () => {
      const { session } = await api.post("/api/auth/impersonate/redeem", {
        body: { code: query.value.get("code") ?? "" },
      });
      const { error } = await supabase.auth.setSession(session);
      if (error) throw error;
      localStorage.setItem(ACTING_KEY, session.user.id);
      location.replace("./");
    });
  }
  return (
    <main class="page">
      <h1>Act as a user</h1>
      {current.value === undefined
        ? <Loading />
        : current.value
        ? (
          <Empty icon="lock" title="Somebody is signed in here">
            <p>Open the link in a private window: it is good for one browser and one time.</p>
            <a class="button" href="./">To the journal</a>
          </Empty>
        )
        : (
          <Card title="Before you go on" icon="people">
            <p>
              This browser will see the journal as the user does. The audit log says who opened it,
              why and when. Stop at the top of any screen when you are done.
            </p>
            <Refusal errors={errors} />
            <div class="actions">
              <Button look="main" isBusy={isBusy} onClick={begin}>Go on as the user</Button>
            </div>
          </Card>
        )}
    </main>
  );
}
