import { Link } from "react-router";
import type { CorrectionView } from "#app/features/search/view.ts";
import { m } from "#app/paraglide/messages.js";

interface CorrectionProps {
  readonly correction: CorrectionView | null;
  readonly dropped: string | null;
}

export function Correction({ correction, dropped }: CorrectionProps) {
  return (
    <>
      {correction && (
        <p className="mb-5">
          {m.search_corrected({ words: correction.text })}{" "}
          <Link to={correction.href} rel="nofollow" className="underline">
            {m.search_instead({ words: correction.typed })}
          </Link>
        </p>
      )}
      {dropped && <p className="mb-5">{dropped}</p>}
    </>
  );
}
