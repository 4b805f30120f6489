import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The host has compared the origin already (server/app.ts), by the address that people type: behind a proxy that ends
  // TLS, React Router would compare it with ours and refuse every form.
  allowedActionOrigins: ["**"],
  // Only for `npm run dev`: Vite finds the packages of all routes at once instead of reloading as it meets them.
  future: { unstable_optimizeDeps: true },
} satisfies Config;
