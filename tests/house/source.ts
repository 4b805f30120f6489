// Reads and parses the files of the repository for the tests in this folder.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync } from "vite";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export function exists(file: string): boolean {
  return existsSync(path.join(root, file));
}

export function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

interface IgnoreRule {
  readonly matches: (file: string) => boolean;
  readonly ignores: boolean;
}

/**
 * The rules of a folder's .gitignore. Understands only these forms: `name`, `name/`, `*.ext`, `/anchored/`, `a/path/`,
 * `!kept`.
 */
function ignoreRules(folder: string): IgnoreRule[] {
  const file = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
  const lines = exists(file) ? read(file).split("\n") : [];
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const pattern = line.replace(/^!|\/$/g, "");
      const body = pattern
        .replace(/^\//, "")
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("*", "[^/]*");
      const below = folder === "" ? "" : `${folder}/`;
      const expression = new RegExp(`^${below}${pattern.includes("/") ? "" : "(.*/)?"}${body}(/|$)`);
      return { matches: (path) => expression.test(path), ignores: !line.startsWith("!") };
    });
}

function everyFile(): string[] {
  const found: string[] = [];
  const visit = (folder: string, above: readonly IgnoreRule[]) => {
    const rules = [...above, ...ignoreRules(folder)];
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === ".git" || rules.findLast((rule) => rule.matches(file))?.ignores) continue;
      if (entry.isDirectory()) visit(file, rules);
      else found.push(file);
    }
  };
  visit("", []);
  return found.sort();
}

/** Every file of the repository, as a path from its root. */
export const files: readonly string[] = everyFile();

/** Whether law 3 of docs/laws.md requires this file to be pure. */
export function isPure(file: string): boolean {
  return file.startsWith("app/domain/") || /^app\/features\/.+\/rules\.ts$/.test(file);
}

export const sources: readonly string[] = files.filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file));

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith("tests/") || file.startsWith("bench/");
}

export const appSources = sources.filter((file) => file.startsWith("app/") && !isTest(file));

export type Node = ESTree.Node;

export interface Import {
  /** As written: "./money.ts", "#app/ui/button.tsx", "react". */
  readonly specifier: string;
  /** The imported file as a path from the repository's root; null for a package. */
  readonly target: string | null;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly program: ESTree.Program;
  readonly imports: readonly Import[];
  readonly module: ReturnType<typeof parseSync>["module"];
  line(node: { start: number }): number;
}

const ALIASES: Readonly<Record<string, string>> = {
  "#app/": "app/",
  "#server/": "server/",
  "#tests/": "tests/",
};

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  return null;
}

const parsed = new Map<string, Source>();

export function source(file: string): Source {
  const known = parsed.get(file);
  if (known) return known;
  const program = parseText(file, read(file));
  parsed.set(file, program);
  return program;
}

/** Parses `text` as if it were in `file`. Tests use it to show that a check detects faulty code. */
export function parseText(file: string, text: string): Source {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const line = ({ start }: { start: number }) => text.slice(0, start).split("\n").length;
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, start: number) =>
    imports.push({ specifier, target: targetOf(file, specifier), typeOnly, line: line({ start }) });
  for (const found of module.staticImports) {
    const typeOnly = found.entries.length > 0 && found.entries.every((entry) => entry.isType);
    add(found.moduleRequest.value, typeOnly, found.start);
  }
  for (const found of module.staticExports) {
    for (const entry of found.entries)
      if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType, found.start);
  }
  for (const found of module.dynamicImports) {
    const written = text.slice(found.moduleRequest.start, found.moduleRequest.end);
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(written);
    if (literal?.[1]) add(literal[1], false, found.start);
  }
  return { file, text, program, imports, module, line };
}

/** Calls `visit` for every node, parents first. */
export function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => void): void {
  const step = (at: Node, parents: readonly Node[]) => {
    visit(at, parents);
    const below = [...parents, at];
    for (const value of Object.values(at)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === "object" && typeof child.type === "string") step(child as Node, below);
    }
  };
  step(node, []);
}

/** String and template literals of a file. In a template literal, `…` stands for each expression. */
export function stringsOf(program: ESTree.Program): { text: string; node: Node }[] {
  const found: { text: string; node: Node }[] = [];
  walk(program, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") found.push({ text: node.value, node });
    if (node.type === "TemplateLiteral")
      found.push({ text: node.quasis.map((quasi) => quasi.value.cooked ?? "").join("…"), node });
  });
  return found;
}

/** The failure message of a check: how to fix the faults, and where they are. Empty if there are none. */
export function failureText(fix: string, places: readonly string[]): string {
  return places.length === 0 ? "" : `${fix}\n  ${places.join("\n  ")}`;
}
