import type { Conflict } from "@journal/client";
import type { SealedFailure } from "@journal/client/sealed";
import { View } from "react-native";
import { sealedAct, useAct } from "../act";
import { Copy } from "../copy";
import { Button, Problem, Row, Words } from "../parts";
import { inWords } from "../refusals";
import { words } from "../words";

type Asked = Pick<Conflict, "refusal"> & Record<"mine" | "theirs", object | null>;

/** Asks the person about a write that collided with another device's or was refused. */
export function Decide<C extends Asked>({ conflict, resolve }: {
  conflict: C;
  resolve(conflict: C, answer: "mine" | "theirs"): Promise<void>;
}) {
  const { act, problem } = useAct();
  const answer = (which: "mine" | "theirs") => act(() => sealedAct(() => resolve(conflict, which)));
  const { refusal, theirs } = conflict;
  const mine = conflict.mine as { title?: string; content?: string };
  const text = [mine.title, mine.content].filter(Boolean).join("\n");
  return (
    <View style={{ gap: 8 }}>
      <Words>
        {!refusal
          ? theirs ? words.journal.conflict : words.journal.isDeleted
          : refusal.code in words.sealed.failures
          ? words.sealed.failures[refusal.code as SealedFailure]
          : words.journal.refused({ reason: inWords(refusal) })}
      </Words>
      {text && <Words>{text}</Words>}
      <Row>
        <Button
          name={theirs ? words.journal.keepMine : words.journal.keepAnew}
          onPress={() => answer("mine")}
        />
        {text && !theirs && <Copy text={text} />}
        <Button
          name={refusal || !theirs ? words.journal.forget : words.journal.keepTheirs}
          onPress={() => answer("theirs")}
        />
      </Row>
      <Problem>{problem}</Problem>
    </View>
  );
}
