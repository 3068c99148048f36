import { useRef } from "preact/hooks";
import { Button } from "./controls.tsx";
import type { IconName } from "./icons.tsx";

/** A button that asks for a file; for several with `onFiles`; for a new photo with `capture`. */
export function FilePicker(
  { label, icon, accept, capture, onFile, onFiles, look, isIconOnly, disabled }: {
    label: string;
    icon?: IconName;
    /** Types that are offered. */
    accept: string;
    capture?: "environment" | "user";
    onFile?(file: File): void;
    onFiles?(files: File[]): void;
    look?: "main" | "plain" | "quiet";
    /** Whether the words are for readers of the screen alone. */
    isIconOnly?: boolean;
    disabled?: boolean;
  },
) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={look}
        icon={icon}
        disabled={disabled}
        aria-label={isIconOnly ? label : undefined}
        onClick={() => input.current!.click()}
      >
        {!isIconOnly && label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        capture={capture}
        multiple={onFiles !== undefined}
        onChange={({ currentTarget }) => {
          const files = [...currentTarget.files!];
          if (files.length) {
            onFile?.(files[0]!);
            onFiles?.(files);
          }
          // The user may choose this file again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
