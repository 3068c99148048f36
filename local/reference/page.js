/** Draws the document that the page names. */
const main = document.querySelector("main");
Redoc.init(main.dataset.document, { jsonSamplesExpandLevel: 3 }, main);
