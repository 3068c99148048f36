import { here, zoneName } from "../words.ts";
import { Button, Select } from "./controls.tsx";
import { words } from "../words/parts.ts";

const zones = Intl.supportedValuesOf("timeZone");
/** Chooses a time zone, and offers the device's. */
export function TimeZone(props: { value: string; onText(value: string): void; error?: string }) {
  const { value, onText } = props;
  const offered = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...props}
      label={words.timeZone}
      hint={value !== here && (
        <Button look="quiet" onClick={() => onText(here)}>
          {words.useZone({ zone: zoneName(here) })}
        </Button>
      )}
    >
      {offered.map((zone) => <option key={zone} value={zone}>{zone.replaceAll("_", " ")}</option>)}
    </Select>
  );
}
