import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { m } from "#app/paraglide/messages.js";
import { backTarget, type Origin } from "../rules.ts";

interface BackLinkProps {
  readonly definition: Pick<CategoryDefinition, "plural" | "back">;
  readonly owner: boolean;
  /** "Rackets" */
  readonly category: string;
}

/** Back, by the category's rule. A link, so that it leads somewhere sensible before JavaScript and in a new tab. */
export function BackLink({ definition, owner, category }: BackLinkProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const from: unknown = state?.from;
  // The server cannot know the history: the first paint offers the category.
  const [history, setHistory] = useState(false);
  useEffect(() => setHistory((window.history.state?.idx ?? 0) > 0), []);
  const origin: Origin = {
    history,
    owner,
    from: from === "my-listings" || from === "favorites" ? from : null,
  };
  const target = backTarget(definition, origin);
  const to = target === "history" ? `/${definition.plural}` : target;
  const label =
    target === "/my-listings"
      ? m.listing_back_to_mine()
      : target === "history"
        ? m.listing_back()
        : m.listing_back_to({ category });
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (target !== "history" || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-[0.9375rem] hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
    </Link>
  );
}
