import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // server/app.ts has already compared the origin of a form with BASE_URL. React Router would compare it with the URL
  // of the request to this process, and refuse every form behind a proxy that ends TLS.
  allowedActionOrigins: ["**"],
  // The browser gets the whole list of routes in one cached file. The default puts some routes into every page, and
  // fetches others when links to them appear: that took more bytes and more requests.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
