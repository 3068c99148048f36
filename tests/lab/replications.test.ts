/** Golden specs, replications and convergence. */
import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { admin, ana, ben, dreamOf, templateOf } from "./people.ts";

const spec = {
  calculator: "coil",
  optimal_inputs: {},
  calculator_outputs: {
    outputs: [
      { label: "Inductance", value: 200, unit: "H" },
      { label: "Resistance", value: -10, unit: "ohm" },
    ],
  },
};
/** Both values as predicted. */
const exact = { Inductance: 200, Resistance: -10 };

const bareTemplate = async (): Promise<string> => (await templateOf(ana)).id;

const setSpec = (id: string, body: unknown = spec) =>
  admin.api("POST", `/api/lab/templates/${id}/golden-spec`, body);

async function template(): Promise<string> {
  const id = await bareTemplate();
  expect((await setSpec(id)).status).toBe(200);
  return id;
}

const replicate = (who: Person, id: string, measured_values: unknown) =>
  who.api("POST", `/api/lab/dreams/${id}/replications`, { measured_values });

const convergence = async (id: string) =>
  (await ok(ben, "GET", `/api/lab/dreams/${id}/convergence`)).convergence;

/** Replications by new users through the function, faster than over HTTP. */
async function replicateAs(count: number, id: string, value: (n: number) => number) {
  await sql`
    with users as (
      insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', '{}'
      from generate_series(1, ${count}) returning id
    ) select count(*) from users`;
  const users = await sql<{ id: string }[]>`
    select id from public.profiles order by created_at desc limit ${count}`;
  for (const [n, user] of users.entries()) {
    await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${
        JSON.stringify({ sub: user.id, role: "authenticated" })
      }, true)`;
      await tx`select private.replicate_dream(${id}, ${
        sql.json({ Inductance: value(n), Resistance: -10 })
      })`;
    });
  }
}

describe("/api/lab/templates/:templateId/golden-spec", () => {
  it("stores predicted_values on the template", async () => {
    const id = await bareTemplate();
    const { body } = await setSpec(id);
    expect(body.template.predicted_values).toEqual({
      calculator: "coil",
      optimal_inputs: {},
      outputs: spec.calculator_outputs.outputs,
    });
  });

  it("refuses unknown inputs, inputs out of range, and labels that repeat", async () => {
    const id = await bareTemplate();
    const [output] = spec.calculator_outputs.outputs;
    for (
      const change of [
        { calculator: "perpetuum" },
        { optimal_inputs: { colour: 1 } },
        { optimal_inputs: { turns: -1 } },
        { calculator_outputs: { outputs: [] } },
        { calculator_outputs: { outputs: [output, output] } },
        { calculator_outputs: { outputs: [{ ...output, value: 1e101 }] } },
        { calculator_outputs: { outputs: [{ ...output, label: "__proto__" }] } },
      ]
    ) {
      expect((await setSpec(id, { ...spec, ...change })).status).toBe(400);
    }
  });

  it("names an input that it refuses as the body does", async () => {
    const optimal_inputs = { colour: 1, turns: -1 };
    const { body } = await setSpec(await bareTemplate(), { ...spec, optimal_inputs });
    expect(body.fields.map(({ path }: { path: string }) => path))
      .toEqual(["optimal_inputs.colour", "optimal_inputs.turns"]);
  });

  it("replaces a spec: convergence starts anew and everybody may replicate once more", async () => {
    const id = await template();
    expect((await replicate(ben, id, exact)).body.replication.spec_version).toBe(1);
    // The same spec again does not make a new version.
    expect((await setSpec(id)).body.template.spec_version).toBe(1);
    expect(await convergence(id)).toMatchObject({ spec_version: 1, confirmations: 1 });

    const outputs = [{ label: "Inductance", value: 400, unit: "H" }];
    const { body } = await setSpec(id, { ...spec, calculator_outputs: { outputs } });
    expect(body.template).toMatchObject({ spec_version: 2, predicted_values: { outputs } });
    expect(await convergence(id)).toEqual({
      spec_version: 2,
      status: "collecting",
      confirmations: 0,
      refutations: 0,
      anomalies: 0,
      values: [{ label: "Inductance", unit: "H", predicted: 400, mean: null, stddev: null, n: 0 }],
    });

    const measured = { Inductance: 400 };
    expect((await replicate(ben, id, measured)).body.replication)
      .toMatchObject({ spec_version: 2, status: "confirmed", delta_values: { Inductance: 0 } });
    expect((await replicate(ben, id, measured)).body.code).toBe("already_replicated");
    expect(await convergence(id)).toMatchObject({
      confirmations: 1,
      values: [{ n: 1, mean: 400 }],
    });
    const own = (who: Person) => ok(who, "GET", `/api/lab/templates/${id}`);
    expect((await own(ben)).template.replications).toMatchObject([
      { spec_version: 2, measured_values: measured },
      { spec_version: 1, measured_values: exact },
    ]);
    expect((await own(admin)).template.replications).toEqual([]);
  });
});

describe("/api/lab/dreams/:id/replications", () => {
  it("confirms within 5 percent of every value, and refutes otherwise", async () => {
    const id = await template();
    const cases = [
      [{ Inductance: 210, Resistance: -9.5 }, "confirmed"],
      [{ Inductance: 190, Resistance: -10.5 }, "confirmed"],
      [{ Inductance: 210.0001, Resistance: -10 }, "refuted"],
      [{ Inductance: 200, Resistance: 10 }, "refuted"],
    ] as const;
    for (const [values, status] of cases) {
      const { body } = await replicate(await person(), id, values);
      expect(body.replication).toMatchObject({
        status,
        measured_values: values,
        template_id: id,
        delta_values: { Inductance: expect.closeTo(values.Inductance - 200, 9) },
        anomalies: [],
        is_counted: true,
      });
    }
    expect(await convergence(id)).toMatchObject({ confirmations: 2, refutations: 2 });
  });

  it("requires a number for each predicted label, and takes no other label", async () => {
    const id = await template();
    for (const values of [{}, { Inductance: 200 }, { ...exact, Resistance: "x" }, [], null]) {
      expect((await replicate(ben, id, values)).status).toBe(400);
    }
    const cases = [
      [{ Inductance: 200 }, "measured_values.Resistance: required"],
      [{ ...exact, Extra: 1 }, "measured_values.Extra: the golden spec has no such label"],
      [
        { ...exact, Resistance: "9" },
        "measured_values.Resistance: expected a number of at most 1e100",
      ],
    ] as const;
    for (const [p_measured, message] of cases) {
      const { error } = await ben.client.rpc("replicate_dream", { p_dream_id: id, p_measured });
      expect([error?.code, error?.message]).toEqual(["PT400", message]);
    }
  });

  it("counts one replication for each user and template, also of a clone", async () => {
    const id = await template();
    const { dream } = await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    expect((await replicate(ben, dream.id, exact)).body.replication)
      .toMatchObject({ dream_id: dream.id, template_id: id });
    expect(await codeOf(replicate(ben, id, exact))).toBe("409 already_replicated");
    expect(await convergence(dream.id)).toMatchObject({ confirmations: 1 });
  });

  it("of a clone waits for another act on the clone, and does not deadlock with it", async () => {
    const id = await template();
    const { dream } = await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    let answer: ReturnType<typeof replicate>;
    await sql.begin(async (tx) => {
      // As a build does: the template, then its clone.
      const lock = (dreamId: string) =>
        tx`select from public.dreams where id = ${dreamId} for no key update nowait`;
      await lock(id);
      answer = replicate(ben, dream.id, exact);
      await somebodyWaitsFor(tx);
      await lock(dream.id);
    });
    expect((await answer!).status).toBe(201);
  });

  it("keeps a replication whose clone is deleted, so that nobody counts twice", async () => {
    const id = await template();
    const clone = async () =>
      (await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {})).dream.id as string;
    const first = await clone();
    await replicate(ben, first, exact);
    await ok(ben, "DELETE", `/api/lab/dreams/${first}`);
    expect(await codeOf(replicate(ben, await clone(), exact))).toBe("409 already_replicated");
    expect(await convergence(id)).toMatchObject({ confirmations: 1 });
  });

  it("is for users who see the template, and for owners of its clones", async () => {
    const id = await template();
    const { dream } = await ok(ben, "POST", `/api/lab/templates/${id}/clone`, {});
    await ok(ben, "PUT", `/api/lab/dreams/${dream.id}`, { is_public: true });
    await ok(admin, "POST", "/api/lab/admin/templates", { dream_id: id, is_public: false });
    const stranger = await person();
    expect((await replicate(stranger, dream.id, exact)).body.code).toBe("nothing_predicted");
    expect(
      (await ok(stranger, "GET", `/api/lab/dreams/${dream.id}/convergence`)).convergence.values,
    )
      .toEqual([]);
    expect((await replicate(ben, dream.id, exact)).status).toBe(201);
  });

  it("does not count the author's own", async () => {
    const id = await template();
    expect((await replicate(ana, id, exact)).body.replication.is_counted).toBe(false);
    expect(await convergence(id)).toMatchObject({
      confirmations: 0,
      values: [{ label: "Inductance", n: 0, mean: null, stddev: null }, { n: 0 }],
    });
  });

  it("refuses a dream that predicts nothing, and a dream that the caller does not see", async () => {
    expect(await codeOf(replicate(ben, await bareTemplate(), {}))).toBe("409 nothing_predicted");
    expect((await replicate(ben, (await dreamOf(ana)).id, {})).status).toBe(404);
  });

  it("counts concurrent replications", async () => {
    const id = await template();
    const people = await Promise.all(Array.from({ length: 8 }, () => person()));
    await Promise.all(people.flatMap((who) => [
      replicate(who, id, exact),
      replicate(who, id, exact),
    ]));
    const { confirmations, values } = await convergence(id);
    expect([confirmations, values[0].n]).toEqual([8, 8]);
  });
});

describe("convergence", () => {
  it("is robust from the 50th confirmation on", async () => {
    const id = await template();
    await replicateAs(49, id, () => 201);
    expect((await convergence(id)).status).toBe("collecting");
    await replicate(await person(), id, { ...exact, Inductance: 300 });
    expect((await convergence(id)).status).toBe("collecting");
    await replicate(await person(), id, exact);
    expect(await convergence(id))
      .toMatchObject({ status: "robust", confirmations: 50, refutations: 1 });
  });

  it("flags a value more than 2 standard deviations from at least five earlier ones", async () => {
    const id = await template();
    await replicateAs(4, id, (n) => 200 + n);
    // The fifth value has only four before it.
    await replicateAs(1, id, () => 500);
    expect((await convergence(id)).anomalies).toBe(0);

    const other = await template();
    await replicateAs(5, other, (n) => 200 + n);
    const flagged = async (Inductance: number) =>
      (await replicate(await person(), other, { ...exact, Inductance })).body.replication.anomalies;
    const near = 202 + 2 * Math.sqrt(2.5);
    expect(await flagged(near - 0.001)).toEqual([]);
    expect(await flagged(220)).toEqual(["Inductance"]);
    // All earlier values count, this anomaly included: their mean is 205.0, their deviation 6.8.
    expect(await flagged(215)).toEqual([]);
    const { anomalies, values: [value] } = await convergence(other);
    expect([anomalies, value.n]).toEqual([1, 8]);
    const all = [200, 201, 202, 203, 204, near - 0.001, 220, 215];
    const mean = all.reduce((sum, each) => sum + each) / 8;
    const m2 = all.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    expect(value.mean).toBeCloseTo(mean, 9);
    expect(value.stddev).toBeCloseTo(Math.sqrt(m2 / 7), 9);
    expect(await flagged(1e100)).toEqual(["Inductance"]);
  });

  it("does not flag every later value after five equal ones", async () => {
    const id = await template();
    await replicateAs(5, id, () => 200);
    await replicateAs(3, id, (n) => 201 + (n % 2));
    const { anomalies, values: [value] } = await convergence(id);
    expect([anomalies, value.n]).toEqual([2, 8]);
  });
});
