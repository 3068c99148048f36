/** The examples of the document are requests that are accepted, and the answers to them. */
import { describe, expect, it } from "vitest";
import "../support/configured.ts";
import { NOWHERE } from "../support/requests.ts";
import { evaluate } from "../../functions/lab/calculators/calculator.ts";
import { calculatorById } from "../../functions/lab/calculators/index.ts";
import { groups } from "../../functions/groups.ts";
import { createApp } from "../../shared/http/app.ts";
import { partsOf } from "../../shared/http/declare.ts";
import { useProject } from "../http/project.ts";
import { type Api, type Person, person, send as sendOpen, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import {
  exampleBody,
  fill,
  isForSuperAdmins,
  type Operation,
  readDocument,
  wantsUser,
} from "./document.ts";

const { operations } = await readDocument();
const named = (id: string) => operations.find(({ operationId }) => operationId === id)!;
const answerOf = ({ responses }: Operation) =>
  responses["200"]!.content!["application/json"]!.example;

/** In this process the request has an address, and so limits, of its own. */
const lab = createApp(await partsOf(groups.lab), { basePath: "/api" });
const address = `2001:db8::${crypto.randomUUID().slice(0, 4)}`;
const sendToLab: Api = async (method, path, body) => {
  const answer = await lab.request(path, {
    method,
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

/** Bodies in place of examples whose date has to be near today. */
const dated: Record<string, object> = {
  pauseStreaks: { until: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) },
};

/** Sends the example; ids in the path are those of the document, or of nothing. */
const sendExample = (operation: Operation, who?: Person) => {
  const { method, path, parameters, operationId } = operation;
  const send = wantsUser(operation)
    ? who!.api
    : path.startsWith("/api/lab/")
    ? sendToLab
    : sendOpen;
  const value = (name: string) =>
    String(parameters.find((each) => each.name === name)!.schema.example ?? NOWHERE);
  return send(method, fill(path, value), dated[operationId] ?? exampleBody(operation));
};

await useProject();
const [user, admin] = await Promise.all([person("Exa Ample"), superAdmin("Ada Ample")]);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

describe("the answer in the document shows what the example sends", () => {
  /** The service makes an id where the client sends none. */
  const made = (name: string, sent: unknown) => name === "id" && sent === null;

  it.each(operations.map((each) => [each.operationId, each] as const))("%s", (_id, operation) => {
    const sent = exampleBody(operation);
    if (!isFields(sent)) return;
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const answer = content?.["application/json"]?.example;
      if (!status.startsWith("2") || !isFields(answer)) continue;
      for (const resource of Object.values(answer).filter(isFields)) {
        const shared = Object.entries(sent)
          .filter(([name, value]) => name in resource && !made(name, value));
        expect(resource).toMatchObject(Object.fromEntries(shared));
      }
    }
  });

  it("the golden spec, as the calculator computes it", () => {
    // deno-lint-ignore no-explicit-any -- the example's fields are compared
    const sent = exampleBody(named("setGoldenSpec")) as any;
    const { calculator, optimal_inputs, calculator_outputs } = sent;
    const computed = evaluate(calculatorById(calculator)!, optimal_inputs).outputs;
    const fields = calculator_outputs.outputs;
    for (const output of fields) expect(computed).toContainEqual(expect.objectContaining(output));
    // deno-lint-ignore no-explicit-any -- as above
    expect((answerOf(named("setGoldenSpec")) as any).template.predicted_values)
      .toEqual({ calculator, optimal_inputs, outputs: fields });
  });

  it("a window of two hours, and stats of a team that add up", () => {
    // deno-lint-ignore no-explicit-any -- the example's fields are compared
    const { window } = answerOf(named("setUpWorkoutWindow")) as any;
    const hour = (time: string) => Number(time.slice(0, 2));
    expect(hour(window.window_end_time) - hour(window.window_start_time)).toBe(2);
    const teams = answerOf(named("getWorkoutTeamStats")) as Record<string, Record<string, number>>;
    for (const team of Object.values(teams)) {
      expect(team.completed! + team.failed! + team.pending!).toBe(team.totalMembers);
      expect(team.completionRate).toBeCloseTo(team.completed! / team.totalMembers!, 3);
    }
  });
});

describe("the answer in the document is that to the example", () => {
  it.each(["listCalculators", "evaluateCalculator", "optimize"])("of %s", async (id) => {
    expect(await sendExample(named(id))).toMatchObject({ status: 200, body: answerOf(named(id)) });
  });

  it("of a battle, by the rules of battles", async () => {
    // deno-lint-ignore no-explicit-any -- the example's fields are compared
    const { battle, redTeam, blueTeam, dailyStats } = answerOf(named("getWorkoutBattle")) as any;
    const { red_team_chips: red, blue_team_chips: blue } = battle;
    const { red_team_robot_power: redPower, blue_team_robot_power: bluePower } = battle;
    const [row] = await sql`
      select private.workout_robot_power(${red}, ${redTeam.members.length}) as "redPower",
        private.workout_robot_power(${blue}, ${blueTeam.members.length}) as "bluePower",
        f.winner, f.battle_result
      from private.fight_workout_battle(
        ${battle.week_start_date}, ${red + blue}, ${redPower}, ${bluePower}) as f`;
    const { winner, battle_result } = battle;
    expect({ redPower, bluePower, winner, battle_result }).toEqual(row);
    for (const [chips, team, day] of [[red, redTeam, "red"], [blue, blueTeam, "blue"]]) {
      const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b);
      expect(team.totalChips).toBe(chips);
      expect(sum(team.members.map((member: { chips: number }) => member.chips))).toBe(chips);
      expect(sum(dailyStats.map((stats: Record<string, number>) => stats[`${day}TeamChips`])))
        .toBe(chips);
    }
  });
});

/** Examples that nobody can send as they are, with the beginning of the refusal. */
const impossible: Record<string, string> = {
  verifyToken: "401 Missing",
  redeemImpersonation: "401 The code is wrong",
  deleteAccount: "400 confirm: expected the e-mail address",
  createSealedAccount: "400 The proof does not tie the keys to the user",
  createCheckoutSession: "400 priceId: not a price",
};

/** Examples for super admins that would change what other tests rely on. */
const forEveryone = (operation: Operation) =>
  isForSuperAdmins(operation) && !/\{\w*[iI]d\}/.test(operation.path);

describe("the example is accepted, or what it names does not exist:", () => {
  const sendable = operations.filter((operation) =>
    exampleBody(operation) !== undefined && !/\/(cron|webhook)/.test(operation.path) &&
    !forEveryone(operation)
  );
  it.each(sendable.map((each) => [each.operationId, each] as const))(
    "%s",
    async (id, operation) => {
      const { status, body } = await sendExample(
        operation,
        isForSuperAdmins(operation) ? admin : user,
      );
      const expected = impossible[id];
      if (expected) expect(`${status} ${body.error}`).toContain(expected);
      else if (status >= 300) expect([404, 409], JSON.stringify(body)).toContain(status);
    },
  );
});
