/** The minified script of axe-core, which has no types of its own. */
declare module "axe-core/axe.min.js" {
  const axe: { readonly source: string };
  export default axe;
}
