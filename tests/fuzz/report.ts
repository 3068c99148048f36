/** The report that `npm run fuzz` prints. */
import type { Operation } from "../contract/operations.ts";
import type { Fault } from "./checks.ts";
import type { Exchange, Service } from "./service.ts";

/** Names a fault by what does not differ from case to case. */
export function signOf({ kind, detail }: Fault, { operation }: Exchange): string {
  const general = detail.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>").replace(/\b\d{3,}\b/g, "<n>")
    .replace(/\/\d+\b/g, "/n");
  return `${operation.operationId} ${kind}: ${general.slice(0, 300)}`;
}

/** The request, and its answer. */
export function shown({ rendered, received }: Exchange): string {
  const { method, target, headers, body } = rendered;
  return [
    `${method} ${target.slice(0, 500)}`,
    ...headers.map(([name, value]) => `${name}: ${cut(value, 60)}`),
    ...(body ? [cut(new TextDecoder().decode(body), 500)] : []),
    ...(received ? [`-> ${received.status} ${received.text.slice(0, 600)}`] : []),
  ].map((line) => `  ${line}`).join("\n");
}

const cut = (text: string, length: number) =>
  JSON.stringify(text.length > length ? `${text.slice(0, length)}... (${text.length})` : text);

/** The figures of the whole run, which follow its faults. */
export function* summary(service: Service, operations: Operation[]) {
  const { answers, suspicions } = service;
  yield "Answers by status: " + [...Map.groupBy(answers, ([answer]) => answer.split(" ")[1])]
    .map(([status, each]) => `${status} x${each.reduce((sum, [, times]) => sum + times, 0)}`)
    .toSorted().join(", ");
  const unreached = operations.filter((each) => !service.successes(each)).map(({ operationId }) =>
    `${operationId} (${
      service.statusesOf(operationId).map(([status, times]) => `${status} x${times}`).join(", ")
    })`
  );
  if (unreached.length) yield `Operations of which no request succeeded: ${unreached.join(", ")}`;
  if (suspicions.size) yield "Written during a refusal, but not when it was repeated:";
  for (const suspicion of suspicions) yield `  ${suspicion.join(" x")}`;
}

/** How many requests were sent. */
export const sent = ({ answers }: Service) =>
  answers.values().reduce((sum, times) => sum + times, 0);
