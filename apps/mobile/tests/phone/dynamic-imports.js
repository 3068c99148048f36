/** Turns dynamic imports into `require`, because Jest does not load modules later. */
module.exports = ({ template }) => {
  const required = template.expression(
    "Promise.resolve().then(() => require(%%file%%))",
  );
  return {
    visitor: {
      CallExpression(path) {
        const { callee, arguments: [file] } = path.node;
        if (callee.type === "Import") path.replaceWith(required({ file }));
      },
    },
  };
};
