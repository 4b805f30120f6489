import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Only for `npm run dev`: Vite finds the packages of all routes at once instead of reloading as it meets them.
  future: { unstable_optimizeDeps: true },
} satisfies Config;
