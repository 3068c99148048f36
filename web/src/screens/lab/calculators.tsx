import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { useCalculators } from "./calculator.tsx";

export function Calculators() {
  const { value, failure, retry } = useCalculators();
  if (failure && !value) return <Failed failure={failure} retry={retry} />;
  if (!value) return <Loading lines={6} label="Calculators" />;
  return (
    <ul class="tiles">
      {value.map(({ id, title, inputs, outputs }) => (
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
  );
}
