/** The address of the screen, in the fragment: any host of static files serves it. */
import { computed, signal } from "@preact/signals";

const read = () => location.hash.startsWith("#/") ? location.hash.slice(1) : "/today";

const address = signal(read());
addEventListener("hashchange", () => address.value = read());

/** The parts of the path: `/journal/<id>` is `["journal", "<id>"]`. */
export const path = computed(() => address.value.split("?")[0]!.split("/").filter(Boolean));
export const query = computed(() => new URLSearchParams(address.value.split("?")[1]));

export function go(to: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, "", `#${to}`);
    address.value = read();
  } else location.hash = to;
}
