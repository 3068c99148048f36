/** Draws the document that the page names. */
const main = document.querySelector("main");
SwaggerUIBundle({
  url: main.dataset.document,
  domNode: main,
  deepLinking: true,
  filter: true,
  docExpansion: "none",
  // The validator is a service of another host.
  validatorUrl: null,
});
