import type { Conflict } from "@journal/client";
import type { SealedFailure } from "@journal/client/sealed";
import { View } from "react-native";
import { useAct } from "../act";
import { Button, Row, Words } from "../parts";
import { words } from "../words";

type Asked = Pick<Conflict, "refusal"> & Record<"mine" | "theirs", object | null>;

/** Asks the person about a write that collided with another device's or was refused. */
export function Decide<C extends Asked>({ conflict, resolve }: {
  conflict: C;
  resolve(conflict: C, answer: "mine" | "theirs"): Promise<void>;
}) {
  const { act } = useAct();
  const answer = (which: "mine" | "theirs") => act(() => resolve(conflict, which));
  const { refusal, theirs } = conflict;
  const mine = conflict.mine as { title?: string; content?: string };
  return (
    <View style={{ gap: 8 }}>
      <Words>
        {!refusal
          ? words.journal.conflict
          : refusal.code in words.sealed.failures
          ? words.sealed.failures[refusal.code as SealedFailure]
          : words.journal.refused(refusal.message)}
      </Words>
      {theirs && !refusal && <Words>{[mine.title, mine.content].filter(Boolean).join("\n")}</Words>}
      <Row>
        <Button name={words.journal.keepMine} onPress={() => answer("mine")} />
        <Button
          name={refusal ? words.journal.forget : words.journal.keepTheirs}
          onPress={() => answer("theirs")}
        />
      </Row>
    </View>
  );
}
