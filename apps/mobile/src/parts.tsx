/** The parts that screens share. */
import type { ReactNode } from "react";
import {
  ActivityIndicator,
  Pressable,
  ScrollView,
  StyleSheet,
  Text,
  TextInput,
  type TextInputProps,
  View,
} from "react-native";
import { type Theme, useTheme } from "./theme";

export function Screen(
  { title, children }: { title: string; children: ReactNode },
) {
  const { title: style, screen } = useStyles();
  return (
    <ScrollView
      contentContainerStyle={screen}
      keyboardShouldPersistTaps="handled"
    >
      <Text role="heading" aria-level={1} style={style}>{title}</Text>
      {children}
    </ScrollView>
  );
}

export function Card(
  { title, children }: { title?: string; children: ReactNode },
) {
  const styles = useStyles();
  return (
    <View style={styles.card}>
      {title && (
        <Text role="heading" aria-level={2} style={styles.cardTitle}>
          {title}
        </Text>
      )}
      {children}
    </View>
  );
}

export function Words(
  { children, look, lines }: { children: ReactNode; look?: "hint" | "strong"; lines?: number },
) {
  const styles = useStyles();
  return (
    <Text style={[styles.text, look && styles[look]]} numberOfLines={lines}>
      {children}
    </Text>
  );
}

/** A failure; a screen reader says it at once. */
export function Problem({ children }: { children: string }) {
  const styles = useStyles();
  return (
    <View aria-live="polite" role="alert" style={!children && styles.absent}>
      {children ? <Text style={styles.problem}>{children}</Text> : null}
    </View>
  );
}

export function Notice({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <View style={styles.notice}>
      <Text style={styles.noticeText}>{children}</Text>
    </View>
  );
}

interface ButtonProps {
  name: string;
  look?: "main" | "plain" | "chosen" | "quiet";
  isBusy?: boolean;
  isOff?: boolean;
  onPress(): void;
}

export function Button(
  { name, look = "plain", isBusy = false, isOff = false, onPress }: ButtonProps,
) {
  const styles = useStyles();
  const theme = useTheme();
  const isMain = look === "main";
  return (
    <Pressable
      role="button"
      aria-label={name}
      aria-selected={look === "chosen"}
      aria-disabled={isOff || isBusy}
      aria-busy={isBusy}
      disabled={isOff || isBusy}
      onPress={onPress}
      style={({ pressed }) => [
        styles.button,
        isMain && styles.main,
        look === "chosen" && styles.chosen,
        look === "quiet" && styles.quiet,
        (pressed || isOff) && styles.faint,
      ]}
    >
      {isBusy
        ? <ActivityIndicator color={isMain ? theme.onAccent : theme.accent} />
        : (
          <Text style={[styles.buttonText, isMain && styles.mainText]}>
            {name}
          </Text>
        )}
    </Pressable>
  );
}

export const Row = ({ children }: { children: ReactNode }) => (
  <View style={{ flexDirection: "row", flexWrap: "wrap", gap: 8 }}>
    {children}
  </View>
);

export function Field({ label, isHidden, ...props }: TextInputProps & {
  label: string;
  isHidden?: boolean;
}) {
  const styles = useStyles();
  const theme = useTheme();
  return (
    <View style={{ gap: 4, flexGrow: 1 }}>
      {!isHidden && <Text style={styles.label}>{label}</Text>}
      <TextInput
        aria-label={label}
        placeholderTextColor={theme.soft}
        style={[styles.field, props.multiline && styles.area]}
        {...props}
      />
    </View>
  );
}

/** The styles of a theme, made once. */
const made = new Map<Theme, ReturnType<typeof make>>();
export function useStyles() {
  const theme = useTheme();
  if (!made.has(theme)) made.set(theme, make(theme));
  return made.get(theme)!;
}

const make = (theme: Theme) =>
  StyleSheet.create({
    screen: {
      padding: 16,
      gap: 16,
      maxWidth: 640,
      width: "100%",
      alignSelf: "center",
    },
    title: {
      color: theme.ink,
      fontSize: 28,
      fontWeight: "700",
      letterSpacing: -0.4,
    },
    card: {
      backgroundColor: theme.card,
      borderColor: theme.line,
      borderWidth: 1,
      borderRadius: 14,
      padding: 16,
      gap: 12,
    },
    cardTitle: { color: theme.ink, fontSize: 17, fontWeight: "700" },
    text: { color: theme.ink, fontSize: 16, lineHeight: 24 },
    hint: { color: theme.soft, fontSize: 14, lineHeight: 20 },
    strong: { fontWeight: "700" },
    problem: { color: theme.danger, fontSize: 15, lineHeight: 22 },
    // Without a gap of its own.
    absent: { position: "absolute" },
    notice: {
      backgroundColor: theme.warmTint,
      paddingVertical: 8,
      paddingHorizontal: 16,
    },
    noticeText: {
      color: theme.warm,
      fontSize: 14,
      lineHeight: 20,
      textAlign: "center",
    },
    button: {
      minHeight: 44,
      paddingHorizontal: 16,
      borderRadius: 22,
      borderWidth: 1,
      borderColor: theme.edge,
      alignItems: "center",
      justifyContent: "center",
    },
    main: { backgroundColor: theme.accent, borderColor: theme.accent },
    chosen: { backgroundColor: theme.tint, borderColor: theme.accent },
    quiet: { borderColor: "transparent" },
    faint: { opacity: 0.5 },
    buttonText: { color: theme.ink, fontSize: 16, fontWeight: "600" },
    mainText: { color: theme.onAccent },
    label: { color: theme.soft, fontSize: 14 },
    field: {
      minHeight: 44,
      color: theme.ink,
      backgroundColor: theme.paper,
      borderColor: theme.edge,
      borderWidth: 1,
      borderRadius: 10,
      paddingHorizontal: 12,
      paddingVertical: 10,
      fontSize: 16,
    },
    area: { minHeight: 104, textAlignVertical: "top" },
    face: {
      flex: 1,
      minHeight: 52,
      borderRadius: 14,
      alignItems: "center",
      justifyContent: "center",
    },
    faceChosen: { backgroundColor: theme.tint },
    photo: { width: "100%", height: 200, borderRadius: 10 },
  });
