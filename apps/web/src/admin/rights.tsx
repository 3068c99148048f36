/** The rights of an account, with buttons to change them. */
import { useAct } from "../act.ts";
import { Button, Card } from "../parts/controls.tsx";
import { confirm, say } from "../parts/dialog.tsx";
import { Refusal } from "../parts/states.tsx";
import { api } from "../service.ts";
import { nameOf } from "../words.ts";
import type { User } from "./parts.tsx";

interface Right {
  /** The present state of the right. */
  now: string;
  /** The words of the button. */
  change: string;
  isDanger?: boolean;
  asks: { title: string; text: string };
  run(): Promise<unknown>;
}

export function Rights({ user, onDone }: { user: User; onDone(): void }) {
  const { isBusy, errors, act } = useAct();
  async function change({ change, asks: { title, text }, run }: Right) {
    if (!await confirm(title, text, change) || !await act(run)) return;
    say("Changed");
    onDone();
  }
  return (
    <Card title="Rights" icon="lock">
      <ul class="acts">
        {rightsOf(user).map((right) => (
          <li key={right.now}>
            <p>{right.now}</p>
            <Button
              look={right.isDanger ? "danger" : "plain"}
              isBusy={isBusy}
              onClick={() => change(right)}
            >
              {right.change}
            </Button>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
    </Card>
  );
}

function rightsOf(user: User): Right[] {
  const params = { path: { id: user.id } };
  const name = nameOf(user);
  const setActive = (is_active: boolean) => () =>
    api.put("/api/admin/users/{id}/status", { params, body: { is_active } });
  const setRole = (role: User["role"]) => () =>
    api.put("/api/admin/users/{id}/role", { params, body: { role } });
  const setClassroom = (is_classroom: boolean) => () =>
    api.put("/api/admin/users/{id}/classroom", { params, body: { is_classroom } });
  return [
    user.is_active
      ? {
        now: "May use the service",
        change: "Block",
        isDanger: true,
        asks: {
          title: `Block ${name}?`,
          text: "Every request is refused at once, and all sessions end.",
        },
        run: setActive(false),
      }
      : {
        now: "Is blocked",
        change: "Unblock",
        asks: { title: `Unblock ${name}?`, text: "They sign in again to use the service." },
        run: setActive(true),
      },
    user.role === "user"
      ? {
        now: "No administration",
        change: "Make super admin",
        asks: {
          title: `Make ${name} a super admin?`,
          text: "They may do everything that you may do here, from their next sign-in on.",
        },
        run: setRole("super_admin"),
      }
      : {
        now: "Is a super admin",
        change: "Take the role",
        isDanger: true,
        asks: {
          title: `Take the role from ${name}?`,
          text: "This holds at once and ends their sessions.",
        },
        run: setRole("user"),
      },
    user.is_classroom
      ? {
        now: "Classroom account",
        change: "Open all templates",
        asks: {
          title: `Open all templates to ${name}?`,
          text: "The account may then clone every template.",
        },
        run: setClassroom(false),
      }
      : {
        now: "Every template",
        change: "Mark as classroom",
        asks: {
          title: `Is ${name} in a classroom?`,
          text: "A classroom account clones only templates that are safe there.",
        },
        run: setClassroom(true),
      },
  ];
}
