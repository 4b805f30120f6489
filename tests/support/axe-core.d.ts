/** axe-core has no types for its minified script. */
declare module "axe-core/axe.min.js" {
  const axe: { readonly source: string };
  export default axe;
}
