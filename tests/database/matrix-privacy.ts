/** Impersonation in the row-security matrix. */
import { sql } from "../support/sql.ts";
import { type Matrix, readOnly } from "./matrix.ts";

export const privacy: Matrix = {
  admin_impersonations: [{
    row: "an impersonation of the owner",
    make: async (world) => {
      const [row] = await sql`
        insert into public.admin_impersonations (admin_id, target_id, reason)
        values (${world.people.superAdmin.id}, ${world.people.owner.id}, 'Ticket 4711')
        returning id`;
      return { id: row!.id };
    },
    select: ["superAdmin"],
    ...readOnly({ reason: "forged" }),
  }],
};
