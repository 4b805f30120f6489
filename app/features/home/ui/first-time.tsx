import { href, Link } from "react-router";
import { type MadePromises, PROMISES, promisePath } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";

type Promises = Pick<MadePromises, "firstOrder" | "firstListing">;

/** The 'First Time?' banner, unless the shop makes none of its promises. */
export function FirstTime({ firstOrder, firstListing }: Promises) {
  if (!firstOrder && !firstListing) return null;
  const { percent, code } = PROMISES.firstOrder;
  return (
    <section
      aria-labelledby="first-time"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2 sm:py-3 shadow-rest sm:gap-x-8 sm:px-7 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <h2 id="first-time" className="text-heading">
        {m.home_first_title()}
      </h2>
      <div className="flex flex-wrap gap-x-6 gap-y-1 max-lg:order-1 max-lg:col-span-2 max-sm:text-sm">
        {firstOrder && (
          <p className="text-pretty">
            <Link to={promisePath("firstOrder")} className="underline underline-offset-4">
              {m.home_first_off({ percent })}
            </Link>{" "}
            <strong className="whitespace-nowrap rounded-xs border border-court border-dashed px-1.5 py-0.5 font-bold tracking-wide">
              {code}
            </strong>
          </p>
        )}
        {firstListing && (
          <p className="text-soft">
            <Link to={promisePath("sellingFee")} className="underline underline-offset-4">
              {m.home_first_fees()}
            </Link>
          </p>
        )}
      </div>
      <LinkButton to={`${href("/auth")}?mode=signup`}>{m.home_first_join()}</LinkButton>
    </section>
  );
}
