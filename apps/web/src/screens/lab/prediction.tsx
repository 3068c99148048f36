import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/states.tsx";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { count } from "../../words.ts";
import { deviation, format, parse, unitName } from "./numbers.ts";

export type TemplateDetails = Answer<"/api/lab/templates/{id}", "get">["template"];
type Replication = TemplateDetails["replications"][number];
type Outputs = NonNullable<TemplateDetails["predicted_values"]>["outputs"];

/**
 * The prediction of a template, the measurements of everybody, and the user's own. With `dreamId`
 * the user may measure.
 */
export function Prediction(
  { template, dreamId, reload }: {
    template: TemplateDetails;
    dreamId?: string;
    reload(): void;
  },
) {
  const { predicted_values: predicted, spec_version, convergence, replications } = template;
  if (!predicted) return null;
  const own = replications.find((each) => each.spec_version === spec_version);
  const earlier = replications.filter((each) => each !== own);
  const query = new URLSearchParams(
    Object.entries(predicted.optimal_inputs).map(([name, value]) => [name, String(value)]),
  );
  return (
    <Card
      title="The prediction"
      icon="target"
      aside={<span class="chip">Version {spec_version}</span>}
    >
      {own && <Verdict own={own} />}
      <div class="scroll">
        <table class="figures">
          <caption class="hidden">Predicted and measured values</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Predicted</th>
              {own && <th scope="col">Yours</th>}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {convergence.values.map(({ label, unit, predicted, mean, stddev, n }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(predicted, unit)}</td>
                {own && (
                  <td>
                    {format(own.measured_values[label]!, unit)}
                    <span class="off">{deviation(own.delta_values[label]!, predicted)}</span>
                  </td>
                )}
                <td>
                  {mean === null ? "none yet" : format(mean, unit)}
                  {stddev !== null && n > 1 && <span class="off">± {format(stddev, unit)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="chips">
        <span class={`chip ${convergence.status === "robust" ? "visibility" : ""}`}>
          {convergence.status === "robust" ? "Robust" : "Still collecting"}
        </span>
        <span class="chip">{convergence.confirmations} confirmed it</span>
        <span class="chip">{convergence.refutations} refuted it</span>
        {convergence.anomalies > 0 && (
          <span class="chip">{count(convergence.anomalies, "anomaly", "anomalies")}</span>
        )}
      </p>
      {dreamId && !own && <Measure dreamId={dreamId} outputs={predicted.outputs} reload={reload} />}
      {earlier.length > 0 && (
        <details>
          <summary>What you measured of earlier versions</summary>
          <ul class="plain">
            {earlier.map(({ id, spec_version, status, measured_values }) => (
              <li key={id}>
                Version {spec_version}: {status}, with {Object.entries(measured_values)
                  .map(([label, value]) =>
                    `${label} ${format(value, unitOf(predicted.outputs, label))}`
                  )
                  .join(", ")}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <a class="button quiet" href={`#/lab/calculators/${predicted.calculator}?${query}`}>
          <Icon name="lab" />
          <span>Open in the calculator</span>
        </a>
      </div>
    </Card>
  );
}

const unitOf = (outputs: Outputs, label: string) =>
  outputs.find((each) => each.label === label)?.unit ?? "1";

function Verdict({ own: { status, anomalies, is_counted } }: { own: Replication }) {
  return (
    <p class={`notice ${status === "confirmed" ? "" : "warning"}`} role="status">
      <Icon name={status === "confirmed" ? "check" : "warning"} />
      <span>
        {status === "confirmed"
          ? "You have confirmed it."
          : "Your values are further from the prediction than it allows: you have refuted it."}
        {anomalies.length > 0 && ` Unlike what others measured: ${anomalies.join(", ")}.`}
        {!is_counted && " As its author, yours does not count."}
      </span>
    </p>
  );
}

/** The user's measurements: a field for every predicted value. */
function Measure(
  { dreamId, outputs, reload }: { dreamId: string; outputs: Outputs; reload(): void },
) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [isChecked, setChecked] = useState(false);
  const { isBusy, errors, act } = useAct();
  const values = outputs.map(({ label, unit }) =>
    [label, parse(texts[label] ?? "", unit)] as const
  );
  const shown = outputs.map(({ label }) => `measured_values.${label}`);

  async function record(event: Event) {
    event.preventDefault();
    setChecked(true);
    if (values.some(([, value]) => value === undefined)) return;
    const done = await act(async () => {
      await api.post("/api/lab/dreams/{id}/replications", {
        params: { path: { id: dreamId } },
        body: { measured_values: Object.fromEntries(values) as Record<string, number> },
      });
      reload();
    });
    if (done) say("Recorded");
  }
  return (
    <form onSubmit={record} class="measure">
      <h3>What did you measure?</h3>
      <div class="columns">
        {outputs.map(({ label, unit }, index) => {
          const value = values[index]![1];
          const example = unitName(unit) &&
            `Such as ${format(2.5e-4, unit)} or 2.5e-4 ${unitName(unit)}`;
          return (
            <Field
              key={label}
              label={unitName(unit) ? `${label} in ${unitName(unit)}` : label}
              value={texts[label] ?? ""}
              onText={(text) => setTexts({ ...texts, [label]: text })}
              hint={texts[label] && value !== undefined
                ? `That is ${format(value, unit)}`
                : example}
              error={errors[`measured_values.${label}`] ??
                (isChecked && value === undefined ? "A number, please" : undefined)}
            />
          );
        })}
      </div>
      <Refusal errors={errors} shown={shown} />
      <div class="actions">
        <span class="hint">It counts once, and cannot be changed.</span>
        <Button
          look="main"
          type="submit"
          isBusy={isBusy}
          disabled={isBusy || !isOnline.value}
        >
          Record the measurement
        </Button>
      </div>
    </form>
  );
}
