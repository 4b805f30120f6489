import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { goBackTarget } from "#app/features/listings/rules.ts";
import { useArrival } from "#app/features/listings/ui/arrival.ts";
import { LinkButton } from "#app/ui/button.tsx";

interface GoBackProps {
  readonly definition: Pick<CategoryDefinition, "plural" | "goBack">;
  /** The path of the edited listing's page; null for a new listing. */
  readonly listing: string | null;
  readonly children: ReactNode;
}

/** The category decides where Go Back leads. It is a link, so that it works without JavaScript. */
export function GoBack({ definition, listing, children }: GoBackProps) {
  const navigate = useNavigate();
  const { history, step } = useArrival();
  const target = goBackTarget(definition, { listing, history });
  // If the user came from the listing's page, a step back restores its scroll position.
  const back = target === "history" || (listing !== null && step);
  return (
    <LinkButton
      to={target === "history" ? goBackTarget(definition, { listing, history: false }) : target}
      variant="ghost"
      size="lg"
      onClick={(event) => {
        // The second click of a double click was meant for the button Previous at the same position.
        if (event.detail > 1) event.preventDefault();
        if (event.detail > 1 || !back || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {children}
    </LinkButton>
  );
}
