// All configuration comes from the environment and is listed in .env.example; the repository has no private data.
import { describe, expect, test } from "vitest";
import { parseEnv } from "#app/platform/env.server.ts";
import { SECRETS } from "#app/platform/secret-files.server.ts";
import { failureText, files, isTest, parseText, read, type Source, source, sources, walk } from "./source.ts";

const VARIABLE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
/** Variables that Node, the test runner or the bundler sets. */
const FOREIGN = new Set(["NODE_ENV", "MODE", "DEV", "PROD", "SSR", "VITEST", "PATH"]);

function readFromProcess({ program }: Source): string[] {
  const found: string[] = [];
  walk(program, (node, parents) => {
    if (
      node.type !== "MemberExpression" ||
      node.object.type !== "Identifier" ||
      node.object.name !== "process"
    )
      return;
    if (node.property.type !== "Identifier" || node.property.name !== "env") return;
    const parent = parents.at(-1);
    if (
      parent?.type === "MemberExpression" &&
      parent.object === node &&
      parent.property.type === "Identifier"
    )
      found.push(parent.property.name);
    else found.push("process.env");
  });
  return found;
}

/** Files that may read `process.env`: main.ts passes it to env.server.ts, and log.server.ts runs before that. */
const READERS = new Set(["server/main.ts", "app/platform/env.server.ts", "app/platform/log.server.ts"]);

function known(): string[] {
  const found = new Set<string>();
  walk(source("app/platform/env.server.ts").program, (node) => {
    if (node.type === "Property" && node.key.type === "Identifier" && VARIABLE.test(node.key.name))
      found.add(node.key.name);
  });
  return [...found].filter((name) => !FOREIGN.has(name));
}

/** The parts of .env.example between empty lines: each one's comment, and the variables with their examples. */
const blocks = read(".env.example")
  .split("\n\n")
  .map((block) => ({
    comment: block.replaceAll(/^# [A-Z_]+=.*\n?/gm, "").replaceAll(/\n?# /g, " "),
    examples: Object.fromEntries(
      [...block.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
  }));
const examples: Record<string, string> = Object.assign({}, ...blocks.map((block) => block.examples));

describe("the environment", () => {
  const ours = sources.filter((file) => /^(app|server)\//.test(file) && !isTest(file));

  test(".env.example lists exactly the variables that are read", () => {
    const listed = read(".env.example")
      .split("\n")
      .flatMap((line) => /^#? ?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
    const wanted = new Set(
      [...known(), ...ours.map(source).flatMap(readFromProcess)].filter(
        (name) => !FOREIGN.has(name) && name !== "process.env",
      ),
    );
    expect([...new Set(listed)].sort()).toEqual([...wanted].sort());
  });

  test(".env.example says which secrets can be in files: those that are called so, or have one in their address", () => {
    const listed = blocks
      .find(({ comment }) => comment.includes("_FILE"))
      ?.comment.split("The secrets are")[1];
    const secret = Object.entries(examples).filter(
      ([name, example]) => /_(SECRET|TOKEN)$/.test(name) || /:\w+@/.test(example),
    );
    expect(listed?.match(/[A-Z_]{3,}/g)?.sort()).toEqual([...SECRETS].sort());
    expect(secret.map(([name]) => name).sort()).toEqual([...SECRETS].sort());
  });

  test("the examples of .env.example are accepted", () => {
    const values = Object.entries(examples).map(([name, value]) => [name, value || "x".repeat(32)]);
    // The folder of the example need not be there.
    expect(() => parseEnv({ ...Object.fromEntries(values), LEGAL_DIR: "." })).not.toThrow();
  });

  test("the defaults that .env.example gives as values are what counts without the variable", () => {
    const defaults = blocks.flatMap(({ comment, examples }) => {
      const values = /Default: (.+?)\.( |$)/.exec(comment)?.[1]?.split(", ") ?? [];
      const names = Object.keys(examples);
      if (values.length !== names.length || !values.every((value) => /^(?!none$)\S+$/.test(value))) return [];
      return names.map((name, index) => [name, values[index]?.replace("HOST:PORT", "127.0.0.1:3000")]);
    });
    expect(defaults.map(([name]) => name)).toEqual(
      expect.arrayContaining(["PORT", "HOST", "BASE_URL", "DATA_DIR", "SESSION_DAYS", "OFFERS", "LOG_LEVEL"]),
    );
    for (const [name = "", value] of defaults)
      expect([name, parseEnv({ [name]: value })]).toEqual([name, parseEnv({})]);
  });

  test("is read only by the files in READERS [V13.3.2]", () => {
    const found = ours
      .filter((file) => !READERS.has(file))
      .map(source)
      .flatMap((one) =>
        readFromProcess(one)
          .filter((name) => !FOREIGN.has(name))
          .map((name) => `${one.file}: ${name}`),
      );
    expect(failureText("Add it to the schema in app/platform/env.server.ts and read env().", found)).toBe("");
  });

  test("reading a variable is detected", () => {
    const text = "const a = process.env.PORT; const b = { ...process.env };";
    expect(readFromProcess(parseText("a.ts", text))).toEqual(["PORT", "process.env"]);
  });
});

const PRIVATE: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  {
    what: "an access token",
    pattern: /\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|xox[abp]-[\w-]{10,}|sk_live_\w{10,})\b/,
  },
  { what: "a package registry's address", pattern: /registry\.(npmjs|yarnpkg)\.|artifactory|verdaccio/ },
  {
    what: "a path of one machine",
    pattern: /(?<![\w.])\/(work\/(main|shared)|Users\/\w+|home\/(?!postgres|user|you)\w+)\//,
  },
];

describe("the repository", () => {
  const isText = (file: string) =>
    /\.(ts|tsx|mjs|js|json|md|sql|css|html|yml|yaml|csv|txt|svg)$|^\.[\w.]+$/.test(file);

  test.each(PRIVATE)("does not contain $what", ({ pattern }) => {
    const found = files
      .filter((file) => isText(file) && file !== "tests/house/environment.test.ts")
      .flatMap((file) => {
        const at = read(file).search(pattern);
        return at < 0 ? [] : [`${file}:${read(file).slice(0, at).split("\n").length}`];
      });
    expect(failureText("Take it out; what differs between machines comes from the environment.", found)).toBe(
      "",
    );
  });
});
