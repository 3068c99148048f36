import type { Answer } from "@journal/client";
import { useEffect, useState } from "react";
import { Image, Platform } from "react-native";
import { useAct } from "../act";
import { Button, Card, Problem, Row, Screen, useStyles, Words } from "../parts";
import { choosePhoto, type Photo, takePhoto } from "../photos";
import { api, journal } from "../service";
import { words } from "../words";

type Mine = Answer<"/api/workout-window/my-window", "get">;
type Activity = keyof typeof words.checkIn.activities;

const clock = (moment: string) =>
  new Date(moment).toLocaleTimeString(undefined, {
    hour: "2-digit",
    minute: "2-digit",
  });

export function CheckInScreen() {
  const [mine, setMine] = useState<Mine>();
  const { act, problem } = useAct();
  const read = () => act(async () => setMine(await api.get("/api/workout-window/my-window")));
  useEffect(() => void read(), []);
  return (
    <Screen title={words.checkIn.title}>
      <Problem>{problem}</Problem>
      {mine && (
        <Card>
          <State mine={mine} />
        </Card>
      )}
      {mine?.checkin_date && <Form mine={mine} onSent={read} />}
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
        {next.is_open ? checkIn.open(clock(next.closes_at)) : checkIn.next(clock(next.opens_at))}
      </Words>
    </>
  );
}

function Form({ mine, onSent }: { mine: Mine; onSent(): void }) {
  const { checkIn } = words;
  const styles = useStyles();
  const [photo, setPhoto] = useState<Photo>();
  const [activityType, setActivity] = useState<Activity>(
    mine.window!.activity_type,
  );
  const { act, isBusy, problem } = useAct();
  const pick = (work: () => Promise<Photo | undefined>) =>
    act(async () => setPhoto(await work() ?? photo));
  const send = () =>
    act(async () => {
      await api.post("/api/workout-window/checkin", {
        body: { photo: journal.upload(photo!), activityType },
      });
      onSent();
    });
  return (
    <Card title={checkIn.what}>
      <Row>
        {(Object.keys(checkIn.activities) as Activity[]).map((activity) => (
          <Button
            key={activity}
            name={checkIn.activities[activity]}
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
