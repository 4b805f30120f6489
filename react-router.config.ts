import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // server/app.ts has already compared the origin of a form with BASE_URL. React Router would compare it with the URL
  // of the request to this process, and refuse every form behind a proxy that ends TLS.
  allowedActionOrigins: ["**"],
  // The browser gets the list of all routes in one cached file. The default, a part of the list in each page, took more
  // bytes and requests.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
