/** The first minutes: one short question after the other, each of which can be skipped. */
import "./welcome.css";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct, useOnce } from "../../act.ts";
import { dayAt } from "../../days.ts";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { joinAddress } from "../../joining.ts";
import { Button, Field, TextArea } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api, offline } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { words as invitation } from "../../words/cheers.ts";
import { words } from "../../words/welcome.ts";
import { goOn, skipAll, type Step, steps } from "./steps.ts";

export function Welcome({ step }: { step: Step }) {
  const Question = questions[step];
  return (
    <div class="page first-steps">
      <p class="eyebrow">
        {words.progress({ step: steps.indexOf(step) + 1, of: steps.length })}
      </p>
      <progress aria-label={words.label} value={steps.indexOf(step) + 1} max={steps.length} />
      <Question key={step} />
      {step !== "friend" && <Button look="quiet" onClick={skipAll}>{words.skipAll}</Button>}
    </div>
  );
}

/** One question. Its heading takes the focus, so that a screen reader reads it. */
function Ask({ title, text, onSubmit, children }: {
  title: string;
  text?: string;
  onSubmit?(): void;
  children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), []);
  return (
    <form class="card" onSubmit={(event) => (event.preventDefault(), onSubmit?.())}>
      <h1 ref={heading} tabIndex={-1}>{title}</h1>
      {text && <p class="hint">{text}</p>}
      {children}
    </form>
  );
}

function Name() {
  const [name, setName] = useState("");
  const { title, field, hint, next } = words.name;
  const save = useOnce(() => goOn("name", { full_name: name.trim() }));
  return (
    <Ask title={title} onSubmit={save}>
      <Field
        label={field}
        hint={hint}
        autocomplete="name"
        maxLength={100}
        value={name}
        onText={setName}
      />
      <div class="actions">
        <Button look="quiet" onClick={() => goOn("name")}>{words.skip}</Button>
        <Button look="main" type="submit" disabled={!name.trim()}>{next}</Button>
      </div>
    </Ask>
  );
}

function Goal() {
  const [goal, setGoal] = useState("");
  const { title, text, field, next, none } = words.goal;
  const save = useOnce(async () => {
    if (!goal.trim()) return;
    await offline.create("goals", { title: goal.trim() });
    await goOn("goal");
  });
  return (
    <Ask title={title} text={text} onSubmit={save}>
      <Field label={field} maxLength={200} value={goal} onText={setGoal} />
      <div class="actions">
        <Button look="quiet" onClick={() => goOn("goal")}>{none}</Button>
        <Button look="main" type="submit" disabled={!goal.trim()}>{next}</Button>
      </div>
    </Ask>
  );
}

function Reminder() {
  const [local_time, setTime] = useState("20:30");
  const { title, text, field, next, none } = words.reminder;
  const save = useOnce(async () => {
    await offline.create("reminders", { kind: "journal", local_time, days: [1, 2, 3, 4, 5, 6, 7] });
    await goOn("reminder");
  });
  return (
    <Ask title={title} text={text} onSubmit={save}>
      <Field label={field} type="time" required value={local_time} onText={setTime} />
      <div class="actions">
        <Button look="quiet" onClick={() => goOn("reminder")}>{none}</Button>
        <Button look="main" type="submit" disabled={!local_time}>{next}</Button>
      </div>
    </Ask>
  );
}

function Moods() {
  const { title, text, yes, no } = words.moods;
  const answer = (mood_analysis_enabled: boolean) => () =>
    goOn("moods", { mood_analysis_enabled, preferences: { mood_asked: true } });
  return (
    <Ask title={title} text={text}>
      <div class="actions">
        <Button onClick={answer(false)}>{no}</Button>
        <Button look="main" onClick={answer(true)}>{yes}</Button>
      </div>
    </Ask>
  );
}

function Write() {
  const [content, setContent] = useState(() => readDraft<string>("first") ?? "");
  const prompt = useRemote(async () => (await api.get("/api/prompts/today")).prompt, ["prompt"])
    .value?.text;
  const { title, text, field, next, later, saved } = words.write;
  const change = (text: string) => {
    setContent(text);
    keepDraft("first", text);
  };
  const save = useOnce(async () => {
    if (!content.trim()) return;
    await goOn("write");
    await offline.create("journal_entries", {
      title: dayAt(new Date()),
      content: prompt ? `> ${prompt}\n\n${content}` : content,
    });
    dropDraft("first");
    say(saved);
    syncNow();
  });
  return (
    <Ask title={title} text={text} onSubmit={save}>
      <TextArea label={prompt ?? field} rows={4} value={content} onText={change} />
      <div class="actions">
        <Button look="quiet" onClick={() => goOn("write")}>{later}</Button>
        <Button look="main" type="submit" disabled={!content.trim()}>{next}</Button>
      </div>
    </Ask>
  );
}

function Friend() {
  const [link, setLink] = useState("");
  const { isBusy, errors, act } = useAct();
  const { title, text, next, later, done } = words.friend;
  const invite = () =>
    act(async () => {
      setLink(joinAddress((await api.post("/api/invitations")).invitation.code!));
    });
  return (
    <Ask title={title} text={text}>
      {link && (
        <NewLink address={link} title={invitation.writeWithMe} hint={invitation.inviteHint} />
      )}
      <Refusal errors={errors} />
      <div class="actions">
        {link ? <Button look="main" onClick={() => goOn("friend")}>{done}</Button> : (
          <>
            <Button look="quiet" onClick={() => goOn("friend")}>{later}</Button>
            <Button look="main" icon="invite" isBusy={isBusy} onClick={invite}>{next}</Button>
          </>
        )}
      </div>
    </Ask>
  );
}

const questions: Record<Step, () => JSX.Element> = {
  name: Name,
  goal: Goal,
  reminder: Reminder,
  moods: Moods,
  write: Write,
  friend: Friend,
};
