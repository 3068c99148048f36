/** Asks before AI gets words of the person. The client has the rule, this file the question. */
import { askAboutMoods, mayUseAi } from "@journal/client";
import { type ReactNode, useState } from "react";
import { Modal, ScrollView, View } from "react-native";
import { Button, Card, Row, Words } from "./parts";
import { offline } from "./service";
import { useSession } from "./session";
import { useTheme } from "./theme";
import { words } from "./words";

type Asked = typeof words.ai.act;

interface Questions {
  /** The place of the questions on the screen. */
  question: ReactNode;
  /** Answers whether an act may call the AI provider. */
  mayUse(): Promise<boolean>;
  /** Goes before an entry that is saved. */
  askAboutMoods(): Promise<void>;
}

/** The questions of a screen. A screen that closes leaves its question and ends its act. */
export function useAi(): Questions {
  const { syncNow } = useSession();
  const [open, setOpen] = useState<{ asked: Asked; answer(isYes: boolean): void }>();
  const ask = (asked: Asked) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => (setOpen(undefined), resolve(isYes));
      setOpen({ asked, answer });
    });
  return {
    question: open && <Question {...open} />,
    async mayUse() {
      const isYes = await mayUseAi(offline, () => ask(words.ai.act));
      if (offline.pending) syncNow();
      return isYes;
    },
    askAboutMoods: () => askAboutMoods(offline, () => ask(words.ai.moods)),
  };
}

function Question({ asked, answer }: { asked: Asked; answer(isYes: boolean): void }) {
  const { paper } = useTheme();
  return (
    <Modal visible onRequestClose={() => answer(false)}>
      <ScrollView
        style={{ backgroundColor: paper }}
        contentContainerStyle={{ flexGrow: 1, justifyContent: "center", padding: 16 }}
      >
        <View style={{ width: "100%", maxWidth: 640, alignSelf: "center" }}>
          <Card title={asked.title}>
            <Words>{asked.hint}</Words>
            <Row>
              <Button name={asked.yes} look="main" onPress={() => answer(true)} />
              <Button name={words.ai.no} onPress={() => answer(false)} />
            </Row>
          </Card>
        </View>
      </ScrollView>
    </Modal>
  );
}
