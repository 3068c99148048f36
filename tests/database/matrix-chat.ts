/** The assistant's tables in the row-security matrix: nobody but the owner sees them. */
import { sql } from "../support/sql.ts";
import { type Matrix, readOnly } from "./matrix.ts";

export const chat: Matrix = {
  chat_messages: [{
    row: "a message of the owner's to the assistant",
    make: async (world) => {
      const [row] = await sql`
        insert into public.chat_messages (user_id, role, content)
        values (${world.people.owner.id}, 'user', 'hello') returning id`;
      return { id: row!.id };
    },
    select: ["owner"],
    update: { values: { content: "forged" }, by: [] },
    delete: ["owner"],
    insert: { values: (_world, by) => ({ user_id: by, role: "user", content: "forged" }), by: [] },
  }],
  note_analyses: [{
    row: "an analysis of the owner's entries",
    make: async (world) => {
      const [row] = await sql`
        insert into public.note_analyses (
          user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations,
          insights, entry_count)
        values (${world.people.owner.id}, '2026-11-21', 'A calm week.', '{}', '[]', '[]', '',
          '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1)
        returning id`;
      return { id: row!.id };
    },
    select: ["owner"],
    ...readOnly({ summary: "forged" }),
    delete: ["owner"],
  }],
};
