/** The first minutes: one short question after the other, each of which can be skipped. */
import "./welcome.css";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct, useOnce } from "../../act.ts";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { joinAddress } from "../../joining.ts";
import { Button, Field, TextArea } from "../../parts/controls.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api, offline } from "../../service.ts";
import { words as invitation } from "../../words/cheers.ts";
import { words } from "../../words/welcome.ts";
import { goOn, skipAll, type Step, steps } from "./steps.ts";

export function Welcome({ step }: { step: Step }) {
  const Question = questions[step];
  return (
    <div class="page first-steps">
      <header>
        <p class="eyebrow">
          {words.progress({ step: steps.indexOf(step) + 1, of: steps.length })}
        </p>
        {step !== "friend" && <Button look="quiet" onClick={skipAll}>{words.skipAll}</Button>}
        <progress aria-label={words.label} value={steps.indexOf(step) + 1} max={steps.length} />
      </header>
      <Question key={step} />
    </div>
  );
}

/** One question. Its heading takes the focus, so that a screen reader reads it. */
function Ask({ icon, title, text, onSubmit, children }: {
  icon: IconName;
  title: string;
  text?: string;
  onSubmit?(): void;
  children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), []);
  return (
    <form onSubmit={(event) => (event.preventDefault(), onSubmit?.())}>
      <span class="sign">
        <Icon name={icon} size={40} />
      </span>
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
    <Ask icon="me" title={title} onSubmit={save}>
      <Field
        label={field}
        hint={hint}
        autocomplete="name"
        maxLength={100}
        value={name}
        onText={setName}
      />
      <div class="actions">
        <Button look="main" type="submit" disabled={!name.trim()}>{next}</Button>
        <Button look="quiet" onClick={() => goOn("name")}>{words.skip}</Button>
      </div>
    </Ask>
  );
}

/** Answers to tap. */
const Ideas = ({ label, ideas, chosen, onChoose }: {
  label: string;
  ideas: string[];
  chosen: string;
  onChoose(idea: string): void;
}) => (
  <div class="chips ideas" role="group" aria-label={label}>
    {ideas.map((idea) => (
      <button
        key={idea}
        type="button"
        class="chip"
        aria-pressed={idea === chosen}
        onClick={() => onChoose(idea)}
      >
        {idea}
      </button>
    ))}
  </div>
);

function Goal() {
  const [goal, setGoal] = useState("");
  const { title, text, field, ideas, next, none } = words.goal;
  const save = useOnce(async () => {
    if (!goal.trim()) return;
    await offline.create("goals", { title: goal.trim() });
    await goOn("goal");
  });
  return (
    <Ask icon="target" title={title} text={text} onSubmit={save}>
      <Field label={field} maxLength={200} value={goal} onText={setGoal} />
      <Ideas label={words.goal.some} ideas={ideas} chosen={goal} onChoose={setGoal} />
      <div class="actions">
        <Button look="main" type="submit" disabled={!goal.trim()}>{next}</Button>
        <Button look="quiet" onClick={() => goOn("goal")}>{none}</Button>
      </div>
    </Ask>
  );
}

const times = ["07:30", "12:30", "20:30", "22:00"];

function Reminder() {
  const [local_time, setTime] = useState("20:30");
  const { title, text, field, next, none } = words.reminder;
  const save = useOnce(async () => {
    await offline.create("reminders", { kind: "journal", local_time, days: [1, 2, 3, 4, 5, 6, 7] });
    await goOn("reminder");
  });
  return (
    <Ask icon="bell" title={title} text={text} onSubmit={save}>
      <Field label={field} type="time" required value={local_time} onText={setTime} />
      <Ideas label={words.goal.some} ideas={times} chosen={local_time} onChoose={setTime} />
      <div class="actions">
        <Button look="main" type="submit" disabled={!local_time}>{next}</Button>
        <Button look="quiet" onClick={() => goOn("reminder")}>{none}</Button>
      </div>
    </Ask>
  );
}

function Moods() {
  const { title, text, yes, no } = words.moods;
  const answer = (mood_analysis_enabled: boolean) => () =>
    goOn("moods", { mood_analysis_enabled, preferences: { mood_asked: true } });
  return (
    <Ask icon="spark" title={title} text={text}>
      <div class="actions">
        <Button look="main" onClick={answer(true)}>{yes}</Button>
        <Button onClick={answer(false)}>{no}</Button>
      </div>
    </Ask>
  );
}

function Write() {
  const [content, setContent] = useState(() => readDraft<string>("first") ?? "");
  const prompt = useRemote(async () => (await api.get("/api/prompts/today")).prompt, ["prompt"])
    .value?.text;
  const { title, text, field, next, later } = words.write;
  const change = (text: string) => {
    setContent(text);
    keepDraft("first", text);
  };
  const save = useOnce(async () => {
    if (!content.trim()) return;
    await offline.create("journal_entries", {
      title: "",
      content: prompt ? `> ${prompt}\n\n${content}` : content,
    });
    dropDraft("first");
    await goOn("write");
  });
  return (
    <Ask icon="journal" title={title} text={text} onSubmit={save}>
      <TextArea label={prompt ?? field} rows={4} value={content} onText={change} />
      <div class="actions">
        <Button look="main" type="submit" disabled={!content.trim()}>{next}</Button>
        <Button look="quiet" onClick={() => goOn("write")}>{later}</Button>
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
    <Ask icon="heart" title={title} text={text}>
      {link && (
        <NewLink address={link} title={invitation.writeWithMe} hint={invitation.inviteHint} />
      )}
      <Refusal errors={errors} />
      <div class="actions">
        {link ? <Button look="main" onClick={() => goOn("friend")}>{done}</Button> : (
          <>
            <Button look="main" icon="invite" isBusy={isBusy} onClick={invite}>{next}</Button>
            <Button look="quiet" onClick={() => goOn("friend")}>{later}</Button>
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
