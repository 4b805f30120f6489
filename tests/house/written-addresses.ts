// Finds URL paths of the shop that are written as literals instead of built with href().
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ESTree } from "vite";
import { type Source, walk } from "./source.ts";

/** The path pattern of every route, such as "/orders/:id/review". */
export function patternsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path.replace(/^\//, "")}`;
    const below = patternsOf(children, own);
    return path === undefined || path === "*" ? below : [own, ...below];
  });
}

/** Stands for an expression inside a template literal. */
const GAP = "…";

const pathOf = (text: string) => /^[^?#]*/.exec(text)?.[0] ?? "";

/** The route that a text matches. A gap may stand for a parameter, or for what follows the path: `/orders${query}`. */
function routeOf(text: string, patterns: readonly string[]): string | undefined {
  const path = pathOf(text);
  const parts = path.split("/").slice(1);
  if (!path.startsWith("/") || parts[0] === "" || parts[0]?.startsWith(GAP) || parts.includes("*")) return;
  const last = parts.length - 1;
  const fits = (part: string, at: number, written: string | undefined) => {
    if (written?.startsWith(":")) return part !== "";
    return part === written || (at === last && part === `${written}${GAP}`);
  };
  const fitting = patterns.filter((pattern) => {
    const wanted = pattern.split("/").slice(1);
    return wanted.length === parts.length && parts.every((part, at) => fits(part, at, wanted[at]));
  });
  return fitting.sort((a, b) => a.split(":").length - b.split(":").length)[0];
}

/** Patterns of URL paths of categories, each with its route. A gap (…) stands for a category, or a listing's path. */
const CATEGORY_ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/…+$/, "/:plural"],
  [/^\/…+\/[^/]+$/, "/:plural/:id"],
  [/^(\/…+\/[^/]+|…+)\/edit$/, "/:plural/:id/edit"],
  [/^\/sell\/…+$/, "/sell/:category"],
];

const textOf = (node: ESTree.Node): string | undefined => {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return;
  return node.quasis.map((quasi) => quasi.value.cooked ?? "").join(GAP);
};

/** Whether a literal only names a route: as the argument of href(), as a type, or as the key of an object. */
function names(node: ESTree.Node, parent: ESTree.Node | undefined): boolean {
  if (parent?.type === "CallExpression")
    return parent.callee.type === "Identifier" && parent.callee.name === "href";
  return parent?.type === "TSLiteralType" || (parent?.type === "Property" && parent.key === node);
}

/** JSX attributes whose value is a URL path. */
const LINKS = new Set(["to", "href", "action"]);
/** Functions whose first argument is a URL path. */
const GOING = new Set(["redirect", "replace", "navigate", "useHref"]);

/** Whether this literal is surely used as a URL path. Needed for "/", which may also be a separator. */
function leads(node: ESTree.Node, parent: ESTree.Node | undefined): boolean {
  if (parent?.type === "JSXAttribute")
    return parent.name.type === "JSXIdentifier" && LINKS.has(parent.name.name);
  if (parent?.type !== "CallExpression" || parent.arguments[0] !== node) return false;
  return parent.callee.type === "Identifier" && GOING.has(parent.callee.name);
}

interface Written {
  readonly line: number;
  readonly route: string;
}

export function writtenCategoryAddresses({ program, line }: Source): Written[] {
  const found: Written[] = [];
  walk(program, (node) => {
    if (node.type !== "TemplateLiteral") return;
    const path = pathOf(textOf(node) ?? "");
    const route = CATEGORY_ROUTES.find(([shape]) => shape.test(path))?.[1];
    if (route) found.push({ line: line(node), route });
  });
  return found;
}

export function writtenAddresses({ program, line }: Source, patterns: readonly string[]): Written[] {
  const found: Written[] = [];
  walk(program, (node, parents) => {
    const parent = parents.at(-1);
    const text = textOf(node);
    if (text === undefined || names(node, parent)) return;
    const route = text === "/" ? (leads(node, parent) ? "/" : undefined) : routeOf(text, patterns);
    if (route) found.push({ line: line(node), route });
  });
  return found;
}
