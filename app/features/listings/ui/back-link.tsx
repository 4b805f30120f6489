import { ArrowLeft } from "lucide-react";
import { href, Link, useNavigate } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { m } from "#app/paraglide/messages.js";
import { backTarget } from "../rules.ts";
import { useArrival } from "./arrival.ts";

interface BackLinkProps {
  readonly definition: Pick<CategoryDefinition, "plural" | "back">;
  readonly owner: boolean;
  /** "Rackets" */
  readonly category: string;
}

/** The category decides where Back leads. It is a link, so that it works without JavaScript and in a new tab. */
export function BackLink({ definition, owner, category }: BackLinkProps) {
  const navigate = useNavigate();
  const { history, from, step } = useArrival();
  const target = backTarget(definition, { history, from, owner });
  const to = target === "history" ? browsePath(definition) : target;
  const label =
    target === href("/my-listings")
      ? m.listing_back_to_mine()
      : target === "history"
        ? m.listing_back()
        : m.listing_back_to({ category: target === href("/favorites") ? m.favorites_title() : category });
  return (
    <Link
      to={to}
      onClick={(event) => {
        // A step back to the same page restores its scroll position.
        if (target !== "history" && !(step && from !== null)) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
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
