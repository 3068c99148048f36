/** Limits the conditions of a request to the Data API, because each is evaluated for every row. */
import type { MiddlewareHandler } from "hono";

const MAX_CONDITIONS = 40;
const MAX_BYTES = 8192;

/** Parameters that are not filters; those of embedded tables have a path before them. */
const NO_FILTER = /^(?:select|columns|on_conflict|(?:.*\.)?(?:order|limit|offset))$/;

/** Refuses more than 40 conditions, or 8 kB of them, with any method. */
export const limitFilters: MiddlewareHandler = async (c, next) => {
  let [conditions, bytes] = [0, 0];
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (NO_FILTER.test(name)) continue;
    for (const value of values) {
      conditions += conditionsOf(name, value);
      bytes += new TextEncoder().encode(name + value).length;
    }
  }
  if (conditions <= MAX_CONDITIONS && bytes <= MAX_BYTES) return await next();
  const limit = conditions > MAX_CONDITIONS ? `${MAX_CONDITIONS} conditions` : "8 kB";
  const message = `filters: at most ${limit} in one request`;
  return c.json({ code: "too_many", message, details: null, hint: "Send several requests." }, 400);
};

/** The values of `in` in a list of conditions: `(a.in.(1,2),and(b.in.(3,4)))`. */
const VALUES = /((?:^\(|,)(?:(?:not\.)?(?:and|or)\()*[^.,()]+\.(?:not\.)?in\.)\([^()]*\)/g;

/**
 * `or=(a.eq.1,and(b.eq.2,c.in.(3,4)))` has three, `a=like(any).{x*,y*}` has two. A comma within
 * quotes counts too: quotes may also stand within a text.
 */
function conditionsOf(name: string, value: string): number {
  const isTree = /^(?:.*\.)?(?:and|or)$/.test(name);
  if (!isTree && !/^(?:not\.)?[a-z]+\((?:any|all)\)/.test(value)) return 1;
  return value.replace(VALUES, "$1").split(",").length;
}
