// Finds texts for people that are not in messages/.
import type { ESTree } from "vite";
import { type Source, walk } from "./source.ts";

/** Attributes, and properties of toasts, whose values people read or hear. */
const READ = new Set([
  "alt",
  "title",
  "placeholder",
  "label",
  "description",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
]);

/** Elements whose text is not translated. */
const NOT_READ = new Set(["style", "script", "code", "kbd"]);

/** Functions that show a toast, now or on the next page. */
const TOASTS = new Set(["showToast", "flash"]);

/** The product's name, which is not translated. */
const NAMES = new Set(["Second Serve", "Second", "Serve"]);
/** In `title="h2"` the value is no text: it names the element of a component's heading. */
const HEADING = /^h[1-6]$/;

const isWording = (text: string) => /\p{L}/u.test(text) && !NAMES.has(text.trim()) && !HEADING.test(text);

/** The literal texts that an expression can evaluate to: "a", `b ${c}`, d ? "e" : "f", g || "h". */
function outcomes(node: ESTree.Node): { text: string; node: ESTree.Node }[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [{ text: node.value, node }] : [];
    case "TemplateLiteral":
      return [{ text: node.quasis.map((quasi) => quasi.value.cooked ?? "").join(""), node }];
    case "ConditionalExpression":
      return [...outcomes(node.consequent), ...outcomes(node.alternate)];
    case "LogicalExpression":
      return outcomes(node.right);
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return outcomes(node.expression);
    default:
      return [];
  }
}

const nameOf = (name: ESTree.Node) => (name.type === "JSXIdentifier" ? name.name : "");

/** Texts in a component: between tags, in attributes, in literal arguments of functions that show a toast. */
export function writtenTexts({ program, line }: Source): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const add = (text: string, node: ESTree.Node) => {
    if (isWording(text)) found.push({ line: line(node), text: text.trim() });
  };
  walk(program, (node, parents) => {
    const parent = parents.at(-1);
    if (parent?.type === "JSXElement" && NOT_READ.has(nameOf(parent.openingElement.name))) return;
    const inside = parent?.type === "JSXElement" || parent?.type === "JSXFragment";
    if (node.type === "JSXText") add(node.value, node);
    if (node.type === "JSXExpressionContainer" && inside)
      for (const outcome of outcomes(node.expression)) add(outcome.text, outcome.node);
    if (node.type === "JSXAttribute" && node.value && READ.has(nameOf(node.name))) {
      const value = node.value.type === "JSXExpressionContainer" ? node.value.expression : node.value;
      for (const outcome of outcomes(value)) add(outcome.text, outcome.node);
    }
    // showToast({ title: "a" }), and flash(headers, { title: "a" }) for the next page.
    if (node.type === "CallExpression" && node.callee.type === "Identifier" && TOASTS.has(node.callee.name))
      for (const argument of node.arguments)
        for (const value of readProperties(argument))
          for (const outcome of outcomes(value)) add(outcome.text, outcome.node);
  });
  return found;
}

function readProperties(node: ESTree.Node): ESTree.Node[] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier" && READ.has(property.key.name)
      ? [property.value]
      : [],
  );
}
