import { StatusBar } from "expo-status-bar";
import { useState } from "react";
import { ActivityIndicator, Pressable, Text, View } from "react-native";
import { SafeAreaProvider, SafeAreaView } from "react-native-safe-area-context";
import { Notice } from "./parts";
import { ChatScreen } from "./screens/chat";
import { CheckInScreen } from "./screens/check-in";
import { JournalScreen } from "./screens/journal";
import { SignInScreen } from "./screens/sign-in";
import { TodayScreen } from "./screens/today";
import { useSealed } from "./sealed";
import { SessionContext, useCopies, useSession, useWatchedSession } from "./session";
import { useTheme } from "./theme";
import { words } from "./words";

const screens = {
  today: TodayScreen,
  journal: JournalScreen,
  chat: ChatScreen,
  checkIn: CheckInScreen,
};
type Tab = keyof typeof screens;

export function App() {
  const session = useWatchedSession();
  const { paper, accent } = useTheme();
  return (
    <SafeAreaProvider>
      <SessionContext value={session}>
        <SafeAreaView style={{ flex: 1, backgroundColor: paper }}>
          <StatusBar style="auto" />
          {session.userId === "opening"
            ? <ActivityIndicator color={accent} style={{ flex: 1 }} />
            : session.userId
            ? <Signed key={session.userId} />
            : <SignInScreen />}
        </SafeAreaView>
      </SessionContext>
    </SafeAreaProvider>
  );
}

function Signed() {
  const [tab, setTab] = useState<Tab>("today");
  const Shown = screens[tab];
  return (
    <>
      <Connection />
      <View style={{ flex: 1 }}>
        <Shown />
      </View>
      <Tabs tab={tab} onTab={setTab} />
    </>
  );
}

/** Says when something is not where the person may think it is. */
function Connection() {
  const { isOnline, sync } = useSession();
  const { failure, ...sealed } = useSealed();
  const pending = useCopies().pending + sealed.pending;
  const { offline, failed, pending: waiting } = words.state;
  const { notBelieved, failures, logFailures } = words.sealed;
  const told = [
    !isOnline && offline,
    isOnline && sync === "failed" && failed,
    failure && `${notBelieved} ${{ ...failures, ...logFailures }[failure]}`,
    pending > 0 && waiting({ count: pending }),
  ];
  const text = told.filter(Boolean).join(" ");
  return (
    <View role="status" aria-live="polite" aria-label={text || undefined}>
      {text ? <Notice>{text}</Notice> : null}
    </View>
  );
}

function Tabs({ tab, onTab }: { tab: Tab; onTab(tab: Tab): void }) {
  const theme = useTheme();
  return (
    <View
      role="tablist"
      style={{
        flexDirection: "row",
        borderTopWidth: 1,
        borderColor: theme.line,
        backgroundColor: theme.card,
      }}
    >
      {(Object.keys(screens) as Tab[]).map((each) => (
        <Pressable
          key={each}
          role="tab"
          aria-selected={each === tab}
          onPress={() => onTab(each)}
          style={{
            flex: 1,
            minHeight: 56,
            alignItems: "center",
            justifyContent: "center",
          }}
        >
          <Text
            style={{
              fontSize: 14,
              fontWeight: each === tab ? "700" : "500",
              color: each === tab ? theme.accent : theme.soft,
            }}
          >
            {words.tabs[each]}
          </Text>
        </Pressable>
      ))}
    </View>
  );
}
