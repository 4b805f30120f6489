import { createMemoryRouter, type MiddlewareFunction } from "react-router";
import { expect, test } from "vitest";
import { applyNewestLoad } from "./client-middleware.ts";

/** Adds a favourite and opens the favourites at once, while their module is loading. Returns how many they show. */
async function openedWhileSubmitting(middleware: readonly (typeof applyNewestLoad)[]): Promise<unknown> {
  const module = Promise.withResolvers<null>();
  const answer = Promise.withResolvers<void>();
  let favorites = 0;
  let loads = 0;
  const router = createMemoryRouter([
    {
      id: "root",
      // The type describes a server's middleware; a browser's middleware returns the results of the loaders.
      middleware: middleware as readonly unknown[] as MiddlewareFunction[],
      children: [
        { path: "/" },
        {
          path: "/item",
          async action() {
            await answer.promise;
            favorites += 1;
            return null;
          },
        },
        {
          id: "favorites",
          path: "/favorites",
          loader() {
            loads += 1;
            return favorites;
          },
          lazy: { handle: () => module.promise },
        },
      ],
    },
  ]);
  const submission = { formMethod: "post", formData: new FormData() } as const;
  const submitted = router.fetch("heart", "root", "/item", submission);
  const opened = router.navigate("/favorites");
  await expect.poll(() => loads).toBe(1);
  answer.resolve();
  await expect.poll(() => loads).toBe(2);
  module.resolve(null);
  await Promise.all([submitted, opened]);
  const { favorites: shown } = router.state.loaderData;
  router.dispose();
  return shown;
}

test("a page that is opened during a submission shows the data after it", async () => {
  expect(await openedWhileSubmitting([applyNewestLoad])).toBe(1);
});

test("without this middleware React Router shows the data before it", async () => {
  expect(await openedWhileSubmitting([])).toBe(0);
});
