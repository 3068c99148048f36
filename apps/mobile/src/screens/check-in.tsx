import type { Answer } from "@journal/client";
import { useEffect, useState } from "react";
import { Image, Platform } from "react-native";
import { useAct } from "../act";
import { Button, Card, Problem, Row, Screen, useStyles, Words } from "../parts";
import { choosePhoto, type Photo, takePhoto } from "../photos";
import { api, journal, offline } from "../service";
import { useCopies, useSession } from "../session";
import { Waits } from "../waiting";
import { words } from "../words";

type Mine = Answer<"/api/workout-window/my-window", "get">;
type Activity = keyof typeof words.common.activities;

const clock = (moment: string) =>
  new Date(moment).toLocaleTimeString(words.common.locale, {
    hour: "2-digit",
    minute: "2-digit",
  });

export function CheckInScreen() {
  const [mine, setMine] = useState<Mine>();
  const { act, problem } = useAct();
  const { isOnline } = useSession();
  const waits = useCopies().waiting.some(({ kind }) => kind === "workout_check_ins");
  const read = () => act(async () => setMine(await api.get("/api/workout-window/my-window")));
  // At the start, and when a check-in has arrived.
  useEffect(() => {
    if (isOnline && !waits) read();
  }, [isOnline, waits]);
  return (
    <Screen title={words.checkIn.title}>
      <Problem>{problem}</Problem>
      {mine && (
        <Card>
          <State mine={mine} />
        </Card>
      )}
      {!isOnline && <Words look="hint">{words.checkIn.offline}</Words>}
      <Waits kind="workout_check_ins" />
      {!waits && (mine ? mine.checkin_date : !isOnline) && (
        <Form usual={mine?.window?.activity_type} />
      )}
    </Screen>
  );
}

function State({ mine: { next, today } }: { mine: Mine }) {
  const { checkIn } = words;
  if (!next || !today) return <Words>{checkIn.none}</Words>;
  const { checkin } = today;
  return (
    <>
      {checkin && (
        <Words look="strong">
          {checkin.status === "verified" ? checkIn.done : checkIn.review}
        </Words>
      )}
      {!checkin && today.status === "failed" && <Words>{checkIn.missed}</Words>}
      <Words look="hint">
        {next.is_open
          ? checkIn.open({ until: clock(next.closes_at) })
          : checkIn.next({ from: clock(next.opens_at) })}
      </Words>
    </>
  );
}

/** Without a network the service is asked later, with the time at which the photo was chosen. */
function Form({ usual = "other" }: { usual?: Activity }) {
  const { checkIn } = words;
  const styles = useStyles();
  const [photo, setPhoto] = useState<Photo>();
  const [activityType, setActivity] = useState(usual);
  const { syncNow } = useSession();
  const { act, isBusy, problem } = useAct();
  const pick = (work: () => Promise<Photo | undefined>) =>
    act(async () => setPhoto(await work() ?? photo));
  const send = () =>
    act(async () => {
      await offline.outbox.add("workout_check_ins", {
        photo: journal.upload(photo!),
        activityType,
      });
      syncNow();
    });
  return (
    <Card title={checkIn.what}>
      <Row>
        {(Object.keys(words.common.activities) as Activity[]).map((activity) => (
          <Button
            key={activity}
            name={words.common.activities[activity]}
            look={activity === activityType ? "chosen" : "plain"}
            onPress={() => setActivity(activity)}
          />
        ))}
      </Row>
      {photo && (
        <Image
          source={{ uri: photo.uri }}
          aria-label={words.journal.chosen}
          style={styles.photo}
        />
      )}
      <Row>
        {Platform.OS !== "web" && (
          <Button
            name={checkIn.camera}
            onPress={() => pick(takePhoto)}
          />
        )}
        <Button name={checkIn.photo} onPress={() => pick(choosePhoto)} />
      </Row>
      <Problem>{problem}</Problem>
      <Button
        name={checkIn.send}
        look="main"
        isBusy={isBusy}
        isOff={!photo}
        onPress={send}
      />
    </Card>
  );
}
