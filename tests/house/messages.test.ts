// Every text that a person reads is in messages/, in five languages. Components contain no texts.
import { describe, expect, test } from "vitest";
import { messageKeys } from "#app/domain/categories/derive/messages.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { OTHER_LANGUAGE_MESSAGES } from "../../paraglide.config.mjs";
import { alike } from "./alike.ts";
import { appSources, failureText, files, isTest, read, source, sources, stringsOf, walk } from "./source.ts";
import { writtenTexts } from "./written-texts.ts";

const LANGUAGES = ["en-GB", "en-US", "nl", "de", "fr"] as const;
type Language = (typeof LANGUAGES)[number];

/** A text of messages/. It has one wording, or one for each plural form. */
type Message = { readonly wordings: readonly string[]; readonly inputs: readonly string[] };

function parseMessage(value: unknown): Message {
  const variants = Array.isArray(value) ? value : [value];
  const wordings = variants.flatMap((variant) =>
    typeof variant === "string"
      ? [variant]
      : Object.values((variant as { match: Record<string, string> }).match),
  );
  const declared = variants.flatMap((variant) =>
    typeof variant === "string" ? [] : ((variant as { declarations?: string[] }).declarations ?? []),
  );
  const locals = declared.flatMap((line) => /^local (\w+)/.exec(line)?.[1] ?? []);
  const placeholders = wordings.flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  const inputs = [...declared.flatMap((line) => /^input (\w+)/.exec(line)?.[1] ?? []), ...placeholders];
  return { wordings, inputs: [...new Set(inputs.filter((name) => !locals.includes(name)))].sort() };
}

const catalogues = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { $schema: _, ...texts } = JSON.parse(read(`messages/${language}.json`)) as Record<string, unknown>;
    return [language, new Map(Object.entries(texts).map(([key, value]) => [key, parseMessage(value)]))];
  }),
) as Record<Language, Map<string, Message>>;

const english = catalogues["en-GB"];

describe("the messages", () => {
  test("have every text in every language", () => {
    const all = new Set(LANGUAGES.flatMap((language) => [...catalogues[language].keys()]));
    const found = [...all].flatMap((key) =>
      LANGUAGES.filter((language) => !catalogues[language].has(key)).map(
        (language) => `${key} is not in messages/${language}.json`,
      ),
    );
    expect(failureText("Write it in all five languages.", found)).toBe("");
  });

  test("have no-break spaces in French before : ; ? ! % and inside « », so that no line begins with them", () => {
    const found = [...catalogues.fr].flatMap(([key, { wordings }]) =>
      wordings.filter((text) => / [:;?!%»]|« /.test(text)).map((text) => `${key}: ${text}`),
    );
    expect(failureText("Write U+00A0 instead of the space (docs/style/fr.md).", found)).toBe("");
  });

  test("have no empty text, and none with a space at its ends", () => {
    const found = LANGUAGES.flatMap((language) =>
      [...catalogues[language]]
        .filter(
          ([, { wordings }]) =>
            wordings.length === 0 || wordings.some((text) => text === "" || text.trim() !== text),
        )
        .map(([key]) => `${language} ${key}`),
    );
    expect(failureText("Give it words; put spaces into the component.", found)).toBe("");
  });

  test("have the same parameters in every language", () => {
    const found = [...english].flatMap(([key, { inputs }]) =>
      LANGUAGES.filter(
        (language) => (catalogues[language].get(key)?.inputs ?? inputs).join() !== inputs.join(),
      ).map(
        (language) =>
          `${key}: {${inputs.join("}, {")}} in en-GB, {${catalogues[language].get(key)?.inputs.join("}, {")}} in ${language}`,
      ),
    );
    expect(failureText("Use the same {names} in each language.", found)).toBe("");
  });

  test("have no English text in another language", () => {
    const found = (["nl", "de", "fr"] as const).flatMap((language) =>
      [...english].flatMap(([key, { wordings }]) => {
        const other = catalogues[language].get(key)?.wordings ?? [];
        const same = wordings.filter((text) => other.includes(text) && !alike(text, language));
        return same.map((text) => `${language} ${key}: ${text}`);
      }),
    );
    expect(
      failureText(
        "Translate it; if it really reads alike in both languages, say so in tests/house/alike.ts.",
        found,
      ),
    ).toBe("");
  });

  test("are all used by the code", () => {
    const derived = new Set(CATEGORIES.flatMap(messageKeys));
    const { keys, patterns } = mentions();
    const found = [...english.keys()].filter(
      (key) => !derived.has(key) && !keys.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(failureText("Use it or delete it from all five files.", found)).toBe("");
  });

  test("have all texts of every category", () => {
    const missing = CATEGORIES.flatMap((category) => {
      return messageKeys(category)
        .filter((key) => !english.has(key))
        .map((key) => `${category.type}: ${key}`);
    });
    expect(failureText("A category needs these messages.", missing)).toBe("");
  });
});

/**
 * Keys of messages that the code uses: whole ones (`m.key()`, "key"), and patterns for those that a template literal
 * makes.
 */
function mentions(): { keys: Set<string>; patterns: RegExp[] } {
  const keys = new Set<string>();
  const patterns: RegExp[] = [];
  const callers = sources.filter((file) => /^(app|server|scripts)\//.test(file) && !isTest(file));
  for (const file of callers) {
    const { program } = source(file);
    walk(program, (node) => {
      if (node.type === "MemberExpression" && node.property.type === "Identifier")
        keys.add(node.property.name);
    });
    for (const { text } of stringsOf(program)) {
      if (/^[a-z]\w*$/.test(text)) keys.add(text);
      else if (/^[\w…]+$/.test(text) && text.replaceAll(/[^a-z]/gi, "").length >= 3)
        patterns.push(new RegExp(`^${text.replaceAll("…", "\\w+")}$`));
    }
  }
  return { keys, patterns };
}

describe("components", () => {
  test("contain no text of their own", () => {
    const found = appSources
      .map(source)
      .flatMap((one) =>
        writtenTexts(one).map(({ line, text }) => `${one.file}:${line} ${JSON.stringify(text)}`),
      );
    expect(failureText("Make it a message in messages/*.json and write m.the_key().", found)).toBe("");
  });

  test("and other modules import no file of messages/, where each language has exactly one file", () => {
    // A module that imports such a file sends all texts of that language to the browser.
    const found = appSources
      .map(source)
      .flatMap(({ file, imports }) =>
        imports.filter(({ target }) => target?.startsWith("messages/")).map(({ line }) => `${file}:${line}`),
      );
    expect(failureText("Import { m } from #app/paraglide/messages.js instead.", found)).toBe("");
    expect(files.filter((file) => file.startsWith("messages/")).sort()).toEqual(
      LANGUAGES.map((language) => `messages/${language}.json`).sort(),
    );
  });
});

test("OTHER_LANGUAGE_MESSAGES lists exactly the messages that browser code calls with a language (decision 0008)", () => {
  const withLanguage = appSources
    .filter((file) => !file.includes(".server.") && !isTest(file))
    .flatMap((file) => [...read(file).matchAll(/\bm\.(\w+)\(\s*\{[^}]*\},\s*[^\s)]/g)])
    .map(([, name = ""]) => name);
  expect([...new Set(withLanguage)].sort()).toEqual(OTHER_LANGUAGE_MESSAGES);
});
