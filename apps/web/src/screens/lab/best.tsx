/** The best values of a calculator's inputs, which the service finds. */
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { Refusal } from "../../parts/states.tsx";
import { api } from "../../service.ts";
import { number } from "../../words.ts";
import type { Calculator } from "./calculation.ts";
import { format } from "./numbers.ts";

/** How many combinations are shown. */
const SHOWN = 5;

export function Best({ calculator, use }: {
  calculator: Calculator;
  use(inputs: Record<string, number>): void;
}) {
  const [found, setFound] = useState<Answer<"/api/lab/optimize", "post">>();
  const { isBusy, errors, act } = useAct();
  const { id, inputs, outputs, objective } = calculator;
  const goal = outputs.find(({ name }) => name === objective.name)!;
  const search = () =>
    act(async () =>
      setFound(await api.post("/api/lab/optimize", { body: { calculator: id, top_n: SHOWN } }))
    );
  return (
    <Card title="Best values" icon="target">
      <p>
        The service tries values over the whole range of each input, and keeps those with the{" "}
        {objective.direction === "maximize" ? "highest" : "lowest"} {goal.label.toLowerCase()}.
      </p>
      {found && (
        <>
          <ol class="best">
            {found.results.map((each) => (
              <li key={each.rank}>
                <div>
                  <strong>{goal.label}: {format(each.objective_value, goal.unit)}</strong>
                  <p class="hint">
                    {inputs.map(({ name, label, unit, options }) =>
                      `${label}: ${
                        options ? options[each.inputs[name]!] : format(each.inputs[name]!, unit)
                      }`
                    ).join(" · ")}
                  </p>
                </div>
                <Button
                  aria-label={`Use combination ${each.rank}`}
                  onClick={() => use(each.inputs)}
                >
                  Use
                </Button>
              </li>
            ))}
          </ol>
          <p class="hint" role="status">
            {number(found.evaluated)} combinations tried
            {found.skipped > 0 && `, ${number(found.skipped)} of which are not possible`}
          </p>
        </>
      )}
      <Refusal errors={errors} />
      <div class="actions">
        <Button isBusy={isBusy} onClick={search}>Find the best values</Button>
      </div>
    </Card>
  );
}
