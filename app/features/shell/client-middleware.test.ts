import { createMemoryRouter, data, type MiddlewareFunction } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listenForToasts, type Toast } from "#app/ui/toast.ts";
import { applyNewestLoad, preserveFrame, preserveReloadedPage, showAnswer } from "./client-middleware.ts";

/** React Router types middleware for the server; in the browser it returns the results of the loaders. */
const asMiddleware = (all: readonly unknown[]) => all as MiddlewareFunction[];

/** @returns how many favourites a page shows that was opened while one was being added */
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

test("with applyNewestLoad, a page opened during a submission shows the data after the submission", async () => {
  expect(await openedWhileSubmitting([applyNewestLoad])).toBe(1);
});

test("without applyNewestLoad, a page opened during a submission shows the data before the submission", async () => {
  expect(await openedWhileSubmitting([])).toBe(0);
});

describe("preserveReloadedPage", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The loader of the page succeeds once. Afterwards it throws what `failure` returns. */
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

  test("keeps the page when something over it is closed, whose fragment goes, and there is no network", async () => {
    const router = await openPage(failedFetch);
    await router.navigate("/#photos");
    await router.navigate("/");
    expect(router.state).toMatchObject({ errors: null, loaderData: { page: "the page's data" } });
    expect(router.state.location.hash).toBe("");
  });

  test("shows the error page when the server answers a reload with an error", async () => {
    const router = await openPage(answerWith(404));
    await router.revalidate();
    expect(router.state.errors).toMatchObject({ root: { status: 404 } });
  });

  test("shows the error of a navigation, also to the same page", async () => {
    const router = await openPage(failedFetch);
    await router.navigate("/");
    expect(router.state.errors).toMatchObject({ root: { message: "Failed to fetch" } });
  });

  test("does not hide the error of a fetcher that loads data of its own", async () => {
    const router = await openPage(failedFetch);
    await router.fetch("list", "root", "/list");
    expect(router.state.errors).toMatchObject({ root: { message: "Failed to fetch" } });
  });
});

const Boundary = () => null;

describe("preserveFrame", () => {
  afterEach(() => vi.unstubAllGlobals());

  const answer = (status: number, body: unknown) => ({ status, statusText: "", internal: false, data: body });
  const PROXY = "<h1>Bad gateway</h1>";

  /** The page at `/lost` and its root fail together, because one request has the data of both. */
  async function opened(thrown: unknown) {
    vi.stubGlobal("window", {});
    let loads = 0;
    const failing = () => {
      throw thrown;
    };
    const router = createMemoryRouter([
      {
        id: "root",
        path: "/",
        middleware: asMiddleware([preserveFrame]),
        ErrorBoundary: Boundary,
        loader: () => (++loads === 1 ? "the frame" : failing()),
        shouldRevalidate: () => true,
        children: [{ id: "page", path: "lost", ErrorBoundary: Boundary, loader: failing }],
      },
    ]);
    vi.stubGlobal("window", { __reactRouterDataRouter: router });
    await expect.poll(() => router.state.initialized).toBe(true);
    await router.navigate("/lost");
    const { errors, loaderData } = router.state;
    router.dispose();
    return { at: Object.keys(errors ?? {}), frame: loaderData.root };
  }

  test.each([
    ["no answer", new TypeError("Failed to fetch")],
    ["no answer in Safari", new TypeError("Load failed")],
    ["an answer that is cut off", new Error("Unable to decode turbo-stream response")],
    ["a proxy's 500", answer(500, PROXY)],
    ["a proxy's 502", answer(502, PROXY)],
    ["a proxy's empty 504", answer(504, "")],
  ])("keeps header and menu when a new page gets %s", async (_, thrown) => {
    expect(await opened(thrown)).toEqual({ at: ["page"], frame: "the frame" });
  });

  test.each([
    ["a failure of the shop", answer(500, null)],
    ["a refusal", answer(404, { message: "Racket not found" })],
    ["a fault of the program", new Error("x is undefined")],
  ])("leaves %s to the root", async (_, thrown) => {
    expect((await opened(thrown)).at).toContain("root");
  });
});

test.each([
  ["of an answer is shown", { toast: { title: "Removed" } }, 200, ["Removed"]],
  ["of an answer with an error is shown", { toast: { title: "Not removed" } }, 409, ["Not removed"]],
  ["is not shown for an answer without one", { ok: true }, 200, []],
  ["is not shown for an empty answer", null, 200, []],
])("a toast %s, without a component that has the answer", async (_, answer, status, titles) => {
  const shown: Toast[] = [];
  const stop = listenForToasts((toast) => shown.push(toast));
  const router = createMemoryRouter([
    {
      id: "root",
      path: "/",
      middleware: asMiddleware([showAnswer]),
      loader: () => ({ toast: { title: "Of a loader" } }),
      action: () => data(answer, { status }),
    },
  ]);
  await router.fetch("form", "root", "/?index", { formMethod: "post", formData: new FormData() });
  router.dispose();
  stop();
  expect(shown.map(({ title }) => title)).toEqual(titles);
});
