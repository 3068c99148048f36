/** The public routes of the calculators. */
import { beforeEach, describe, expect, it } from "vitest";
import { anonymous } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { messageOf, ok } from "../support/requests.ts";

const post = (path: string, body: unknown) => anonymous.api("POST", `/api/lab${path}`, body);

// All requests of this suite come from one address.
beforeEach(async () => {
  await sql`delete from private.rate_limit_hits where bucket = 'optimize'`;
});

describe("GET /api/lab/calculators", () => {
  it("describes six calculators to anyone", async () => {
    const body = await ok(anonymous, "GET", "/api/lab/calculators");
    expect(body.calculators.map(({ id }: { id: string }) => id)).toEqual(
      ["resonance", "coil", "impedance", "electrolysis", "pulsed_dc", "plasma"],
    );
    for (const { inputs, outputs, objective } of body.calculators) {
      expect(inputs.every(({ unit }: { unit: string }) => unit)).toBe(true);
      expect(outputs.every(({ formula }: { formula: string }) => formula)).toBe(true);
      expect(outputs.map(({ name }: { name: string }) => name)).toContain(objective.name);
    }
  });
});

describe("POST /api/lab/calculators/:calculator", () => {
  it("evaluates given inputs, and defaults for the rest", async () => {
    const { status, body } = await post("/calculators/resonance", {
      inputs: { resistance: 10, inductance: 1e-3, capacitance: 1e-9 },
    });
    expect(status).toBe(200);
    expect(body.inputs).toMatchObject({ resistance: 10, inductance: 1e-3, capacitance: 1e-9 });
    // The quality factor of a series circuit is sqrt(L / C) / R = 1000 / 10.
    expect(body.objective_value).toBeCloseTo(100, 9);
    expect(body.outputs[0]).toEqual({
      name: expect.any(String),
      label: expect.any(String),
      value: expect.any(Number),
      unit: expect.any(String),
    });
    expect((await post("/calculators/resonance", {})).status).toBe(200);
  });

  it("has the outputs along one input, null where the formulas are not valid", async () => {
    const values = [1e-5, 1e-3, 1e-2];
    const body = await ok(anonymous, "POST", "/api/lab/calculators/plasma", {
      inputs: { gas: 1, pressure: 1e4 },
      along: { input: "gap", values },
    });
    expect(body.curve).toHaveLength(3);
    expect(body.curve[0]).toBeNull();
    const other = { gas: 1, pressure: 1e4, gap: 1e-2 };
    const alone = await ok(anonymous, "POST", "/api/lab/calculators/plasma", { inputs: other });
    expect(body.curve[2].breakdown_voltage).toBe(alone.objective_value);
    expect(alone.curve).toBeNull();
  });

  it.each([
    [{ input: "colour", values: [1] }, ["along.input"]],
    [{ input: "resistance", values: [1, -1, 1e9] }, ["along.values.1", "along.values.2"]],
    [{ input: "resistance", values: [] }, ["along.values"]],
    [{ input: "resistance", values: Array(201).fill(1) }, ["along.values"]],
  ])("refuses a curve along %j", async (along, paths) => {
    const { status, body } = await post("/calculators/resonance", { along });
    expect([status, body.fields.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  });

  it("names every input that is unknown or out of range", async () => {
    const { status, body } = await post("/calculators/resonance", {
      inputs: { resistance: -1, colour: 3 },
    });
    expect(status).toBe(400);
    expect(body.code).toBe("invalid_input");
    expect(body.fields.map(({ path }: { path: string }) => path).sort())
      .toEqual(["inputs.colour", "inputs.resistance"]);
  });

  it("refuses an unknown calculator with 404", async () => {
    expect(await messageOf(post("/calculators/perpetuum", {}))).toBe("404 Calculator not found");
  });
});

describe("POST /api/lab/optimize", () => {
  it("ranks the combinations of a grid by the objective", async () => {
    const { status, body } = await post("/optimize", {
      calculator: "resonance",
      top_n: 2,
      ranges: {
        topology: { min: 0, max: 0, steps: 1 },
        resistance: { min: 10, max: 50, steps: 5 },
        inductance: { min: 1e-3, max: 1e-3, steps: 1 },
        capacitance: { min: 1e-9, max: 1e-9, steps: 1 },
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ calculator: "resonance", evaluated: 5, skipped: 0 });
    expect(body.objective).toMatchObject({ direction: "maximize" });
    expect(
      body.results.map((
        r: { rank: number; inputs: { resistance: number } },
      ) => [r.rank, r.inputs.resistance]),
    ).toEqual([[1, 10], [2, 20]]);
  });

  it.each([
    ["an unknown calculator", { calculator: "x", top_n: 1 }, "calculator"],
    ["more than 100 results", { calculator: "coil", top_n: 101 }, "top_n"],
    ["half a step", {
      calculator: "coil",
      top_n: 1,
      ranges: { turns: { min: 10, max: 20, steps: 2.5 } },
    }, "ranges.turns.steps"],
    ["an unknown input", {
      calculator: "coil",
      top_n: 1,
      ranges: { colour: { min: 0, max: 1, steps: 2 } },
    }, "ranges.colour"],
  ])("refuses %s", async (_, request, path) => {
    const { status, body } = await post("/optimize", request);
    expect(status).toBe(400);
    expect(body.fields.map((field: { path: string }) => field.path)).toContain(path);
  });

  it("accepts ten requests a minute from one address", async () => {
    const request = { calculator: "plasma", top_n: 1 };
    const answers = [];
    const refused = { ...request, ranges: { colour: { min: 0, max: 1, steps: 2 } } };
    for (let i = 0; i < 11; i++) expect((await post("/optimize", refused)).status).toBe(400);
    for (let i = 0; i < 11; i++) answers.push(await post("/optimize", request));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(Number(answers[10]!.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
