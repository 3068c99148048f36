/**
 * A made-up year of a journal, 2025, and 40 questions about it.
 *
 * The summary from which the questions were written: Nora, 34, teaches biology in Leipzig and lives
 * with Jonas. In January she has the flu and begins to run. In March her father breaks his hip; she
 * drives to Kassel at weekends until May. In April a pupil, Malik, is nearly expelled and wins a prize
 * in June. In May she and Jonas walk in the Dolomites, and lose the way in fog. In July they look for a
 * flat, lose one to a higher offer and sign for another in August. She sleeps badly in September,
 * because of a new head of school, and sees a doctor. In October she runs a half marathon, in November
 * her grandmother dies, in December she tells her parents that she is pregnant. All year: a sourdough
 * that fails, choir on Tuesdays, a quarrel with her sister Lena and its end, a stray cat.
 */

import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";

/** The rows of a table whose columns are parted by bars. */
const table = (text: string) => text.trim().split("\n").map((row) => row.split(" | "));

/** Key, day, title, content, mood and tags of each entry; a dash for no tags. */
const entries = table(`
flu | 01-06 | In bed | Fever of 39 since Saturday. The flu has the whole staff room. | tired | health
first-run | 01-18 | Two kilometres | My first run in ten years. I ran to the bridge and walked back. | energetic | running
starter | 01-25 | A jar on the shelf | Flour and water, stirred twice a day. The sourdough smells of apples. | hopeful | baking
brick | 02-02 | Brick | The loaf did not rise. Jonas sawed it. We laughed until we cried. | joyful | baking
choir | 02-11 | Alto | The choir needs altos, and took me at once. We sing the Requiem in May. | excited | choir
lena-1 | 02-20 | Phone | Lena says I never call. We shouted at each other and she hung up. | angry | family
hip | 03-09 | Kassel | Papa fell on the ice and broke his hip. The surgery is tomorrow at eight. | worried | family, kassel
surgery | 03-10 | Waiting room | Three hours under a clock. The surgeon smiled when she came out. | anxious | family, kassel
motorway | 03-22 | Fourth weekend | Four hundred kilometres for soup and a crossword with him. | tired | kassel
walker | 04-05 | Down the corridor | He pushed his frame to the window and back, and asked for beer. | hopeful | kassel
malik-1 | 04-14 | The conference | They wanted to expel Malik for the fire in the bin. I spoke against it. | frustrated | school
malik-2 | 04-16 | One vote | He stays. By one vote. He did not say thank you and I did not need it. | grateful | school
stray | 04-27 | Visitor | A stray cat sleeps on the balcony. Grey, one torn ear, no collar. | content | cat
requiem | 05-04 | Mozart | We sang the Requiem in the full church. My knees shook in the Lacrimosa. | joyful | choir
home | 05-11 | Last drive | Papa is home. No more weekends on the A38. | grateful | family, kassel
dolomites | 05-24 | Above Cortina | We hike in the Dolomites. Gentians, marmots, and a hut with plum cake. | joyful | travel
fog | 05-27 | White | Fog came up in minutes and we lost the path. An hour of calling into nothing. | anxious | travel
hut | 05-28 | Stove | The warden of the hut found us by our whistle. Dry socks, barley soup. | grateful | travel
prize | 06-19 | Kiel | Malik won the prize for his beetles. His mother hugged me in the aisle. | joyful | school
lena-2 | 06-29 | Postcard | A card from Lena: a donkey in a hat. I have put it on the fridge. | hopeful | family
viewing | 07-05 | Forty people | Forty people on the stairs to see a flat with a mouldy bathroom. | frustrated | flat
outbid | 07-16 | Outbid | The flat in the Südvorstadt went to a higher offer. I wanted that balcony. | disappointed | flat
lake | 07-27 | Cospuden | Swam to the buoy and back. The water was like tea. | peaceful | swimming
keys | 08-08 | Signed | We signed the lease. Three rooms, a pear tree, trams under the window. | excited | flat
move | 08-30 | Boxes | Fifty boxes and a piano. Lena came with a van and we did not quarrel. | content | flat, family
head | 09-04 | New broom | The new headmaster wants lesson plans by Friday, in a form of nine pages. | frustrated | school
awake-1 | 09-10 | Three o'clock | Awake since three. I count trams until it is light. | tired | sleep
awake-2 | 09-17 | Again | Insomnia, the word sounds like a flower. Four nights in a row. | anxious | sleep
doctor | 09-23 | Dr. Weiß | The doctor asked when I last did nothing. No pills, she says: a walk and no screens. | contemplative | health, sleep
slept | 10-02 | Seven hours | Seven hours in one piece. I could kiss the pillow. | grateful | sleep
half | 10-12 | 21.1 | I finished the half marathon in two hours and six. Jonas held a sign with a snail. | joyful | running
cat-name | 10-19 | Mitzi | She came in from the rain and stayed on the piano. So we have a cat. | joyful | cat
oma-1 | 11-07 | The call | Grandmother died in the night. She was 93 and had just won at rummy. | sad | family
oma-2 | 11-13 | Chapel | The funeral. Lena held my hand all through, as when we were six. | sad | family
ring | 11-22 | The tin | In her biscuit tin: buttons, a ration card, and the ring for me. | melancholic | family
bread | 11-30 | Oven | It rose. A crust that cracks and holes like lace. Eleven months. | joyful | baking
test | 12-06 | Two lines | I am pregnant. Jonas read the leaflet twice and then sat on the bath. | excited | baby
parents | 12-24 | Under the tree | We told my parents. Papa danced, with the stick, to nothing at all. | joyful | family, baby
names | 12-29 | Lists | His list has only composers. Mine has only beetles. | joyful | baby
review | 12-31 | Midnight | Rockets over the roofs. A year of hips, hills and holes in bread. | contemplative | -
`);

/** Days on which nothing of the questions happens. */
const fillers: readonly string[] = [
  "Marked papers until the tea was cold.",
  "The tram was late and so was I.",
  "Soup, a film, early to bed.",
  "Photosynthesis with the seventh form; half of them awake.",
  "Bought stamps and forgot the letters.",
  "Jonas repaired the lamp, and then the fuse.",
  "A parents' evening with eleven parents.",
  "Washed the windows. It rained.",
];

/** Writes the entries and 80 days of nothing; returns the ids by their keys. */
export async function writeYear(who: Person): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const write = async (day: string, title: string, content: string, rest: object) =>
    (await ok(who, "POST", "/api/journal", {
      title,
      content,
      written_at: `2025-${day}T20:00:00Z`,
      ...rest,
    })).entry.id;
  await Promise.all(entries.map(async ([key, day, title, content, mood, tags]) => {
    const rest = { mood, tags: tags === "-" ? [] : tags!.split(", ") };
    ids.set(key!, await write(day!, title!, content!, rest));
  }));
  await Promise.all(Array.from({ length: 80 }, (_, n) => {
    const month = String(n % 12 + 1).padStart(2, "0");
    const day = String(n % 28 + 1).padStart(2, "0");
    return write(`${month}-${day}`, `Day ${n}`, fillers[n % fillers.length]!, { mood: null });
  }));
  return ids;
}

export interface Question {
  question: string;
  /** Whether a word of the question has the stem of a word of the entry. */
  stem: boolean;
  /** The calls that a model would make. */
  calls: [name: "search_entries" | "list_entries", given: Record<string, unknown>][];
  /** The entries that answer it. */
  found: string[];
}

/** Questions with the calls that a model would make, and the keys of the entries that answer them. */
const ask = (stem: boolean, text: string): Question[] =>
  table(text).map(([question, calls, found]) => ({
    question: question!,
    stem,
    calls: calls!.split("; ").map((call) => {
      const [name, ...words] = call.split(" ");
      if (name === "search") return ["search_entries", { query: words.join(" ") }];
      const given = words.map((word) => word.split("=")).map(([key, value]) =>
        [key, /^(from|to)$/.test(key!) ? `2025-${value}` : value] as const
      );
      return ["list_entries", Object.fromEntries(given)];
    }),
    found: found!.split(" "),
  }));

export const questions: readonly Question[] = [
  ...ask(
    true,
    `
When did I have the flu? | search flu | flu
How was my first run? | search first run | first-run
When did I start the sourdough? | search sourdough | starter
Which part do I sing in the choir? | search choir | choir
When did we sing the Requiem? | search sang Requiem or singing Requiem | requiem choir
When did Papa break his hip? | search hip | hip review
How did the surgery go? | search surgery or surgeon | hip surgery
Why was Malik nearly expelled? | search Malik expelled | malik-1
What did Malik win? | search Malik wins or Malik won | prize
When did the stray cat first come? | search stray cats | stray
When were we hiking in the Dolomites? | search hiking Dolomites | dolomites
What happened in the fog? | search fog | fog
Which flats did we lose to a higher offer? | search flats offers | outbid
When did we sign the lease? | search signing lease | keys
What does the new headmaster want? | search headmaster | head
What did the doctor say about pills? | search doctor | doctor
How long did I need for the half marathon? | search half marathons | half
When did Grandmother die? | search grandmother died or grandmother dies | oma-1
When was the funeral? | search funeral | oma-2
How did I find out that I am pregnant? | search pregnant | test
`,
  ),
  ...ask(
    false,
    `
When was I ill in winter? | list tag=health from=01-01 to=03-01 | flu
What was my biggest kitchen disaster? | list tag=baking | brick
When did the baking finally work? | list tag=baking | bread
When did I fight with my sister? | search sister; search Lena | lena-1
How did my sister and I make up? | search sister; search Lena | lena-2 move
What did I do while they operated on him? | list from=03-09 to=03-12 | surgery
How often did I drive to my father in spring? | list tag=kassel | motorway home
When could my father walk again? | list tag=kassel | walker
How did the vote about my pupil end? | list tag=school from=04-01 to=05-01 | malik-2
Who rescued us in the mountains? | list tag=travel | hut
When was I most afraid this year? | list mood=anxious | fog surgery
When did I go for a swim in summer? | search swimming; list from=07-20 to=08-01 | lake
What made the search for a home so hard? | list tag=flat | viewing outbid
Who helped us move house? | list tag=flat | move
When could I not sleep? | search sleep; list tag=sleep | awake-1 awake-2
When did my nights get better? | list tag=sleep | slept
How did we come by our pet? | search pet; list tag=cat | cat-name
What did I inherit? | search inherit; search inheritance; list tag=family from=11-01 to=12-01 | ring
How did Mum and Dad react to the baby? | search Mum Dad; list tag=baby | parents
Which names do we like for the child? | list tag=baby | names
`,
  ),
];
