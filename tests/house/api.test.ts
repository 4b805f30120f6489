// The API is a thin door: its operations call what the pages call, and have one shape.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ACCOUNT_API, API } from "#app/api.server.ts";
import { appSources, failureText, isTest, read, source } from "./source.ts";

const OPERATIONS = [...API.operations, ...ACCOUNT_API.operations];
const files = appSources.filter((file) => /^app\/routes\/api\/[\w-]+\.server\.ts$/.test(file));

/** What only the API has: how it presents a thing, and the features that exist for programs. */
const OF_PROGRAMS =
  /^app\/features\/(api|webhooks|accounts\/door|listings\/own|sell\/json|stock\/items)\/|\/(resource|present)\.server\.ts$/;

/** The names that a file imports, with the file that has them. */
function importedBy(file: string): { name: string; target: string }[] {
  const names = [...read(file).matchAll(/import (?:type )?\{([^}]*)\} from "([^"]+)"/g)];
  const targets = new Map(source(file).imports.map(({ specifier, target }) => [specifier, target]));
  return names.flatMap(([, list = "", specifier = ""]) =>
    list
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "" && !each.startsWith("type "))
      .map((each) => ({ name: each.split(" as ")[0] ?? each, target: targets.get(specifier) ?? "" })),
  );
}

test("an operation of the API calls only what a page or another part of the shop calls too, so no rule is written twice", () => {
  const others = appSources.filter((file) => !files.includes(file) && !isTest(file));
  const calledElsewhere = new Set(others.flatMap(importedBy).map(({ name, target }) => `${target} ${name}`));
  const found = files.flatMap((file) =>
    importedBy(file)
      .filter(({ target }) => /^app\/features\/.*\.server\.ts$/.test(target) && !OF_PROGRAMS.test(target))
      .filter(({ name, target }) => !calledElsewhere.has(`${target} ${name}`))
      .map(({ name, target }) => `${file} calls ${name} of ${target}, which nothing else calls`),
  );
  expect(failureText("Let the page call the same command or query.", found)).toBe("");
});

test("an operation of the API counts, allows and forbids nothing by itself", () => {
  const found = files.filter((file) => /\b(limit|limitInMemory|can|sql|db)\(/.test(read(file)));
  expect(failureText("Do it in the command, which the page calls too.", found)).toBe("");
});

describe("each operation", () => {
  test("has an id of its own, and a sentence about it", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids.filter((each, index) => ids.indexOf(each) !== index)).toEqual([]);
    expect(OPERATIONS.filter(({ summary }) => !/^[A-Z].*\.$/.test(summary)).map(({ id }) => id)).toEqual([]);
  });

  test("answers with the thing that it changed, or made", () => {
    const silent = OPERATIONS.filter(
      ({ method, answer }) => (method === "PUT" || method === "PATCH") && answer === null,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test("names the parameters of its path", () => {
    const wrong = OPERATIONS.filter(({ path, params }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return (
        inPath.toSorted().join() !==
        Object.keys(params?.shape ?? {})
          .toSorted()
          .join()
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("has an example that its own schema accepts", () => {
    const wrong = OPERATIONS.filter(({ body, example }) => example && !body.safeParse(example).success);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("refuses fields that it does not have", () => {
    const open = OPERATIONS.flatMap(({ id, params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema === undefined || isClosed(schema) ? [] : [id])),
    );
    expect(failureText("Use z.strictObject.", open)).toBe("");
  });
});

function isClosed(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every((option) => isClosed(option as z.ZodType));
  if (schema instanceof z.ZodPipe) return isClosed(schema.in as z.ZodType);
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
}
