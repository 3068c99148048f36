declare module "virtual:catalogues" {
  type Load = () => Promise<{ words: Record<string, object> }>;
  export const catalogues: Record<
    import("./language.ts").Language,
    Record<"first" | "rest" | "shared", Load>
  >;
}
