/**
 * The words of the web app and the phone app: whether each of them stands in a catalogue (`apps/web/words`,
 * `apps/mobile/words`), and whether each language says as much.
 */
import { join, relative } from "node:path";
import ts from "typescript";
import * as phone from "../apps/mobile/catalogues.ts";
import * as web from "../apps/web/messages.ts";
import { languages, missingForms, valuesOf, type Words } from "../apps/web/messages.ts";

const folder = "apps/web/src";
const phoneFolder = "apps/mobile/src";

/** Screens for technicians stay English, and `words` is made of the catalogues. */
const outside = ["admin", "screens/lab", "words", "catalogues"];

/** Attributes and properties whose text people see or hear. */
const visible = new Set([
  "alt",
  "aria-label",
  "done",
  "hint",
  "label",
  "message",
  "name",
  "placeholder",
  "text",
  "title",
]);

/** Functions that show their arguments. */
const speaking = new Set(["say", "sayDone", "confirm"]);

const hasWords = (text: string) => /\p{L}/u.test(text);

/** The texts that an expression may be, wherever it chooses between several. */
function textsOf(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node)) return hasWords(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
    return parts.some(({ text }) => hasWords(text)) ? [node] : [];
  }
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsOf);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return textsOf(node.right);
    const joins = [
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ];
    return joins.includes(kind) ? [node.left, node.right].flatMap(textsOf) : [];
  }
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isJsxExpression(node)) return node.expression ? textsOf(node.expression) : [];
  return [];
}

/** A single small word may be a value and no text. */
const isSaid = (text: ts.Node) => /^.[A-Z]|\s/.test(text.getText());

/** The texts of a node that people see. A sentence counts everywhere except in an error. */
function shown(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node)) {
    return /^\p{Lu}\p{Ll}+,? \p{L}/u.test(node.text) && !ts.isNewExpression(node.parent)
      ? [node]
      : [];
  }
  if (ts.isJsxText(node)) return hasWords(node.text) ? [node] : [];
  if (ts.isJsxAttribute(node)) {
    const name = node.name.getText();
    // The name of a field or an icon.
    const isCode = name === "name" && /^([a-z]|Icon$)/.test(node.parent.parent.tagName.getText());
    return node.initializer && visible.has(name) && !isCode ? textsOf(node.initializer) : [];
  }
  if (ts.isJsxExpression(node)) return ts.isJsxAttribute(node.parent) ? [] : textsOf(node);
  if (ts.isCallExpression(node)) {
    if (!speaking.has(node.expression.getText())) return [];
    return node.arguments.flatMap(textsOf).filter(isSaid);
  }
  if (ts.isPropertyAssignment(node)) {
    return visible.has(node.name.getText()) ? textsOf(node.initializer).filter(isSaid) : [];
  }
  return [];
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) || ts.isClassLike(node) || (!!node.parent && isFunction(node.parent));

/** The catalogues that a file reads, by the name that each has in it. */
function cataloguesOf(file: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const room = /\/words\/([\w-]+)\.ts"$/.exec(statement.moduleSpecifier.getText())?.[1];
    const names = statement.importClause?.namedBindings;
    if (!room || !names || !ts.isNamedImports(names)) continue;
    for (const { name } of names.elements) found.set(name.text, room);
  }
  return found;
}

/** Each text with the values that it names, by the path of its keys. */
function shapesOf(words: Words, path = ""): [string, string][] {
  if (typeof words === "string") {
    const names = [...valuesOf(words).keys()].sort().map((name) => `{${name}}`);
    return [[path, ["a text", ...names].join(" ")]];
  }
  return Object.entries(words).flatMap(([key, each]) => shapesOf(each, `${path}.${key}`));
}

/** Where a language has other keys or values than English, or lacks a form of its numbers. */
function differencesOf(language: string, wordsOf: (language: string) => Words): string[] {
  const [own, model] = [language, "en"].map((each) => new Map(shapesOf(wordsOf(each))));
  const differences = [...new Set([...own!.keys(), ...model!.keys()])]
    .filter((path) => own!.get(path) !== model!.get(path))
    .map((path) =>
      `${path.slice(1)} is ${own!.get(path) ?? "nothing"}, in English ${
        model!.get(path) ?? "nothing"
      }`
    );
  return [...differences, ...missingForms(wordsOf(language), language)];
}

async function sourcesOf(directory: string): Promise<ts.SourceFile[]> {
  const files: ts.SourceFile[] = [];
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (isDirectory) files.push(...await sourcesOf(path));
    else if (/\.tsx?$/.test(name)) {
      const text = await Deno.readTextFile(path);
      files.push(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    }
  }
  return files;
}

/** Finds texts outside of catalogues, and the keys of catalogues that a file reads. */
function visitor(file: ts.SourceFile, path: string, faults: Set<string>, used: Set<string>) {
  const catalogues = cataloguesOf(file);
  const at = (node: ts.Node) =>
    `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: `;
  const isOutside = outside.some((place) => path.includes(`/src/${place}/`));
  return function visit(node: ts.Node): void {
    for (const text of isOutside ? [] : shown(node)) {
      faults.add(at(text) + text.getText().trim().replace(/\s+/g, " "));
    }
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const room = catalogues.get(node.expression.text);
      if (room) used.add(`${room}.${node.name.text}`);
      if (room && !isFunction(node)) faults.add(`${at(node)}read outside of a function`);
    }
    node.forEachChild(visit);
  };
}

/** The keys of the catalogues, such as `today.goals`. */
const keysOf = (words: Record<string, Words>) =>
  Object.entries(words).flatMap(([room, each]) =>
    Object.keys(each).map((key) => ({ room, key, name: `${room}.${key}` }))
  );

/**
 * @throws {Error} with each text that stands outside of a catalogue, each key that nothing uses, each
 * word that a module reads before its language can have been loaded, and where a language lacks a
 * word, a value of a sentence or a form of a number
 */
export async function wordsAreInCatalogues(root: string): Promise<void> {
  const faults = new Set<string>();
  const used = new Set<string>();
  const ofPhone = await sourcesOf(join(root, phoneFolder));
  for (const file of [...await sourcesOf(join(root, folder)), ...ofPhone]) {
    file.forEachChild(visitor(file, relative(root, file.fileName), faults, used));
  }
  for (const { wordsOf, fileOf } of [web, phone]) {
    for (const language of languages) {
      for (const each of differencesOf(language, wordsOf)) {
        faults.add(`${relative(root, fileOf(language))}: ${each}`);
      }
    }
  }
  const { language: _, ...rooms } = web.wordsOf("en");
  const unused = keysOf(rooms).filter(({ name }) => !used.has(name));
  // The sentences of permissions go into the settings of the app.
  const { permissions: __, ...ownRooms } = phone.wordsOf("en");
  const text = ofPhone.filter(({ fileName }) => !fileName.includes("/catalogues/"))
    .map((file) => file.text).join("\n");
  const ofPhoneUnused = keysOf(ownRooms).filter(({ key }) =>
    !new RegExp(`\\b${key}\\b`).test(text)
  );
  for (const { name } of [...unused, ...ofPhoneUnused]) faults.add(`${name} is unused`);
  if (faults.size) throw new Error(`Words of the apps:\n${[...faults].join("\n")}`);
}
