/** Jest loads no module that is imported when it is needed: the tests require it instead. */
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
