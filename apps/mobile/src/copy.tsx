import { useState } from "react";
import { useAct } from "./act";
import { copy } from "./modules";
import { Button, Problem } from "./parts";
import { words } from "./words";

/** Copies a text that has no other place, because its entry is gone. */
export function Copy({ text }: { text: string }) {
  const { act, problem } = useAct();
  const [copied, setCopied] = useState<string>();
  return (
    <>
      <Button
        name={copied === text ? words.sealed.copied : words.sealed.copy}
        onPress={() => act(() => copy(text).then(() => setCopied(text)))}
      />
      <Problem>{problem}</Problem>
    </>
  );
}
