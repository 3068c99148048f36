declare module "virtual:catalogues" {
  type Load = () => Promise<{ words: Record<string, object> }>;
  export const catalogues: Record<
    import("./language.ts").Language,
    Record<"first" | "rest" | "shared", Load>
  >;
}

declare module "markdown-actions" {
  type Act = (textArea: HTMLTextAreaElement) => void;
  export const toggleBold: Act;
  export const toggleBulletList: Act;
  export const toggleItalic: Act;
  export const toggleNumberedList: Act;
  export const toggleQuote: Act;
  export const toggleTaskList: Act;
  export const insertLink: Act;
  export function insertHeader(
    textArea: HTMLTextAreaElement,
    level: number,
    isToggled: boolean,
  ): void;
}
