import type { Pushes } from "@journal/client/expo";
import { useEffect, useState } from "react";
import { View } from "react-native";
import { useAct } from "../act";
import { isToday } from "../days";
import { draftNames } from "../drafts";
import { Button, Card, Field, Problem, Row, Screen, Words } from "../parts";
import { type Goal, journal, offline } from "../service";
import { useSealed } from "../sealed";
import { useCopies, useSession } from "../session";
import { words } from "../words";
import { DayFaces } from "./day-faces";

/** A greeting for the time of day. */
function greeting(name: string | undefined): string {
  const hour = new Date().getHours();
  const { morning, afternoon, evening } = words.today;
  const greeting = hour < 12 ? morning : hour < 18 ? afternoon : evening;
  return name ? words.today.greeting({ greeting, name }) : greeting;
}

export function TodayScreen() {
  const { profile } = useCopies();
  const name = profile?.full_name?.split(" ")[0];
  return (
    <Screen title={greeting(name)}>
      <DayFaces />
      <Goals />
      <Pushing />
      <SignOut />
    </Screen>
  );
}

function Goals() {
  const { goals } = useCopies();
  const { syncNow } = useSession();
  const [title, setTitle] = useState("");
  const { act } = useAct();
  const add = () =>
    act(async () => {
      await offline.create("goals", { title: title.trim() });
      setTitle("");
      syncNow();
    });
  return (
    <Card title={words.today.goals}>
      {!goals.length && <Words look="hint">{words.today.noGoals}</Words>}
      {goals.map((goal) => <GoalToday key={goal.id} goal={goal} />)}
      <View style={{ flexDirection: "row", gap: 8, alignItems: "flex-end" }}>
        <Field
          label={words.today.newGoal}
          isHidden
          placeholder={words.today.newGoal}
          value={title}
          onChangeText={setTitle}
          maxLength={200}
          onSubmitEditing={() => title.trim() && add()}
        />
        <Button
          name={words.today.addGoal}
          isOff={!title.trim()}
          onPress={add}
        />
      </View>
    </Card>
  );
}

const answers = ["completed", "partial", "missed"] as const;

function GoalToday({ goal }: { goal: Goal }) {
  const { checkIns } = useCopies();
  const { syncNow } = useSession();
  const { act } = useAct();
  const today = checkIns.find((each) => each.goal_id === goal.id && isToday(each.written_at));
  const answer = (status: typeof answers[number]) =>
    act(async () => {
      if (today) await offline.update("goal_check_ins", today.id, { status });
      else await offline.create("goal_check_ins", { goal_id: goal.id, status });
      syncNow();
    });
  return (
    <View role="group" aria-label={goal.title} style={{ gap: 8 }}>
      <Words look="strong">{goal.title}</Words>
      <Row>
        {answers.map((status) => (
          <Button
            key={status}
            name={words.today.answers[status]}
            look={today?.status === status ? "chosen" : "plain"}
            onPress={() => answer(status)}
          />
        ))}
      </Row>
    </View>
  );
}

function Pushing() {
  const [state, setState] = useState<Pushes | "unknown">("unknown");
  const { act, isBusy, problem } = useAct();
  // At each start, so that the service knows the token that the phone has at present.
  useEffect(
    () => void act(async () => setState(await journal.registerForPushes())),
    [],
  );
  if (!journal.canPush || state === "unknown" && !problem) return null;
  return (
    <Card>
      {state === "on" && <Words look="hint">{words.today.pushesOn}</Words>}
      {state === "refused" && <Words look="hint">{words.today.pushesRefused}</Words>}
      {state !== "on" && state !== "refused" && (
        <Button
          name={words.today.pushes}
          isBusy={isBusy}
          onPress={() => act(async () => setState(await journal.registerForPushes({ ask: true })))}
        />
      )}
      <Problem>{problem}</Problem>
    </Card>
  );
}

function SignOut() {
  const sealed = useSealed();
  const pending = useCopies().pending + sealed.pending;
  const { mayWait } = sealed;
  const unsaved = draftNames("").length;
  const loses = pending > 0 || mayWait || unsaved > 0;
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, problem } = useAct();
  const leave = () => loses && !isAsked ? setAsked(true) : act(() => journal.signOut());
  return (
    <View style={{ gap: 8 }}>
      {isAsked && pending > 0 && <Words>{words.today.unsent({ count: pending })}</Words>}
      {isAsked && unsaved > 0 && <Words>{words.today.unsaved({ count: unsaved })}</Words>}
      {isAsked && mayWait && <Words>{words.sealed.mayWait}</Words>}
      <Button
        name={isAsked && loses ? words.today.signOutAnyway : words.today.signOut}
        look="quiet"
        isBusy={isBusy}
        onPress={leave}
      />
      <Problem>{problem}</Problem>
    </View>
  );
}
