/**
 * The target of links in mails. A link may come from anybody and belong to anybody, so its session
 * is opened apart from the session of this browser, and taken over when the person agrees.
 */
import "./people/join.css";
import { createClient, type EmailOtpType, type Session } from "@supabase/supabase-js";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, Field } from "../parts/controls.tsx";
import { inWords } from "../refusals.ts";
import { go, query } from "../router.ts";
import { key, pending, supabase, url } from "../service.ts";
import { isOnline, session, take } from "../session.ts";
import { Heading } from "./heading.tsx";
import { words } from "../words/confirm.ts";

/** The purposes of links. The screen shows nothing else of an address. */
const kinds = ["signup", "email_change", "magiclink", "email", "invite", "recovery"] as const;

const isKind = (type: EmailOtpType): type is typeof kinds[number] =>
  (kinds as readonly EmailOtpType[]).includes(type);

const failed = () => isOnline.value ? words.linkUsed : words.offline;

/** The address to which Auth leads the app that asked for a link, with a code for it alone. */
function appLink(type: EmailOtpType, token_hash: string): string | undefined {
  const redirect_to = query.value.get("redirect_to") ?? "";
  const isApp = token_hash.startsWith("pkce_") && !/^https?:/.test(redirect_to);
  if (!isApp || !redirect_to) return undefined;
  return `${url}/auth/v1/verify?${new URLSearchParams({ token: token_hash, type, redirect_to })}`;
}

/** Another link in the same tab begins anew. */
export function ConfirmScreen() {
  const hash = query.value.get("token_hash") ?? "";
  return <Link key={hash} token_hash={hash} type={query.value.get("type") as EmailOtpType} />;
}

function Link({ type, token_hash }: { type: EmailOtpType; token_hash: string }) {
  const kind = token_hash && isKind(type) ? words.kinds[type] : undefined;
  const { auth } = useMemo(() =>
    createClient(url, key, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: "journal-link",
      },
    }), []);
  const [own, setOwn] = useState<Session["user"]>();
  const [opened, setOpened] = useState<Session>();
  const [isHalf, setHalf] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = words.pageTitle;
    supabase.auth.getSession().then(({ data }) => setOwn(data.session?.user));
  }, []);
  const setsPassword = kind !== undefined && (type === "invite" || type === "recovery");
  const [app] = useState(() => appLink(type, token_hash));

  const busy = (work: () => Promise<void>) => async (event?: Event) => {
    event?.preventDefault();
    setBusy(true);
    setProblem("");
    await work();
    setBusy(false);
  };
  const verify = busy(async () => {
    const { data, error } = await auth.verifyOtp({ type, token_hash });
    if (error) return setProblem(failed());
    // The token works once.
    history.replaceState(null, "", "#/confirm");
    if (!data.session) return setHalf(true);
    if (data.session.user.id === own?.id && !setsPassword) return await take(data.session);
    setOpened(data.session);
  });
  const agree = busy(async () => {
    const { error } = setsPassword ? await auth.updateUser({ password }) : { error: null };
    if (error) setProblem(isOnline.value ? inWords(error) : failed());
    else await take(opened!);
  });
  const refuse = busy(async () => {
    await auth.signOut({ scope: "local" });
    go("/today", { replace: true });
  });

  const isOther = own && opened && own.id !== opened.user.id;
  return (
    <main class="join confirm">
      <Heading />
      {opened
        ? (
          <form class="card" onSubmit={agree}>
            <h1>{setsPassword ? kind!.title : words.signInAs({ email: opened.user.email! })}</h1>
            {setsPassword && (
              <Field
                label={words.newPasswordFor({ email: opened.user.email! })}
                type="password"
                autocomplete="new-password"
                hint={words.passwordHint}
                minLength={8}
                required
                value={password}
                onText={setPassword}
              />
            )}
            {isOther && (
              <p class="notice warning">
                {words.otherSignedIn({ email: own.email! })}{" "}
                {pending.value > 0 && words.changesLost({ count: pending.value })}
              </p>
            )}
            <div aria-live="polite">{problem && <p class="error">{problem}</p>}</div>
            <Button look="main" type="submit" isBusy={isBusy}>
              {setsPassword ? words.saveAndSignIn : words.signIn}
            </Button>
            <Button look="quiet" isBusy={isBusy} onClick={refuse}>
              {isOther ? words.stayAsIAm : words.notMe}
            </Button>
          </form>
        )
        : (
          <div class="card">
            <h1>{isHalf ? words.oneMoreLink : kind?.title ?? words.notComplete}</h1>
            {isHalf
              ? <p>{words.otherLink}</p>
              : kind
              ? own && <p class="hint">{words.nothingChanges({ email: own.email! })}</p>
              : <p>{words.openAgain}</p>}
            <div aria-live="polite">{problem && <p class="error">{problem}</p>}</div>
            {kind && app && <a class="button main" href={app}>{words.openApp}</a>}
            {kind && !isHalf && !app && (
              <Button look="main" isBusy={isBusy} onClick={verify}>{kind.act}</Button>
            )}
            <a class="button quiet" href="#/today">
              {session.value === "in" ? words.toJournal : words.toSignIn}
            </a>
          </div>
        )}
    </main>
  );
}
