/** Feature flags, and the users for whom each is on. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { count, moment } from "../words.ts";
import type { Said } from "./fields.ts";
import type { Fields } from "./form.tsx";
import { removal, type Resource, ResourceScreen } from "./resource.tsx";

type Flag = components["schemas"]["FeatureFlag"];

/** The users for whom the flag is on, in words. */
function reach({ enabled, percentage, user_ids }: Flag): string {
  if (enabled) return "On for everybody";
  const parts = [
    percentage && `${percentage} % of the users`,
    user_ids.length && count(user_ids.length, "chosen user"),
  ].filter(Boolean);
  return parts.length ? `On for ${parts.join(" and ")}` : "Off";
}

const fields = (key: Record<string, Said> = {}): Fields => ({
  of: { path: "/api/admin/feature-flags/{key}", method: "put" },
  said: {
    ...key,
    description: "What it shows",
    enabled: { label: "For everybody", hint: "" },
    percentage: {
      label: "Share of the users (%)",
      hint: "From 0 to 100. A larger share keeps the users of a smaller one.",
      initial: "0",
    },
    user_ids: { label: "Chosen users", hint: "Their ids, one a line." },
  },
});

const put = async (key: string, body: object) =>
  (await api.put("/api/admin/feature-flags/{key}", { params: { path: { key } }, body }))
    .feature_flag;

const flags: Resource<Flag> = {
  title: "Feature flags",
  icon: "filter",
  nothing: "No flags yet. A flag shows a part of the app to some users first.",
  read: async (query) => {
    const { feature_flags, next_cursor } = await api.get("/api/admin/feature-flags", {
      params: { query },
    });
    return { items: feature_flags, next: next_cursor };
  },
  idOf: ({ key }) => key,
  nameOf: ({ key }) => key,
  children: (flag) => (
    <>
      <strong>{flag.key}</strong>
      {flag.description && <p class="hint">{flag.description}</p>}
      <p class="chips">
        <span class={`chip ${flag.enabled ? "completed" : ""}`}>{reach(flag)}</span>
        <span class="hint">Changed {moment(flag.updated_at)}</span>
      </p>
    </>
  ),
  create: {
    name: "New flag",
    done: "Saved",
    form: {
      title: "New flag",
      fields: fields({
        key: {
          label: "Key",
          hint: "Lower-case letters, digits, dots and hyphens; clients ask for it.",
        },
      }),
    },
    run: async ({ key, ...body }: { key: string }) => void await put(key, body),
  },
  acts: (flag) => [
    {
      name: "Change",
      done: "Saved",
      form: { title: flag.key, fields: fields(), thing: flag },
      run: (body) => put(flag.key, body),
    },
    removal(
      `Delete ${flag.key}?`,
      "It is off for everybody from then on.",
      () => api.delete("/api/admin/feature-flags/{key}", { params: { path: { key: flag.key } } }),
    ),
  ],
};

export const FlagsScreen = () => <ResourceScreen resource={flags} />;
