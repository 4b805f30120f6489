import { href } from "react-router";
import { localizedHref } from "#app/domain/local-path.ts";
import type { Locale } from "#app/paraglide/runtime.js";
import { BROWSER_BAR_COLORS } from "./theme.ts";

type Words = Readonly<Record<"description" | "search" | "sell" | "messages" | "favorites", string>>;

const icon = (name: string, size: number, purpose = "any") => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The `id` is the same in all languages; otherwise a change of language would install a second app. */
export function installedApp(locale: Locale, words: Words) {
  const shortcut = (name: string, path: string, image: string) => ({
    name,
    url: localizedHref(path, locale),
    icons: [icon(image, 96)],
  });
  return {
    id: "/",
    name: "Second Serve",
    short_name: "Second Serve",
    description: words.description,
    lang: locale,
    dir: "ltr",
    start_url: localizedHref("/", locale),
    scope: "/",
    display: "standalone",
    // A manifest has one colour for both themes. Each page overrides it with the colour of its theme (theme.ts).
    theme_color: BROWSER_BAR_COLORS.light,
    background_color: BROWSER_BAR_COLORS.light,
    categories: ["shopping", "sports"],
    icons: [
      icon("any", 192),
      icon("any", 512),
      icon("maskable", 192, "maskable"),
      icon("maskable", 512, "maskable"),
      icon("monochrome", 512, "monochrome"),
    ],
    shortcuts: [
      shortcut(words.search, href("/search"), "search"),
      shortcut(words.sell, href("/sell"), "sell"),
      shortcut(words.messages, href("/messages"), "messages"),
      shortcut(words.favorites, href("/favorites"), "favorites"),
    ],
    // The service worker answers it (public/service-worker.js).
    share_target: {
      action: localizedHref(href("/sell/shared"), locale),
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "photos", accept: ["image/*", ".heic", ".heif"] }] },
    },
  };
}
