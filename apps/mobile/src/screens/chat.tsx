import type { ChatMessage } from "@journal/client";
import { useEffect, useRef, useState } from "react";
import { ScrollView, View } from "react-native";
import { useAct } from "../act";
import { useAi } from "../ai";
import { Button, Field, Problem, useStyles, Words } from "../parts";
import { api, journal } from "../service";
import { useSession } from "../session";
import { useTheme } from "../theme";
import { words } from "../words";

type Said = Pick<ChatMessage, "role" | "content"> & { incomplete?: boolean };

export function ChatScreen() {
  const { isOnline } = useSession();
  const [messages, setMessages] = useState<Said[]>([]);
  const [answer, setAnswer] = useState<string>();
  const [text, setText] = useState("");
  const list = useRef<ScrollView>(null);
  const controller = useRef<AbortController>(undefined);
  const reading = useAct();
  const { act, isBusy, problem } = useAct();
  const { question, mayUse } = useAi();
  const styles = useStyles();

  useEffect(() => {
    reading.act(async () => {
      const { messages } = await api.get("/api/chat/messages", {
        params: { query: { limit: 30 } },
      });
      // A person may have asked meanwhile.
      setMessages((now) => [...messages.reverse(), ...now]);
    });
    return () => controller.current?.abort();
  }, []);

  const add = (said: Said) => setMessages((before) => [...before, said]);

  const ask = (message: string) =>
    act(async () => {
      const { signal } = controller.current = new AbortController();
      if (!await mayUse() || signal.aborted) return;
      setText("");
      add({ role: "user", content: message });
      setAnswer("");
      let so = "";
      try {
        for await (const event of journal.chat(message, { signal })) {
          if ("done" in event) add(event.message);
          else if ("delta" in event) setAnswer(so += event.delta);
        }
      } catch (error) {
        if (so) add({ role: "assistant", content: so, incomplete: true });
        if (!signal.aborted) throw error;
      } finally {
        setAnswer(undefined);
      }
    });

  return (
    <View style={{ flex: 1 }}>
      {question}
      <ScrollView
        ref={list}
        contentContainerStyle={styles.screen}
        onContentSizeChange={() => list.current?.scrollToEnd({ animated: false })}
      >
        {!messages.length && answer === undefined && <Words look="hint">{words.chat.none}</Words>}
        {messages.map((said, n) => <Message key={n} {...said} />)}
        {answer !== undefined && <Message role="assistant" content={answer || "…"} />}
        <Problem>{problem || reading.problem}</Problem>
      </ScrollView>
      <View
        style={{
          padding: 12,
          gap: 8,
          flexDirection: "row",
          alignItems: "flex-end",
        }}
      >
        <View style={{ flex: 1 }}>
          <Field
            label={words.chat.placeholder}
            isHidden
            placeholder={isOnline ? words.chat.placeholder : words.chat.offline}
            value={text}
            onChangeText={setText}
            onSubmitEditing={() => text.trim() && isOnline && ask(text.trim())}
          />
          <Words look="hint">{words.chat.usesAi}</Words>
        </View>
        {answer === undefined
          ? (
            <Button
              name={words.chat.send}
              look="main"
              isOff={!text.trim() || !isOnline || isBusy}
              onPress={() => ask(text.trim())}
            />
          )
          : (
            <Button
              name={words.chat.stop}
              onPress={() => controller.current?.abort()}
            />
          )}
      </View>
    </View>
  );
}

function Message({ role, content, incomplete }: Said) {
  const { tint } = useTheme();
  const isOwn = role === "user";
  return (
    <View
      style={{
        alignSelf: isOwn ? "flex-end" : "flex-start",
        maxWidth: "88%",
        padding: 12,
        borderRadius: 14,
        backgroundColor: isOwn ? tint : undefined,
      }}
    >
      <Words>{content}</Words>
      {incomplete && <Words look="hint">{words.chat.cut}</Words>}
    </View>
  );
}
