import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  attachments: ({ count }: { count: number }) =>
    plural(count, { one: "1 attachment", other: `${number(count)} attachments` }),
  comments: ({ count }: { count: number }) =>
    plural(count, { one: "1 comment", other: `${number(count)} comments` }),
  reactions: ({ count }: { count: number }) =>
    plural(count, { one: "1 reaction", other: `${number(count)} reactions` }),
  textNotShared: "The text is not shared.",
  markAsRead: ({ name }: { name: string }) => `Mark the cheer from ${name} as read`,
  deleted: "Deleted",
  undo: "Undo",
  visibleTo: "Visible to:",
  visibilities: { user: "Only me", team: "Team", org: "Organization", public: "Everybody" },
  titleAndText: ({ title, text }: { title: string; text: string }) =>
    `Title: ${title} · Text: ${text}`,
  zoneNow: ({ zone }: { zone: string }) => `Your days and reminders follow ${zone}.`,
  useZone: ({ zone }: { zone: string }) => `Use ${zone}`,
  keepZone: ({ zone }: { zone: string }) => `Keep ${zone}`,
};
