import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatNumber } from "#app/domain/format.ts";
import { PAGE_SIZES } from "#app/features/listings/rules.ts";
import { CardGridSkeleton } from "#app/features/listings/ui/card-grid.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { LinkButton } from "#app/ui/button.tsx";
import { whenNear } from "#app/ui/lazy-load.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { MoreCards } from "./use-more-cards.ts";

/** How many pages a list appends while the visitor scrolls, before the footer can be reached. */
const BY_THEMSELVES = 5;
/** The next page starts to load when the end of the list is one screen below the screen (`rootMargin`). */
const SOON = "0px 0px 100% 0px";

interface MoreResultsProps {
  readonly page: {
    readonly page: number;
    readonly pages: number;
    readonly pageSize: number;
    readonly total: number;
    readonly capped: boolean;
  };
  readonly more: MoreCards;
  readonly isList?: boolean;
  /** Whether other results are loading and take long. */
  readonly slow: boolean;
  readonly hrefOf: (page: number) => string;
}

/**
 * A list, and every page on a phone, appends more results. Pagination is for a desktop, for visitors without
 * JavaScript, and for robots.
 */
export function MoreResults({ page, more, isList = false, slow, hrefOf }: MoreResultsProps) {
  const appends = isList || page.pageSize === PAGE_SIZES.compact;
  const pagination = <Pagination page={page.page} pages={page.pages} hrefOf={hrefOf} />;
  if (!appends) return pagination;
  const isShown = isList ? !slow && page.total > 0 : page.page < page.pages;
  return (
    <>
      {isShown && <Foot key={hrefOf(page.page)} page={page} more={more} isList={isList} hrefOf={hrefOf} />}
      <div className="hidden noscript:block">{pagination}</div>
    </>
  );
}

function Foot({ page, more, isList, hrefOf }: Omit<Required<MoreResultsProps>, "slow">) {
  const { total, capped, pageSize } = page;
  const { last, state, appends, load } = more;
  const [pressedAt, setPressedAt] = useState(page.page);
  const foot = useRef<HTMLDivElement>(null);
  const loadsSoon = isList && appends && state === "idle" && last < pressedAt + BY_THEMSELVES;
  useEffect(() => {
    if (!foot.current || !loadsSoon) return;
    return whenNear(foot.current, () => void load(false), { rootMargin: SOON });
  });

  const number = (value: number) => formatNumber(value, getLocale());
  const counts = {
    shown: number(Math.min(last * pageSize, total) - (page.page - 1) * pageSize),
    total: number(total),
  };
  const next = isList
    ? m.browse_list_more()
    : m.browse_load_more({ n: Math.min(pageSize, total - last * pageSize) });
  return (
    <div ref={foot} className="grid justify-items-center gap-4 text-center noscript:hidden">
      {state === "loading" && (
        <div className="w-full">
          <CardGridSkeleton count={isList ? 4 : 2} />
        </div>
      )}
      {page.page > 1 && (
        <Link to={hrefOf(1)} className="underline">
          {m.browse_list_beginning()}
        </Link>
      )}
      {(isList || last > page.page) && (
        <p role="status" className="text-soft tabular-nums">
          {capped ? m.browse_list_shown_many(counts) : m.browse_list_shown(counts)}
        </p>
      )}
      {state === "failed" && <p role="alert">{m.browse_list_failed()}</p>}
      {last < page.pages ? (
        <LinkButton
          to={hrefOf(last + 1)}
          rel="next"
          aria-disabled={state === "loading" || undefined}
          onClick={(event) => {
            if (!appends || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            setPressedAt(last);
            void load(true);
          }}
        >
          {state === "failed" ? m.error_try_again() : next}
        </LinkButton>
      ) : (
        capped && <p>{m.browse_list_capped({ total: counts.total })}</p>
      )}
    </div>
  );
}
