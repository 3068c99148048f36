import { useRef } from "preact/hooks";
import { Button } from "./controls.tsx";
import type { IconName } from "./icons.tsx";

/** A button that asks for a file, or with `capture` for a new photo. */
export function FilePicker({ label, icon, accept, capture, onFile, look, disabled }: {
  label: string;
  icon?: IconName;
  /** Types that are offered. */
  accept: string;
  capture?: "environment" | "user";
  onFile(file: File): void;
  look?: "main" | "plain" | "quiet";
  disabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon={icon} disabled={disabled} onClick={() => input.current!.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        capture={capture}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files!;
          if (file) onFile(file);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
