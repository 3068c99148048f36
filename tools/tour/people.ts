/** The tour's chapters about people, pictures, chat, and lists. */
import { paint } from "../../packages/stand-ins/png.ts";
import { chapter, type Tour } from "./traveller.ts";

export async function people({ ana, ben }: Tour): Promise<void> {
  chapter("Ana uploads a picture, and Ben finds her by the beginning of her handle");
  const form = new FormData();
  form.set("file", new File([new Uint8Array(paint("Ana"))], "ana.png"));
  const { profile } = await ana.ask("POST", "/user/avatar", form);
  await ben.ask("GET", `/users?q=${profile.handle.slice(0, 6)}`);

  chapter("Lists carry what a screen shows: members, roles, authors, notebooks");
  const { organizations } = await ben.ask("GET", "/organizations?limit=1");
  const { teams } = await ben.ask("GET", `/teams?org_id=${organizations[0].id}&limit=1`);
  await ben.ask("GET", `/journal?team_id=${teams[0].id}&user_id=${ana.id}&limit=1`);

  chapter("They chat; Ben takes a message back, and Ana polls for newer messages");
  const chat = `/teams/${teams[0].id}/messages`;
  const { message: first } = await ana.ask("POST", chat, { content: "Who writes tomorrow?" });
  const { message: slip } = await ben.ask("POST", chat, { content: "Not mee" });
  await ben.ask("DELETE", `${chat}/${slip.id}`);
  await ben.ask("POST", chat, { content: "I do" });
  await ana.ask("GET", `${chat}?after=${first.id}`);

  chapter("Ana corrects a check-in; the list of goals shows the latest one");
  const { goals } = await ana.ask("GET", "/goals?limit=1");
  const checkIns = `/goals/${goals[0].id}/check-ins`;
  const { check_ins } = await ana.ask("GET", checkIns);
  await ana.ask("PUT", `${checkIns}/${check_ins[0].id}`, { notes: "Day one, and a half" });
  await ana.ask("GET", "/goals?limit=1");

  chapter("Ana wants to drink eight glasses on five days a week; three of them are a part");
  const { goal } = await ana.ask("POST", "/goals", {
    title: "Drink water",
    schedule: { kind: "weekly", times: 5 },
    measure: { unit: "glasses", target: 8, direction: "at_least" },
  });
  await ana.ask("POST", `/goals/${goal.id}/check-ins`, { amount: 3 });
}
