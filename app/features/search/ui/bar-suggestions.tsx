import { href, useNavigate } from "react-router";
import { rememberSearch } from "./recent-searches.ts";
import { Suggestions, type SuggestionsProps } from "./suggestions.tsx";

interface BarSuggestionsProps extends Pick<SuggestionsProps, "input" | "onChange"> {
  /** The category that is searched, as its address names it; null for all. */
  readonly within: string | null;
}

/** Suggestions below the search field of a page of results. Words are searched in the page's category. */
export function BarSuggestions({ within, ...box }: BarSuggestionsProps) {
  const navigate = useNavigate();
  function choose(to: string, words?: string): void {
    if (words) rememberSearch(words);
    const isSearch = to.startsWith(`${href("/search")}?`);
    void navigate(isSearch && within !== null ? `${to}&in=${within}` : to);
  }
  return <Suggestions {...box} onChoose={choose} />;
}
