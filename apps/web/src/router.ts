/** The address of the screen, in the fragment, so that any host of static files serves it. */
import { computed, signal } from "@preact/signals";

const read = () => location.hash.startsWith("#/") ? location.hash.slice(1) : "/today";

const address = signal(read());
/** How far each screen was scrolled when it was left. */
const left = new Map<string, number>();
/** The place of the screen in the history of this window, which its state remembers. */
let place: number = history.state ?? 0;

/** The scroll position of the opened screen: its top, or the place where the user left it. */
export const scrolled = { to: 0 };
history.scrollRestoration = "manual";

function follow(isBack: boolean) {
  left.set(address.value, scrollY);
  const next = read();
  // The journal goes on where it was left, also by its place in the bar.
  scrolled.to = isBack || /^\/journal(\?|$)/.test(next) ? left.get(next) ?? 0 : 0;
  address.value = next;
}
addEventListener("hashchange", () => {
  const before = place;
  place = history.state ?? before + 1;
  history.replaceState(place, "");
  follow(place < before);
});

/** Whether the screen belongs to the address: the event about a new address comes later. */
export const isFollowed = () => read() === address.value;

/** The parts of the path: `/journal/<id>` is `["journal", "<id>"]`. */
export const path = computed(() => address.value.split("?")[0]!.split("/").filter(Boolean));
export const query = computed(() => new URLSearchParams(address.value.split("?")[1]));

/** The subject of the screen, for the title of the window; null where the place is enough. */
export const subject = signal<string | null>(null);

export function go(to: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(place, "", `#${to}`);
    follow(false);
  } else location.hash = to;
}
