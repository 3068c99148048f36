/** The page on which a person lets a program in, or does not: the end of `GET /oauth/authorize`. */
import "./people/join.css";
import "./connect.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Answer, JournalError } from "@journal/client";
import { useAct } from "../act.ts";
import { beginJoining, endJoining } from "../joining.ts";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { query } from "../router.ts";
import { api, entries, goals, isWhole, profile } from "../service.ts";
import { session } from "../session.ts";
import { nameOf } from "../words.ts";
import { words } from "../words/connect.ts";
import { words as connections } from "../words/connections.ts";
import { Heading } from "./heading.tsx";
import { Choices } from "./me/connections/choices.tsx";
import { Credentials } from "./sign-in.tsx";

type Request = Answer<"/api/oauth/requests/{id}", "get">["request"];
type Scope = Request["scopes"][number];

/** Codes of requests that are wrong by the program's fault, and have a way back to it. */
const faulty = ["invalid_request", "unsupported_response_type", "invalid_scope", "invalid_target"];

export function ConnectScreen() {
  const id = query.value.get("request") ?? "";
  const error = query.value.get("error");
  useEffect(() => void (document.title = words.pageTitle), []);
  return (
    <main class="join connect">
      <Heading />
      <div class="card">
        {/* Another page that shows this one could place its own signs over the buttons. */}
        {self !== top
          ? <Wrong title={words.framed}>{words.framedHint}</Wrong>
          : error || !id
          ? <Wrong title={words.wrong}>{reasonOf(error ?? "")}</Wrong>
          : session.value === "in"
          ? <Asked key={id} id={id} />
          : (
            <>
              <h1>{words.signInFirst}</h1>
              <p class="hint">{words.signInFirstHint}</p>
              <Credentials
                first="in"
                titles={{ up: words.signUp, in: words.signIn }}
                onBegin={() => beginJoining(`/connect?request=${id}`)}
              />
            </>
          )}
      </div>
    </main>
  );
}

/** The fault of a request in words, by its code. */
const reasonOf = (code: string): string =>
  (words.reasons as Record<string, string>)[code] ?? words.reasons.other;

const Wrong = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <>
    <h1 class="hidden">{words.pageTitle}</h1>
    <Empty icon="warning" title={title}>{children}</Empty>
    <a class="button quiet" href="#/today" onClick={endJoining}>{words.toMyJournal}</a>
  </>
);

/** The request, or why it cannot be decided. */
function Asked({ id }: { id: string }) {
  const params = { path: { id } };
  const { isBusy, errors, act } = useAct();
  // A program with a scheme of its own opens beside this page, which stays.
  const [isDone, setDone] = useState(false);
  const { value, failure, retry } = useRemote(
    () =>
      api.get("/api/oauth/requests/{id}", { params }).then(
        ({ request }) => ({ request, code: null }),
        (error) => {
          const isAnswer = error instanceof JournalError &&
            [400, 403, 404, 409, 410].includes(error.status);
          if (!isAnswer) throw error;
          return { request: null, code: error.code as string };
        },
      ),
    [id],
  );
  useEffect(endJoining, []);
  const leave = (decision: Promise<{ redirect_to: string }>) =>
    decision.then(({ redirect_to }) => {
      location.replace(redirect_to);
      setDone(true);
    });
  const deny = () => act(() => leave(api.post("/api/oauth/requests/{id}/deny", { params })));
  if (isDone) {
    return (
      <>
        <h1 class="hidden">{words.pageTitle}</h1>
        <Empty icon="check" title={words.done} />
      </>
    );
  }
  if (!value) {
    return (
      <>
        <h1 class="hidden">{words.pageTitle}</h1>
        {failure
          ? <Failed failure={failure} retry={retry} />
          : <Loading lines={6} label={words.pageTitle} />}
      </>
    );
  }
  if (!value.request) {
    return (
      <Wrong title={words.wrong}>
        <p>{reasonOf(value.code)}</p>
        {faulty.includes(value.code) && (
          <Button isBusy={isBusy} onClick={deny}>{words.back}</Button>
        )}
        <Refusal errors={errors} />
      </Wrong>
    );
  }
  const approve = (scopes: Scope[]) =>
    act(() => leave(api.post("/api/oauth/requests/{id}/approve", { params, body: { scopes } })));
  return (
    <Decision request={value.request} {...{ isBusy, approve, deny }}>
      <Refusal errors={errors} />
    </Decision>
  );
}

/** Hosts of the person's own computer. */
const here = ["127.0.0.1", "[::1]", "localhost"];
/** A private scheme, which ends with a colon, leads to a program of this device, too. */
const isHere = (host: string) => here.includes(host) || host.endsWith(":");

function Decision({ request, isBusy, approve, deny, children }: {
  request: Request;
  isBusy: boolean;
  approve(scopes: Scope[]): void;
  deny(): void;
  children: ComponentChildren;
}) {
  const { client, redirect_host, scopes } = request;
  const [chosen, setChosen] = useState<Scope[]>(scopes);
  const names: Record<Scope, string> = connections.scopes;
  // Writing includes reading.
  const isIncluded = (scope: Scope) =>
    scope.endsWith(":read") && chosen.includes(scope.replace(":read", ":write") as Scope);
  return (
    <>
      <header class="asks">
        <h1>
          <bdi class="host">{client.host}</bdi> <span>{words.asks}</span>
        </h1>
        {client.name !== client.host && (
          <p class="hint">{connections.callsItself({ name: client.name })}</p>
        )}
        {profile.value && <p class="hint">{words.signedInAs({ name: nameOf(profile.value) })}</p>}
      </header>
      <p class="notice warning">
        {words.notChecked} {isHere(redirect_host) && words.thisComputer}
      </p>
      <Choices
        title={words.mayDo}
        names={Object.fromEntries(
          scopes.map((scope) => [scope, `${names[scope]}${amountOf(scope)}`]),
        ) as Record<Scope, string>}
        chosen={chosen}
        isFixed={isIncluded}
        onChosen={setChosen}
      />
      <p class="hint">{words.lasts}</p>
      <p class="hint">{words.sentTo({ host: redirect_host })}</p>
      {children}
      <div class="answer">
        <Button
          look="main"
          isBusy={isBusy}
          disabled={isBusy || chosen.length === 0}
          onClick={() => approve(chosen)}
        >
          {words.allow}
        </Button>
        <Button look="quiet" isBusy={isBusy} onClick={deny}>{words.deny}</Button>
      </div>
    </>
  );
}

/** How much a scope opens at present, where this device knows it. */
function amountOf(scope: Scope): string {
  if (!isWhole.value) return "";
  if (scope.startsWith("journal:")) return ` (${words.entries({ count: entries.value.length })})`;
  return scope.startsWith("goals:") ? ` (${words.goals({ count: goals.value.length })})` : "";
}
