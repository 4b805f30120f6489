import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The host has compared the origin already (server/app.ts), by the address that people type: behind a proxy that ends
  // TLS, React Router would compare it with ours and refuse every form.
  allowedActionOrigins: ["**"],
  // All routes are known to the browser from a file that it keeps: some of them in every page, and the others asked for
  // as links to them appear, was more to make, to send and to fetch.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
