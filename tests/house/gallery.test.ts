// Every component of app/ui is in the gallery (/dev/gallery), so that it is checked by eye and by axe.
import { expect, test } from "vitest";
import { appSources, source } from "./source.ts";

/** They are shown inside other components, or invisible. */
const INSIDE = ["cached-fragment", "field-parts", "lazy-load", "spoken", "toaster"];

test("every visible component is in the gallery", () => {
  const shown = new Set(
    appSources
      .filter((file) => file.startsWith("app/features/dev/"))
      .flatMap((file) => source(file).imports.map(({ target }) => target)),
  );
  const parts = appSources
    .map((file) => /^app\/ui\/([\w-]+)\.tsx$/.exec(file)?.[1])
    .filter((part) => part !== undefined);
  expect(parts.length).toBeGreaterThan(20);
  expect(
    parts.filter((part) => !INSIDE.includes(part) && !shown.has(`app/ui/${part}.tsx`)),
    "show it in app/features/dev/ui, in each of its states",
  ).toEqual([]);
});
