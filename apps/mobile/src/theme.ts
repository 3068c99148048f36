import { useColorScheme } from "react-native";

const light = {
  paper: "#f7f4ee",
  card: "#fffdf9",
  ink: "#24231f",
  soft: "#625e55",
  line: "#e4ded2",
  edge: "#8d877a",
  accent: "#1c6350",
  onAccent: "#ffffff",
  tint: "#e3efe9",
  warm: "#8a4b08",
  warmTint: "#fbeeda",
  danger: "#a52a22",
  tones: { good: "#f6d58c", even: "#d6dde0", hard: "#bcd0e4" },
  mouth: "#24231f",
};

export type Theme = typeof light;

const dark: Theme = {
  paper: "#171613",
  card: "#211f1b",
  ink: "#efece4",
  soft: "#aba598",
  line: "#38352e",
  edge: "#7d776a",
  accent: "#8fd3ba",
  onAccent: "#10241d",
  tint: "#1f3029",
  warm: "#eab672",
  warmTint: "#382a16",
  danger: "#ff9d92",
  tones: { good: "#7d6226", even: "#4a5257", hard: "#3d5166" },
  mouth: "#efece4",
};

export const useTheme = (): Theme => useColorScheme() === "dark" ? dark : light;
