import { Button, Select } from "./controls.tsx";

const zones = Intl.supportedValuesOf("timeZone");
/** The time zone of this device. */
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Chooses a time zone, and offers that of the device. */
export function TimeZone(props: { value: string; onText(value: string): void; error?: string }) {
  const { value, onText } = props;
  const offered = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...props}
      label="Time zone"
      hint={value !== here && (
        <>
          This device is in {here}.{" "}
          <Button look="quiet" onClick={() => onText(here)}>Take it</Button>
        </>
      )}
    >
      {offered.map((zone) => <option key={zone} value={zone}>{zone.replaceAll("_", " ")}</option>)}
    </Select>
  );
}
