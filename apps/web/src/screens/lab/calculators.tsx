import { Icon } from "../../parts/icons.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useCalculators } from "./calculator.tsx";

export const Calculators = () => (
  <Loaded remote={useCalculators()} lines={6} label="Calculators">
    {(calculators) => (
      <ul class="tiles">
        {calculators.map(({ id, title, inputs, outputs }) => (
          <li key={id}>
            <a class="card tile" href={`#/lab/calculators/${id}`}>
              <Icon name="lab" />
              <strong>{title}</strong>
              <span class="hint">
                {outputs[0]!.label} from {inputs.filter(({ options }) => !options).slice(0, 3)
                  .map(({ label }) => label.split(",")[0]!.toLowerCase()).join(", ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </Loaded>
);
