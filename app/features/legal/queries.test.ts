import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { LEGAL_PAGES, legalPage, termsVersion } from "./queries.server.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-legal-"));
  configure(parseEnv({ LEGAL_DIR: folder, DATA_DIR: folder }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

test("a legal page is the operator's in the visitor's language, else in the base language, else a template", async () => {
  expect(await legalPage("terms", "de")).toMatchObject({ template: true, locale: "en-GB" });
  write("terms.md", "# Our terms\n");
  expect(await legalPage("terms", "de")).toMatchObject({
    template: false,
    locale: "en-GB",
    text: "# Our terms\n",
  });
  write("terms.de.md", "# Unsere Bedingungen\n");
  expect(await legalPage("terms", "de")).toMatchObject({ locale: "de", text: "# Unsere Bedingungen\n" });
  expect(await legalPage("terms", "fr")).toMatchObject({ locale: "en-GB" });
});

test("the version of a legal page is in its first line, else a digest of its text", async () => {
  write("privacy.md", "Version: 2026-11-25\n# Privacy\n");
  expect(await legalPage("privacy", "en-GB")).toMatchObject({ version: "2026-11-25", text: "# Privacy\n" });
  write("privacy.md", "# Privacy\n");
  const { version } = await legalPage("privacy", "en-GB");
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  write("privacy.md", "# Privacy!\n");
  expect((await legalPage("privacy", "en-GB")).version).not.toBe(version);
});

test("texts without a line of their version have that of their translations", async () => {
  const versions = () =>
    Promise.all(
      (["en-GB", "de", "nl"] as const).map(async (locale) => (await legalPage("terms", locale)).version),
    );
  write("terms.md", "# Our terms\n");
  write("terms.de.md", "# Unsere Bedingungen\n");
  write("terms.nl.md", "# Onze voorwaarden\n");
  const [digest, ...translated] = await versions();
  expect(translated).toEqual([digest, digest]);
  expect(await termsVersion()).toBe(digest);
  write("terms.nl.md", "# Nieuwe woorden\n");
  expect(await versions()).toEqual([digest, digest, digest]);
  write("terms.de.md", "Version: 3\n# Unsere Bedingungen\n");
  expect(await versions()).toEqual(["3", "3", "3"]);
  write("terms.md", "Version: 4\n# Our terms\n");
  expect(await versions()).toEqual(["4", "3", "4"]);
  expect(await termsVersion()).toBe("4");
});

test.each([
  ["words", "Version: 1 March 2026\n\n# Privacy\n", "1 March 2026", "# Privacy\n"],
  ["a byte order mark", "\uFEFFVersion: 2\r\n# Privacy\n", "2", "# Privacy\n"],
  ["no text after it", "version:3", "3", ""],
  ["40 characters", `Version: ${"x".repeat(40)}\n`, "x".repeat(40), ""],
])("the first line can have a version with %s", async (_, written, version, text) => {
  write("privacy.md", written);
  expect(await legalPage("privacy", "en-GB")).toMatchObject({ version, text });
});

test("a first line without a version, or with one of more than 40 characters, is text", async () => {
  for (const text of ["Version:\nFirst\n", `Version: ${"x".repeat(41)}\n`, "\n# Privacy\n"]) {
    write("privacy.md", text);
    expect(await legalPage("privacy", "en-GB")).toMatchObject({
      text,
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
  }
});

test("every template says that it is a template", async () => {
  for (const page of LEGAL_PAGES) {
    const { template, text } = await legalPage(page, "nl");
    expect(template).toBe(true);
    expect(text).toContain("This is a template, not a legal text.");
  }
});
