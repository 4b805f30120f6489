import { redirect } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Route } from "./+types/search.route";

/** While there is one category, searching everything is searching that. */
export function loader({ url }: Route.LoaderArgs) {
  const [category] = CATEGORIES;
  const q = url.searchParams.get("q")?.trim();
  return redirect(`/${category?.plural}${q ? `?${new URLSearchParams({ q })}` : ""}`);
}
