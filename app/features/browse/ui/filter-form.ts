import { ANY } from "#app/domain/categories/filters/kind.ts";

/** All inputs of a browse page belong to the form with this id, wherever they are on the page. */
export const FILTER_FORM = "filter-form";

export const RESULTS_ID = "results";

/** A form sends these defaults, but the URL leaves them out. */
const DEFAULTS: Readonly<Record<string, string>> = { dateFilter: "all", sort: "relevance" };

/**
 * The entries of a form as the shortest query of a URL.
 * @param dated whether the page shows a default period without a `dateFilter`, so that "all" must be explicit
 */
export function filterAddress(form: HTMLFormElement, dated: boolean): URLSearchParams {
  const params = new URLSearchParams();
  // The words come first, as in the addresses of links, wherever their field is.
  const entries = [...new FormData(form)].sort(
    ([one], [other]) => Number(other === "q") - Number(one === "q"),
  );
  for (const [name, value] of entries) {
    const text = typeof value === "string" ? value.trim() : "";
    const isExplicit = DEFAULTS[name] !== text || (dated && name === "dateFilter");
    if (text !== "" && isExplicit) params.append(name, text);
  }
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    if (values.length === 1 || !values.includes(ANY)) continue;
    params.delete(name);
    for (const value of values) if (value !== ANY) params.append(name, value);
  }
  // A slider has a value even without a postal code, where it means nothing.
  const distance = form.elements.namedItem("maxDistance");
  const isSlider = distance instanceof HTMLInputElement && distance.type === "range";
  if (isSlider && !params.has("postalCode")) params.delete("maxDistance");
  if (!params.has("postalCode") && !params.has("maxDistance")) params.delete("country");
  return params;
}

/** The query of an address without the number of appended pages, which is no choice of the form. */
export function chosenIn(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("pages");
  return String(params);
}

export function scrollToResults(): void {
  const results = document.getElementById(RESULTS_ID);
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
