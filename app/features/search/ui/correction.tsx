import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { CorrectionView } from "../view.ts";

/** "Showing results for “babolat”. Search instead for “babolt”", when a corrected text was searched for. */
export function Correction({ correction }: { correction: CorrectionView | null }) {
  if (!correction) return null;
  return (
    <p className="mb-5">
      {m.search_corrected({ words: correction.text })}{" "}
      <Link to={correction.href} rel="nofollow" className="underline">
        {m.search_instead({ words: correction.typed })}
      </Link>
    </p>
  );
}
