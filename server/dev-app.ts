import type { Server } from "node:http";
import path from "node:path";
import type { Config } from "#app/platform/env.server.ts";
import type { App, Front } from "./http.ts";

type AppModule = { createApp(config: Config): Promise<App> };

/** The shop from its sources, which Vite compiles on demand. */
export type DevApp = {
  front: Front;
  current(): Promise<App>;
  close(): Promise<void>;
};

/** Starts Vite. @param server also accepts the WebSocket of hot reload */
export async function devApp(config: Config, server: Server): Promise<DevApp> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: path.resolve(import.meta.dirname, ".."),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  let loaded: { module: AppModule; app: App } | undefined;

  async function load(): Promise<App> {
    const module = (await vite.ssrLoadModule("/server/app.ts")) as AppModule;
    if (loaded?.module !== module) {
      await loaded?.app.close();
      loaded = { module, app: await module.createApp(config) };
    }
    return loaded.app;
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    front: (request, response, next) => vite.middlewares(request, response, next),
    current() {
      // One at a time: two requests after a change must not create two apps.
      const next = turn.then(load);
      turn = next.catch(() => {});
      return next;
    },
    async close() {
      await loaded?.app.close();
      await vite.close();
    },
  };
}
