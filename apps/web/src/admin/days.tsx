/** The activity of people on each day. */
import { Pages } from "../parts/pages.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { dateOf } from "../words.ts";
import { type Day, readDays } from "./metrics.ts";
import { amount, Facts, Head, usd } from "./parts.tsx";

/** Days of a page. */
const PAGE = 31;

export function DaysScreen() {
  const pages = usePages<Day>(async (before) => {
    const items = await readDays(PAGE, before);
    return { items, next: items.length === PAGE ? items.at(-1)!.day : null };
  }, []);
  return (
    <div class="page wide">
      <Head title="Days" />
      <section class="card" aria-label="Days">
        <p class="hint">
          Days are those of UTC, without synthetic users. Active people wrote an entry or sent a
          check-in of their window. A job counts every hour, and keeps days for 400 days.
        </p>
        <Pages
          pages={pages}
          label="Days"
          empty={
            <Empty icon="calendar" title="No day is counted yet">A job counts every hour.</Empty>
          }
        >
          {({ day, sign_ups, active_people, entries, ai_cost_usd }) => (
            <li class="day" key={day}>
              <strong>{dateOf(day)}</strong>
              <Facts
                facts={{
                  "Sign-ups": amount(sign_ups),
                  "Active people": amount(active_people),
                  Entries: amount(entries),
                  "AI cost": usd(ai_cost_usd),
                }}
              />
            </li>
          )}
        </Pages>
      </section>
    </div>
  );
}
