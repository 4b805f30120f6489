import { formatList, formatNumber, isSingular } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Alert } from "#app/ui/alert.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { countText } from "#app/ui/count-text.ts";
import type { CountedRows, TranslationReport } from "../profiles/choices.ts";
import { INCLUDABLE, OUT_REASONS, type OutReason } from "../profiles/profile.ts";

const TEXTS: Readonly<Record<OutReason, (counts: { count: string }) => string>> = {
  draft: m.business_left_draft,
  unpublished: m.business_left_unpublished,
  sold_out: m.business_left_sold_out,
  preorder: m.business_left_preorder,
  auction: m.business_left_auction,
  ended: m.business_left_ended,
  service: m.business_left_service,
  total: m.business_left_total,
  note: m.business_left_note,
  too_long: m.business_left_too_long,
  currency: m.business_left_currency,
  free: m.business_left_free,
};

/** Longer lists of rows are cut. */
const SHOWN = 12;

/** "rows 4, 6 and 9" or "row 4", as a spreadsheet counts rows. */
export function rowNumbers({ count, numbers }: CountedRows): string {
  const locale = getLocale();
  const shown = numbers.slice(0, SHOWN).map((number) => formatNumber(number, locale));
  const rows = count > shown.length ? `${shown.join(", ")}, …` : formatList(shown, locale);
  return isSingular(count, locale) ? m.business_left_rows_one({ rows }) : m.business_left_rows({ rows });
}

interface LeftOutProps {
  readonly report: TranslationReport;
  readonly included: boolean;
  readonly onInclude: (isIncluded: boolean) => void;
}

type OfReport = Pick<TranslationReport, "leftOut">;

function leftOutRows({ leftOut }: OfReport): readonly (readonly [OutReason, CountedRows])[] {
  return OUT_REASONS.flatMap((reason) => {
    const counted = leftOut[reason];
    return counted ? [[reason, counted] as const] : [];
  });
}

/**
 * "Drafts: 2 (rows 4 and 6) · Totals: 1 (row 9)", without the rows if it would be longer than `longest` characters; null
 * if no row was left out.
 */
export function leftOutText(report: OfReport, longest: number): string | null {
  const all = leftOutRows(report);
  const counts = all.map(([reason, { count }]) => TEXTS[reason]({ count: countText(count) }));
  const withRows = counts.map(
    (text, at) => `${text} (${rowNumbers(all[at]?.[1] ?? { count: 0, numbers: [] })})`,
  );
  const [long, short] = [withRows.join(" · "), counts.join(" · ")];
  return all.length === 0 ? null : long.length <= longest ? long : short;
}

/** The rows that are not for sale, or are no articles, and the choice to take them along. */
export function LeftOut({ report, included, onInclude }: LeftOutProps) {
  const entries = leftOutRows(report);
  const hasChoice = included || INCLUDABLE.some((reason) => report.leftOut[reason]);
  if (entries.length === 0 && !hasChoice) return null;
  return (
    <div className="grid gap-2">
      {entries.length > 0 && (
        <Alert title={m.business_left_out()}>
          <ul className="grid gap-1">
            {entries.map(([reason, counted]) => (
              <li key={reason}>
                {TEXTS[reason]({ count: countText(counted.count) })}{" "}
                <span className="text-soft">({rowNumbers(counted)})</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {hasChoice && (
        <Checkbox
          label={m.business_include()}
          checked={included}
          onChange={(event) => onInclude(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
