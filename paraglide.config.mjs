/** One set of options for the Vite plugin and scripts/texts.mjs. The locale comes from the address (docs/decisions/0008). */
export const paraglide = {
  project: "./project.inlang",
  outdir: "./app/paraglide",
  outputStructure: /** @type {"message-modules"} */ ("message-modules"),
  strategy: /** @type {["globalVariable", "baseLocale"]} */ (["globalVariable", "baseLocale"]),
  emitTsDeclarations: true,
};
