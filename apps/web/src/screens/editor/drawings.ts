/** Paths of the icons that only the editor has, drawn as those of `parts/icons.tsx`. */
export const drawings = {
  into: "M4 5h16M4 19h16M12 8.500v7M8.500 12l3.500 3.500 3.500-3.500",
  heading: "M6 5v14M18 5v14M6 12h12",
  bold: "M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z",
  italic: "M10 5h8M6 19h8M14.500 5l-5 14",
  list: "M9.500 6.500H20M9.500 12H20M9.500 17.500H20M5 6.500v.01M5 12v.01M5 17.500v.01",
  numbers:
    "M10.500 6.500H20M10.500 12H20M10.500 17.500H20M4.500 5 6 4v5M4 14.500c0-2 3-2 3 0 0 1.500-3 2.500-3 4h3",
  checklist: "M11.500 7H20M11.500 17H20M4 7l1.500 1.500L8.500 5.500M4 17l1.500 1.500 3-3",
  quote: "M5 6.500v11M9.500 8H20M9.500 12H20M9.500 16H16",
  link:
    "M10 14a4 4 0 0 0 6 .400l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.400l-3 3a4 4 0 0 0 5.700 5.700l1-1",
} as const;
