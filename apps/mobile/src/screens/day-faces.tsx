import { JournalError } from "@journal/client";
import { Pressable, Text, View } from "react-native";
import { useAct } from "../act";
import { isToday } from "../days";
import { Card, Problem, useStyles } from "../parts";
import { offline, supabase } from "../service";
import { useCopies, useSession } from "../session";
import { type Theme, useTheme } from "../theme";
import { words } from "../words";

/** From the hardest day to the best one: how the mouth bends, and the colour. */
const faces: { bend: number; tone: keyof Theme["tones"]; isOpen?: boolean }[] = [
  { bend: -8, tone: "hard" },
  { bend: -5, tone: "hard" },
  { bend: 0, tone: "even" },
  { bend: 5, tone: "good" },
  { bend: 9, tone: "good", isOpen: true },
];

/** The place of the face of a satisfaction from 1 to 10, which other programs write too. */
const faceAt = (score: number) => Math.min(4, Math.max(0, Math.ceil(score / 2) - 1));

/** Asks how the day is: a tap writes its satisfaction, 2, 4, 6, 8 or 10. */
export function DayFaces() {
  const { satisfactions } = useCopies();
  const { syncNow } = useSession();
  const { act, problem } = useAct();
  const styles = useStyles();
  const before = satisfactions.find(({ written_at }) => isToday(written_at));
  const chosen = before && faceAt(before.score);
  const choose = (face: number) =>
    act(async () => {
      const score = 2 * face + 2;
      if (!before) await offline.create("satisfaction_entries", { score });
      else await change(before.id, score);
      syncNow();
    });
  return (
    <Card title={words.today.day}>
      <View
        role="group"
        aria-label={words.today.day}
        style={{ flexDirection: "row", gap: 4 }}
      >
        {words.common.faces.map((name, face) => (
          <Pressable
            key={name}
            role="button"
            aria-label={name}
            aria-selected={face === chosen}
            onPress={() => face !== chosen && choose(face)}
            style={[styles.face, face === chosen && styles.faceChosen]}
          >
            <Face
              face={face}
              isFaint={chosen !== undefined && face !== chosen}
            />
          </Pressable>
        ))}
      </View>
      <View
        role="status"
        aria-live="polite"
        style={chosen === undefined && styles.absent}
      >
        {chosen !== undefined && (
          <Text style={[styles.text, styles.strong, { textAlign: "center" }]}>
            {words.common.faces[chosen]}
          </Text>
        )}
      </View>
      <Problem>{problem}</Problem>
    </Card>
  );
}

/** Changes an answer, which needs a network: the route only adds. */
async function change(id: string, score: number): Promise<void> {
  await offline.sync();
  const { data, error, status } = await supabase.from("satisfaction_entries")
    .update({ score }).eq("id", id).select("id");
  if (error) throw new JournalError(status, error.code ?? "", error.message);
  if (!data.length) {
    throw new JournalError(404, "not_found", words.today.dayIsGone);
  }
}

function Face({ face, isFaint }: { face: number; isFaint: boolean }) {
  const { tones, mouth: color } = useTheme();
  const { bend, tone, isOpen } = faces[face]!;
  const eye = { width: 3, height: 5, borderRadius: 2, backgroundColor: color };
  const [height, width] = [Math.abs(bend) || 2, 16];
  // A mouth is the lower, or the upper, edge of a box with round corners.
  const edge = bend > 0 ? "Bottom" : "Top";
  const mouth = {
    width,
    height,
    borderColor: color,
    [`border${edge}Width`]: 2,
    ...bend &&
      {
        [`border${edge}LeftRadius`]: width / 2,
        [`border${edge}RightRadius`]: width / 2,
      },
    ...isOpen && { backgroundColor: color },
  };
  return (
    <View
      style={{
        width: 40,
        height: 40,
        borderRadius: 20,
        alignItems: "center",
        backgroundColor: tones[tone],
        opacity: isFaint ? 0.55 : 1,
      }}
    >
      <View style={{ flexDirection: "row", gap: 9, marginTop: 13 }}>
        <View style={eye} />
        <View style={eye} />
      </View>
      <View style={{ height: 12, justifyContent: "center" }}>
        <View style={mouth} />
      </View>
    </View>
  );
}
