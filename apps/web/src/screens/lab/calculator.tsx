import "./calculator.css";
import { useId, useState } from "preact/hooks";
import { Button, Select } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loaded, Loading } from "../../parts/states.tsx";
import { failureOf, useRemote } from "../../remote.ts";
import { query } from "../../router.ts";
import { api } from "../../service.ts";
import { Best } from "./best.tsx";
import { type Calculator, type Evaluation, useCalculation } from "./calculation.ts";
import { format, parse, scaleOf } from "./numbers.ts";
import { Plot } from "./plot.tsx";

type Input = Calculator["inputs"][number];

export const useCalculators = () =>
  useRemote(async () => (await api.get("/api/lab/calculators")).calculators, ["calculators"]);

export function CalculatorPage({ id }: { id: string }) {
  return (
    <>
      <a class="button quiet back" href="#/lab/calculators">
        <Icon name="back" />
        <span>Calculators</span>
      </a>
      <Loaded remote={useCalculators()} lines={6} label="Calculator">
        {(all) => {
          const calculator = all.find((each) => each.id === id);
          return calculator
            ? <Bench key={id} calculator={calculator} />
            : <p>There is no such calculator.</p>;
        }}
      </Loaded>
    </>
  );
}

const POINTS = 81;

/** The values of inputs in the address, such as a template's inputs. */
function given(inputs: Input[]): Record<string, number> {
  return Object.fromEntries(inputs.map(({ name, default: usual, min, max }) => {
    const value = Number(query.value.get(name) ?? NaN);
    return [name, value >= min && value <= max ? value : usual];
  }));
}

function Bench({ calculator }: { calculator: Calculator }) {
  const { inputs, outputs, objective } = calculator;
  const [values, setValues] = useState(() => given(inputs));
  const sliding = inputs.filter(({ options }) => !options);
  const [across, setAcross] = useState(sliding[0]!.name);
  const [shown, setShown] = useState(objective.name);
  const axis = sliding.find(({ name }) => name === across)!;
  const output = outputs.find(({ name }) => name === shown)!;
  const scale = scaleOf(axis.min, axis.max);
  const places = Array.from(
    { length: POINTS },
    (_, index) =>
      index === POINTS - 1 ? axis.max : index === 0 ? axis.min : scale.value(index / (POINTS - 1)),
  );
  const { answer, failure, isBusy, retry } = useCalculation({
    calculator: calculator.id,
    inputs: values,
    along: { input: across, values: places },
  });
  const isCurrent = answer?.to.along.input === across;
  const curve = isCurrent
    ? answer.to.along.values.map((x, index) => ({
      x,
      y: answer.is.curve?.[index]?.[shown] ?? null,
    }))
    : [];
  const value = answer?.is.outputs.find(({ name }) => name === shown)?.value;
  const goal = outputs.find(({ name }) => name === objective.name)!.label.toLowerCase();
  const title = `${output.label} against ${axis.label.toLowerCase()}`;
  const choose = (
    label: string,
    chosen: string,
    set: (name: string) => void,
    from: { name: string; label: string }[],
  ) => (
    <select
      aria-label={label}
      value={chosen}
      onChange={(event) => set(event.currentTarget.value)}
    >
      {from.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
    </select>
  );
  return (
    <>
      <h2 class="title">{calculator.title}</h2>
      <div class="bench">
        <figure class={`card figure ${failure ? "stale" : ""}`} aria-label={title}>
          <figcaption class="drawn">
            {choose("Draw", shown, setShown, outputs)}
            <span>over</span>
            {choose("Over", across, setAcross, sliding)}
          </figcaption>
          <Plot
            x={axis}
            y={output}
            range={axis}
            points={curve}
            here={value !== undefined && isCurrent
              ? { x: answer.is.inputs[across]!, y: value }
              : undefined}
          />
        </figure>
        <section class="card settings" aria-label="Inputs">
          {inputs.map((input) => (
            <Setting
              key={input.name}
              input={input}
              value={values[input.name]!}
              set={(value) => setValues((all) => ({ ...all, [input.name]: value }))}
            />
          ))}
          <div class="actions">
            <Button
              look="quiet"
              onClick={() =>
                setValues(
                  Object.fromEntries(inputs.map(({ name, default: usual }) => [name, usual])),
                )}
            >
              Back to the usual values
            </Button>
          </div>
        </section>
        <section class="card numbers" aria-label="Results" aria-busy={isBusy}>
          <div aria-live="polite">
            {failure?.status === 0
              ? <Failed failure={failureOf(failure)} retry={retry} />
              : failure && (
                <p class="notice warning">
                  <Icon name="warning" size={18} />
                  <span>{failure.fields[0]?.message ?? failure.message}</span>
                </p>
              )}
          </div>
          {!answer ? !failure && <Loading lines={6} label="Numbers" /> : (
            <>
              <div class={failure ? "stale" : undefined}>
                <Outputs answer={answer.is} calculator={calculator} shown={shown} />
              </div>
              <p class="hint">
                The aim: {goal}, as {objective.direction === "maximize" ? "high" : "low"}{" "}
                as possible.
              </p>
              <CurveTable title={title} axis={axis} output={output} curve={curve} />
            </>
          )}
        </section>
      </div>
      <Best calculator={calculator} use={setValues} />
    </>
  );
}

/** One input: a slider, and a field for people who know the number. */
function Setting(
  { input, value, set }: { input: Input; value: number; set(value: number): void },
) {
  const { label, unit, min, max, options } = input;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  if (options) {
    return (
      <Select label={label} value={String(value)} onText={(text) => set(Number(text))}>
        {options.map((option, index) => <option key={option} value={index}>{option}</option>)}
      </Select>
    );
  }
  const scale = scaleOf(min, max);
  const read = typed === null ? value : parse(typed, unit);
  const isWrong = read === undefined || read < min || read > max;
  const slide = (at: number) => {
    const value = Number(scale.value(at).toPrecision(3));
    set(at <= 0 ? min : at >= 1 ? max : Math.min(max, Math.max(min, value)));
    setTyped(null);
  };
  const step = 1 / 400;
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      <input
        class="typed"
        aria-label={`${label}, as a number`}
        aria-invalid={isWrong ? true : undefined}
        value={typed ?? format(value, unit)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          const number = parse(text, unit);
          if (number !== undefined && number >= min && number <= max) set(number);
        }}
        onBlur={() => setTyped(null)}
      />
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={step}
        value={scale.at(value)}
        style={{ "--at": `${scale.at(value) * 100}%` }}
        aria-valuetext={format(value, unit)}
        onInput={(event) => slide(Number(event.currentTarget.value))}
      />
      {isWrong && (
        <p class="error" role="status">
          From {format(min, unit)} to {format(max, unit)}
        </p>
      )}
    </div>
  );
}

const Outputs = (
  { answer, calculator, shown }: {
    answer: Evaluation;
    calculator: Calculator;
    shown: string;
  },
) => (
  <table class="figures">
    <caption class="hidden">What comes out</caption>
    <tbody>
      {answer.outputs.map(({ name, label, value, unit }) => (
        <tr key={name} class={name === shown ? "shown" : undefined}>
          <th
            scope="row"
            title={calculator.outputs.find((each) =>
              each.name === name
            )?.formula}
          >
            {label}
          </th>
          <td>{format(value, unit)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The curve for people who do not see it: every eighth point. */
const CurveTable = (
  { title, axis, output, curve }: {
    title: string;
    axis: Input;
    output: Calculator["outputs"][number];
    curve: { x: number; y: number | null }[];
  },
) => (
  <details>
    <summary>The curve as numbers</summary>
    <table class="figures">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{axis.label}</th>
          <th scope="col">{output.label}</th>
        </tr>
      </thead>
      <tbody>
        {curve.filter((_, index) => index % 8 === 0).map(({ x, y }) => (
          <tr key={x}>
            <th scope="row">{format(x, axis.unit)}</th>
            <td>{y === null ? "none" : format(y, output.unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
