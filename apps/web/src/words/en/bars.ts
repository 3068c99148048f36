export const words = {
  asTable: "Show as a table",
};
