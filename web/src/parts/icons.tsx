const paths = {
  today:
    "M12 3v2M12 19v2M5 12H3M21 12h-2M6 6l1.400 1.400M16.600 16.600 18 18M18 6l-1.400 1.400M7.400 16.600 6 18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  journal:
    "M6 3h11a2 2 0 0 1 2 2v16H7.500A2.500 2.500 0 0 1 5 18.500V4a1 1 0 0 1 1-1zM5 18.500A2.500 2.500 0 0 1 7.500 16H19M9 8h6",
  me: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-4 4-6 8-6s7 2 8 6",
  plus: "M12 5v14M5 12h14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500l4.500 4.500L19 7.500",
  half: "M5 12h14",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  team:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-3.500 3-5 6.500-5s6 1.500 6.500 5M16 4.500a3.300 3.300 0 0 1 0 6.300M18 15.500c2 .6 3.200 2 3.500 4.500",
  org:
    "M4 21V6l8-3v18M12 9l8 3v9M2.500 21h19M7.500 9v.01M7.500 13v.01M7.500 17v.01M16 15v.01M16 18v.01",
  world:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3z",
  cloud: "M7 18a4 4 0 0 1-.5-8A5.500 5.500 0 0 1 17 9a4.500 4.500 0 0 1 .5 9z",
  offline:
    "M3 4l17 17M6.500 10A4 4 0 0 0 7 18h10M10 6.800A5.500 5.500 0 0 1 17 9a4.500 4.500 0 0 1 3 7.500",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 14h8l1-14",
  edit: "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19z",
  drop: "M12 3.500c4 4.500 6 7.500 6 10.500a6 6 0 0 1-12 0c0-3 2-6 6-10.500z",
  window: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 21h4",
  book: "M5 4h14v16H5zM9 4v16",
  warning: "M12 4 2.500 20h19zM12 10v5M12 17.500v.01",
  target: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
} as const;

export type IconName = keyof typeof paths;

/** An icon beside words, which say what it means. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

export const Logo = () => (
  <span class="logo">
    <img src="./icon.svg" alt="" width="32" height="32" />
    Journal
  </span>
);
