import { redirect } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";

/** While there is one category, selling is selling that. */
export function loader() {
  const [category] = CATEGORIES;
  return redirect(`/sell/${category?.sell}`);
}
