// Law 14 of docs/laws.md: only the files in this list use private parts of frameworks.
import { expect, test } from "vitest";
import { failureText, isTest, read, sources } from "./source.ts";

const USED_IN = ["app/features/shell/client-middleware.ts", "app/features/shell/route-modules.ts"];

const PRIVATE = /__reactRouter\w+|__react[A-Z]\w*|\bUNSAFE_[A-Z][a-z]\w*|\bunstable_\w+|_INTERNALS_DO_NOT/;

test("private parts of frameworks are used only where this test lists them", () => {
  const ours = sources.filter((file) => !isTest(file) && !/^(bench|scripts)\//.test(file));
  const found = ours.filter((file) => PRIVATE.test(read(file)));
  const fix =
    "Use the public API. If there is none, use a private part in one file, add that to USED_IN, and test it.";
  expect(
    failureText(
      fix,
      found.filter((file) => !USED_IN.includes(file)),
    ),
  ).toBe("");
  expect(
    failureText(
      "Delete these from USED_IN.",
      USED_IN.filter((file) => !found.includes(file)),
    ),
  ).toBe("");
});

test.each([
  ["window.__reactRouterContext", true],
  ["import { UNSAFE_RouteModules } from 'react-router'", true],
  ["future: { unstable_optimizeDeps: true }", true],
  ["const UNSAFE_IN_PATH = /x/", false],
  ["import { useFetcher } from 'react-router'", false],
])("in `%s` a private part is found: %s", (code, found) => expect(PRIVATE.test(code)).toBe(found));
