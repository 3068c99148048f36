// Made by `supabase gen types`; until the first migration has been applied any schema will do.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
// deno-lint-ignore no-explicit-any
export type Database = any;
