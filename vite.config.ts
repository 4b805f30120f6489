import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { paraglide } from "./paraglide.config.mjs";

export default defineConfig({
  plugins: [paraglideVitePlugin(paraglide), tailwindcss(), reactRouter()],
  environments: {
    // The server build's entry is ours: it wraps React Router's handler (see server/app.ts).
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
  build: { sourcemap: false, assetsInlineLimit: 0 },
});
