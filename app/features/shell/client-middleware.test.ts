import { createMemoryRouter, type MiddlewareFunction } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { applyNewestLoad, preserveReloadedPage } from "./client-middleware.ts";

/** The type describes a server's middleware; a browser's middleware returns the results of the loaders. */
const asMiddleware = (all: readonly unknown[]) => all as MiddlewareFunction[];

/** Adds a favourite and opens the favourites at once, while their module is loading. Returns how many they show. */
async function openedWhileSubmitting(middleware: readonly (typeof applyNewestLoad)[]): Promise<unknown> {
  const module = Promise.withResolvers<null>();
  const answer = Promise.withResolvers<void>();
  let favorites = 0;
  let loads = 0;
  const router = createMemoryRouter([
    {
      id: "root",
      middleware: asMiddleware(middleware),
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

describe("preserveReloadedPage", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A page whose loader fails from its second run on, with this. */
  async function openPage(failure: () => unknown) {
    vi.stubGlobal("window", {});
    vi.stubGlobal("location", { href: "http://localhost/" });
    let loads = 0;
    const router = createMemoryRouter([
      {
        id: "root",
        middleware: asMiddleware([preserveReloadedPage]),
        children: [
          {
            id: "page",
            path: "/",
            loader() {
              loads += 1;
              if (loads > 1) throw failure();
              return "the page's data";
            },
          },
          { path: "/item", action: () => null },
          {
            id: "list",
            path: "/list",
            loader() {
              throw failure();
            },
          },
        ],
      },
    ]);
    vi.stubGlobal("window", { __reactRouterDataRouter: router });
    await expect.poll(() => router.state.initialized).toBe(true);
    return router;
  }

  const failedFetch = () => new TypeError("Failed to fetch");
  /** An answer with this status, as React Router decodes it. */
  const answerWith = (status: number) => () => ({ status, statusText: "", internal: false, data: null });

  test("keeps the page when the reload after a submission gets no answer", async () => {
    const router = await openPage(failedFetch);
    await router.fetch("heart", "root", "/item", { formMethod: "post", formData: new FormData() });
    expect(router.state).toMatchObject({ errors: null, loaderData: { page: "the page's data" } });
  });

  test("keeps the page when a reload gets no answer, or the server is temporarily unavailable", async () => {
    const router = await openPage(failedFetch);
    await router.revalidate();
    expect(router.state).toMatchObject({ errors: null, loaderData: { page: "the page's data" } });
    const unavailable = await openPage(answerWith(503));
    await unavailable.revalidate();
    expect(unavailable.state).toMatchObject({ errors: null, loaderData: { page: "the page's data" } });
  });

  test("shows the error of a reload that was answered", async () => {
    const router = await openPage(answerWith(404));
    await router.revalidate();
    expect(router.state.errors).toMatchObject({ root: { status: 404 } });
  });

  test("shows the error of a navigation, also to the same page", async () => {
    const router = await openPage(failedFetch);
    await router.navigate("/");
    expect(router.state.errors).toMatchObject({ root: { message: "Failed to fetch" } });
  });

  test("leaves the error of a fetcher's own load to its caller", async () => {
    const router = await openPage(failedFetch);
    await router.fetch("list", "root", "/list");
    expect(router.state.errors).toMatchObject({ root: { message: "Failed to fetch" } });
  });
});
