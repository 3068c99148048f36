import "./sign-in.css";
import type { AuthError } from "@supabase/supabase-js";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Field } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { language } from "../language.ts";
import { inWords } from "../refusals.ts";
import { privacy, supabase, terms } from "../service.ts";
import { ended, GOODBYE_KEY, isOnline } from "../session.ts";
import { Heading } from "./heading.tsx";
import { words as app } from "../words/app.ts";
import { words } from "../words/sign-in.ts";

const PasskeySignIn = later<{ onBegin(): void; onProblem(problem: string): void }>(
  async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn,
  true,
);

type Form = keyof typeof words.forms;

/** The address to which the links of mails lead back. */
const home = () => location.origin + location.pathname;

/** Introduces the journal to a newcomer; the form for an existing account is one tap away. */
export const SignInScreen = () => (
  <main class="welcome">
    <div class="welcome-words">
      <Heading />
      <Goodbye />
      <p class="claim">{words.claim}</p>
      <Example />
    </div>
    <div class="card">
      <Credentials first={ended.value ? "in" : "up"} />
    </div>
    <ul class="promises">
      {(Object.keys(words.promises) as (keyof typeof words.promises)[]).map((icon) => (
        <li key={icon}>
          <Icon name={icon} />
          {words.promises[icon]}
        </li>
      ))}
    </ul>
  </main>
);

/** Said once, to a person whose account is deleted. */
function Goodbye() {
  const [isSaid] = useState(() => sessionStorage.getItem(GOODBYE_KEY) !== null);
  useEffect(() => sessionStorage.removeItem(GOODBYE_KEY), []);
  return isSaid ? <p class="notice" role="status">{words.goodbye}</p> : null;
}

/** A day of a journal, drawn with the parts of the app. */
function Example() {
  const { moment, title, text, friend, cheer, streak } = words.example;
  return (
    <div class="example" aria-hidden="true">
      <div class="example-page">
        <p class="hint">
          <Icon name="smile" size={18} />
          {moment}
        </p>
        <p class="example-title">{title}</p>
        <p>{text}</p>
      </div>
      <div class="example-cheer">
        <Icon name="heart" />
        <p>
          <strong>{friend}</strong>
          <br />
          {cheer}
        </p>
      </div>
      <p class="example-streak">
        <Icon name="flame" size={18} />
        {streak}
      </p>
    </div>
  );
}

/** Signs in or up, or asks for a new password. */
export function Credentials({ first, titles, onBegin }: {
  first: "in" | "up";
  /** The form's titles below the heading of its screen. Its own titles are headings of screens. */
  titles?: Partial<Record<Form, string>>;
  onBegin?(): void;
}) {
  const [form, choose] = useState<Form>(first);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const [error, setError] = useState("");
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({});
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const clear = () => (setError(""), setNote(""), setWrong({}));
  const change = (next: Form) => (choose(next), clear());

  const start = () => (onBegin?.(), clear());

  /** The faults of the fields in the language of the page: the browser speaks its own. */
  function faults() {
    const isAddress = /^[^@\s]+@[^@\s]+$/.test(email.trim());
    const isShort = form === "up" && password.length < 8;
    return {
      ...!isAddress &&
        { email: email.trim() ? app.refusals.email_address_invalid : app.refusals.required },
      ...form !== "forgot" && !password && { password: app.refusals.required },
      ...form !== "forgot" && password && isShort && { password: words.shortPassword },
    };
  }

  async function submit(event: Event) {
    event.preventDefault();
    start();
    const found = faults();
    if (Object.keys(found).length) {
      setWrong(found);
      const first = "email" in found ? "email" : "password";
      return fields.current!.querySelector<HTMLInputElement>(`[autocomplete$=${first}]`)!.focus();
    }
    setBusy(true);
    const problem = await send();
    setBusy(false);
    if (problem) setError(isOnline.value ? inWords(problem) : words.offline);
  }

  async function send(): Promise<AuthError | null> {
    if (form === "in") return (await supabase.auth.signInWithPassword({ email, password })).error;
    if (form === "up") {
      const data = { full_name: name.trim() || undefined, language };
      const options = { emailRedirectTo: home(), data };
      const { data: made, error } = await supabase.auth.signUp({ email, password, options });
      if (!error && !made.session) setNote(words.mailSent);
      return error;
    }
    const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo: home() });
    if (!error) setNote(words.resetSent);
    return error;
  }

  const { title, act } = words.forms[form];
  return (
    <form ref={fields} noValidate onSubmit={submit}>
      {titles ? <h2>{titles[form] ?? title}</h2> : <h1>{title}</h1>}
      {ended.value && form === "in" && <p class="notice">{ended.value()}</p>}
      {form === "up" && (
        <Field
          label={words.name}
          autocomplete="name"
          hint={words.nameHint}
          value={name}
          onText={setName}
        />
      )}
      <Field
        label={words.email}
        type="email"
        autocomplete="email"
        required
        value={email}
        onText={setEmail}
        error={wrong.email}
      />
      {form !== "forgot" && (
        <Field
          label={words.password}
          type={isShown ? "text" : "password"}
          autocomplete={form === "in" ? "current-password" : "new-password"}
          hint={form === "in" ? undefined : words.passwordHint}
          minLength={form === "in" ? undefined : 8}
          required
          value={password}
          onText={setPassword}
          error={wrong.password}
        />
      )}
      {form !== "forgot" && (
        <label class="show-password">
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
          {words.show}
        </label>
      )}
      <div aria-live="polite">
        {error && <p class="error">{error}</p>}
        {note && (
          <p class="done">
            <Icon name="check" />
            {note}
          </p>
        )}
      </div>
      {form === "up" && (terms || privacy) && (
        <p class="hint agree">
          {words.agree}{" "}
          {terms && <a href={terms} target="_blank" rel="noreferrer">{words.terms}</a>}
          {terms && privacy && " · "}
          {privacy && <a href={privacy} target="_blank" rel="noreferrer">{words.privacy}</a>}
        </p>
      )}
      <Button look="main" type="submit" isBusy={isBusy}>{act}</Button>
      {form === "in" && <PasskeySignIn onBegin={start} onProblem={setError} />}
      <div class="links">
        {form === "in" && <Button look="quiet" onClick={() => change("up")}>{words.newHere}
        </Button>}
        {form === "in" && (
          <Button look="quiet" onClick={() => change("forgot")}>{words.forgot}</Button>
        )}
        {(form === "up" || form === "forgot") && (
          <Button look="quiet" onClick={() => change("in")}>
            {form === "up" ? words.haveAccount : words.backToSignIn}
          </Button>
        )}
      </div>
    </form>
  );
}
