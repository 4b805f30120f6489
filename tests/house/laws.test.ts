// docs/laws.md lists the rules of this repository; references in code and documents must be valid (law 20).
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hasTitleOrText, references } from "./references.ts";
import { exists, failureText, files, read } from "./source.ts";
import { statements } from "./spec-rows.ts";

const PAGE = "docs/laws.md";

/** The rows of the table in docs/laws.md: "| 4 | rule | test |". */
function lawsOf(page: string): { number: number; rule: string; test: string }[] {
  return page.split("\n").flatMap((line) => {
    const [, number, rule = "", shown = ""] = /^\| (\d+) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), rule, test: shown }];
  });
}

const laws = lawsOf(read(PAGE));

/** The laws, statements and decisions that exist. */
interface Known {
  readonly laws: ReadonlySet<number>;
  readonly statements: ReadonlySet<string>;
  /** Names of the files in docs/decisions, without the extension. */
  readonly decisions: readonly string[];
}

const known: Known = {
  laws: new Set(laws.map(({ number }) => number)),
  statements: new Set(statements.map(({ id }) => id)),
  decisions: files
    .filter((file) => file.startsWith("docs/decisions/"))
    .map((file) => path.basename(file, ".md")),
};

/** What landed migrations may refer to: also decisions that have joined others since, as decision 0001 lists them. */
const knownToMigrations: Known = {
  ...known,
  decisions: [
    ...known.decisions,
    ...[...read("docs/decisions/0001-record-decisions.md").matchAll(/^- \d{4}: (.+)$/gm)].flatMap(
      ([, joined = ""]) => joined.split(", ").map((number) => `${number}-`),
    ),
  ],
};

/** References in a text to laws, statements or decisions that do not exist, each with its line. */
function deadReferences(text: string, { laws, statements, decisions }: Known): string[] {
  const found: string[] = [];
  const look = (pattern: RegExp, isDead: (match: RegExpMatchArray) => boolean) => {
    for (const match of text.matchAll(pattern))
      if (isDead(match)) found.push(`${text.slice(0, match.index).split("\n").length} ${match[0]}`);
  };
  look(/\bdesign(?:\.md| §\d+)|§\s?\d+/gi, () => true);
  look(/\blaws? (\d+)(?:(?:, | and )(\d+))?/gi, ([, one, two = one]) =>
    [one, two].some((number) => !laws.has(Number(number))),
  );
  look(/(?<![\w.])[AM]\d\.\d+(?![\w.]?\d)/g, ([id]) => !statements.has(id));
  look(/\bdecisions?[ /](\d{4})(-[\w-]+)?/gi, ([, number = "", name]) =>
    name
      ? !decisions.includes(number + name)
      : !decisions.some((decision) => decision.startsWith(`${number}-`)),
  );
  return found;
}

function deadLinks(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^\w+:/.test(target) && !target.startsWith("/"))
    .filter((target) => !exists(path.posix.join(path.posix.dirname(file), target)))
    .map((target) => `${file}: ${target}`);
}

/**
 * The files that a Markdown page names in code spans, but that do not exist. A code span may be a path, the end of a
 * path, or contain a `*`.
 */
function missingFiles(page: string, text: string): string[] {
  const spans = [...text.matchAll(/`([\w./*-]+\.(?:tsx?|mjs|js|css|sql|md|csv))`/g)].map(
    ([, span = ""]) => span,
  );
  return spans
    .filter((span) => !span.startsWith("/") && !span.includes("NNNN"))
    .filter((span) => {
      const pattern = span.replace(/[.]/g, "\\.").replaceAll("*", "[^/]*");
      return !files.some((file) => new RegExp(`(^|/)${pattern}$`).test(file));
    })
    .map((span) => `${page}: ${span}`);
}

describe("docs/laws.md", () => {
  test("numbers the laws from 1 and names tests that exist", () => {
    expect(laws.map(({ number }) => number)).toEqual(laws.map((_, index) => index + 1));
    const found = laws.flatMap(({ number, test: shown }) =>
      references(shown)
        .filter(({ file, name }) => !exists(file) || (name !== undefined && !hasTitleOrText(file, name)))
        .map(({ file, name }) => `law ${number}: ${file}${name ? ` › ${name}` : ""}`),
    );
    expect(failureText("Name the test as its file does.", found)).toBe("");
    const silent = laws.filter(({ test: shown }) => references(shown).length === 0 && !/no test/.test(shown));
    expect(silent).toEqual([]);
  });
});

/** Files that contain examples of invalid references. */
const NOT_CHECKED = /^tests\/house\/(laws|spec-map)\.test\.ts$/;

describe("references", () => {
  test("in code and documents lead to laws, decisions and statements that exist", () => {
    const found = files
      .filter((file) => /\.(tsx?|mjs|js|css|sql|md|json|html)$|^\.env\.example$/.test(file))
      .filter((file) => !NOT_CHECKED.test(file) && file !== "package-lock.json")
      .flatMap((file) =>
        deadReferences(read(file), /^db\/(migrations|squashed)\//.test(file) ? knownToMigrations : known).map(
          (dead) => `${file}:${dead}`,
        ),
      );
    const fix = `Name a law of ${PAGE}, a file of docs/decisions/, or an id of docs/spec-map.md.`;
    expect(failureText(fix, found)).toBe("");
  });

  test("to a decision are unambiguous: no number is used twice, and each file begins with its number", () => {
    const numbers = known.decisions.map((decision) => decision.slice(0, 4));
    const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
    expect(failureText("Give the later decision the next free number.", twice)).toBe("");
    const wrong = known.decisions.filter(
      (name) => !read(`docs/decisions/${name}.md`).startsWith(`# ${name.slice(0, 4)} · `),
    );
    expect(failureText("Begin with `# NNNN · Title`.", wrong)).toBe("");
  });

  test("in documents, as links, lead to files that exist", () => {
    const found = files.filter((file) => file.endsWith(".md")).flatMap((file) => deadLinks(file, read(file)));
    expect(failureText("The file was renamed or deleted: fix the link.", found)).toBe("");
  });

  test("in documents, as code spans, name files that exist", () => {
    const pages = files.filter((file) => file.endsWith(".md"));
    const found = pages.flatMap((page) => missingFiles(page, read(page)));
    expect(failureText("The file was renamed or deleted: name the one that took its place.", found)).toBe("");
  });

  test.each([
    ["see design §4", 1],
    ["as design.md says", 1],
    ["(marketplace spec §9)", 1],
    ["docs/laws.md, law 4", 0],
    ["laws 4 and 77", 1],
    ["(A2.1, M4.99)", 1],
    ["docs/decisions/0005-events.md, decision 0005", 0],
    ["docs/decisions/0005-riddle.md", 1],
    ["decision 9999", 1],
  ])('in "%s" that lead nowhere: %d', (text, count) => {
    const some: Known = {
      laws: new Set([4]),
      statements: new Set(["A2.1"]),
      decisions: ["0005-events"],
    };
    expect(deadReferences(text, some)).toHaveLength(count);
  });

  test("a code span that names a missing file is detected", () => {
    const text = "`laws.test.ts`, `house/laws*.ts`, `/sitemap.js`, `nowhere.ts`";
    expect(missingFiles("docs/laws.md", text)).toEqual(["docs/laws.md: nowhere.ts"]);
  });

  test("a link to a missing file is detected", () => {
    expect(
      deadLinks("docs/laws.md", "[a](testing.md) [b](nowhere.md#top) [c](https://example.org/x)"),
    ).toEqual(["docs/laws.md: nowhere.md"]);
  });
});
