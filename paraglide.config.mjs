/** The options of the Vite plugin and of scripts/texts.mjs. The locale comes from the URL (docs/decisions/0008). */
export const paraglide = {
  project: "./project.inlang",
  outdir: "./app/paraglide",
  outputStructure: /** @type {"message-modules"} */ ("message-modules"),
  strategy: /** @type {["globalVariable", "baseLocale"]} */ (["globalVariable", "baseLocale"]),
};

/** Messages that can be shown in another language than the page's, because they offer or confirm that language. */
export const OTHER_LANGUAGE_MESSAGES = ["shell_language", "shell_offer", "shell_offer_go", "ui_close"];
