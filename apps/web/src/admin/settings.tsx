/** Settings of the site, and of the assistant's chat. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { moment } from "../words.ts";
import type { Field } from "./fields.ts";
import { amount, usd } from "./parts.tsx";
import { type Resource, ResourceScreen } from "./resource.tsx";

type Setting = components["schemas"]["SiteSetting"];
type Key = Setting["key"];

interface Meaning extends Pick<Field, "kind" | "isNullable" | "maxLength"> {
  name: string;
  does: string;
  /** The permitted values, with the unit. */
  bounds: string;
  /** The meaning of null. */
  none?: string;
  show?(value: number): string;
}

type ChatKey = Extract<Key, `chat_${string}`>;

// A setting that the service gets does not compile without its meaning.
const site: Record<Exclude<Key, ChatKey>, Meaning> = {
  signups_open: {
    name: "Sign-up is open",
    does: "With no, sign-ups and invitations are refused at once. Accounts stay.",
    bounds: "Yes or no",
    kind: "yes",
  },
  maintenance_message: {
    name: "Message to everybody",
    does: "Clients show it before and after sign-in.",
    bounds: "Up to 500 characters, or none",
    kind: "long",
    maxLength: 500,
    isNullable: true,
    none: "None",
  },
  support_email: {
    name: "Address of the support",
    does: "Clients offer it to everybody who needs help.",
    bounds: "An e-mail address, or none",
    kind: "text",
    maxLength: 254,
    isNullable: true,
    none: "None",
  },
  default_theme: {
    name: "Theme",
    does: "The look that clients begin with.",
    bounds: "Up to 50 characters, such as system, light or dark",
    kind: "text",
    maxLength: 50,
  },
  ai_daily_cost_limit: {
    name: "AI cost of a day",
    does: "All users together, from midnight to midnight UTC. One user gets a quarter of it. " +
      "Further calls are refused until the next day.",
    bounds: "US dollars, 0 to 1,000,000; empty for no limit",
    kind: "number",
    isNullable: true,
    none: "No limit",
    show: usd,
  },
  ai_free_cost_limit: {
    name: "AI cost of a free account",
    does: "The limit for each user without a subscription on a day (UTC). Further calls are " +
      "refused until the next day.",
    bounds: "US dollars, 0 to 1,000,000; empty for no limit of their own",
    kind: "number",
    isNullable: true,
    none: "No limit",
    show: usd,
  },
  ai_free_share_percent: {
    name: "AI cost of all free accounts",
    does: "The part of the AI cost of a day that all users without a subscription may use up. " +
      "The rest is kept for subscribers.",
    bounds: "Percent, a whole number from 0 to 100",
    kind: "number",
    show: (value) => `${amount(value)} %`,
  },
  ai_free_images: {
    name: "AI images of a free account",
    does: "How many images a user without a subscription may have made on a day (UTC).",
    bounds: "Images, a whole number from 0 to 1,000",
    kind: "number",
    show: amount,
  },
  ai_free_hd_images: {
    name: "HD images for free accounts",
    does: "With no, only subscribers have images made in HD, which cost twice as much.",
    bounds: "Yes or no",
    kind: "yes",
  },
  attachments_limit_mb: {
    name: "Room for attachments",
    does: "The limit for the photos and recordings of each user. A smaller room deletes nothing.",
    bounds: "Megabytes, 0 to 1,000,000",
    kind: "number",
    show: (value) => `${amount(value)} MB`,
  },
  texts_limit_mb: {
    name: "Room for texts",
    does:
      "The limit for all texts of each user, former ones included. A smaller room deletes nothing.",
    bounds: "Megabytes, 0 to 1,000,000",
    kind: "number",
    show: (value) => `${amount(value)} MB`,
  },
  streak_freeze_price: {
    name: "Price of a freeze",
    does: "The price for keeping a streak over a missed day.",
    bounds: "Drops, a whole number from 1 to 10,000",
    kind: "number",
    show: (value) => `${amount(value)} drops`,
  },
};

const chat: Record<ChatKey, Meaning> = {
  chat_enabled: {
    name: "The assistant answers",
    does: "With no, nobody can write to the assistant. Written messages stay.",
    bounds: "Yes or no",
    kind: "yes",
  },
  chat_model: {
    name: "Model",
    does: "The provider’s name of the model that answers.",
    bounds: "Up to 100 characters without spaces; empty for the model of the deployment",
    kind: "text",
    maxLength: 100,
    isNullable: true,
    none: "That of the deployment",
  },
  chat_system_prompt: {
    name: "Instructions",
    does: "The instructions for the model before every conversation.",
    bounds: "Up to 8,000 characters; empty for the usual ones",
    kind: "long",
    maxLength: 8000,
    isNullable: true,
    none: "The usual ones",
  },
  chat_max_context_entries: {
    name: "Entries that the model reads",
    does: "How many of the user’s latest entries go along with a message.",
    bounds: "Entries, a whole number from 0 to 50",
    kind: "number",
    show: amount,
  },
};

function shown({ value }: Setting, { kind, none, show }: Meaning): string {
  if (value === null) return none ?? "None";
  if (kind === "yes") return value ? "Yes" : "No";
  return show ? show(Number(value)) : String(value);
}

const settings = (title: string, meanings: Partial<Record<Key, Meaning>>): Resource<Setting> => ({
  title,
  icon: "target",
  nothing: "There is no setting",
  read: async (query) => {
    const { settings, next_cursor } = await api.get("/api/admin/settings", { params: { query } });
    return { items: settings.filter(({ key }) => meanings[key]), next: next_cursor };
  },
  idOf: ({ key }) => key,
  nameOf: ({ key }) => meanings[key]!.name,
  children: (setting) => {
    const { name, does, bounds } = meanings[setting.key]!;
    return (
      <>
        <strong>{name}</strong>
        <p class="value">{shown(setting, meanings[setting.key]!)}</p>
        <p>{does}</p>
        <p class="hint">
          {bounds}. <code>{setting.key}</code>, changed {moment(setting.updated_at)}.
        </p>
      </>
    );
  },
  acts: (setting) => {
    const { name, does, bounds, ...kind } = meanings[setting.key]!;
    return [{
      name: "Change",
      done: "Changed",
      form: {
        title: name,
        thing: setting,
        fields: {
          own: [{ ...kind, name: "value", label: "Value", hint: `${does} ${bounds}.` }],
        },
      },
      run: async (body: Partial<Setting>) =>
        (await api.put("/api/admin/settings/{key}", {
          params: { path: { key: setting.key } },
          body: { value: setting.value, ...body },
        })).setting,
    }];
  },
});

export const SettingsScreen = () => <ResourceScreen resource={settings("Settings", site)} />;
export const ChatScreen = () => <ResourceScreen resource={settings("Assistant", chat)} />;
