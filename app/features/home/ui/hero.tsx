import { href, Link } from "react-router";
import { PROMISES, promisePath } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { CourtScene } from "./court-scene.tsx";

/** The top of the home page. Its text is the page's largest. */
export function Hero({ browse }: { browse: string }) {
  return (
    <section className="relative overflow-hidden bg-clay-fill text-on-clay">
      <div className="wrap relative grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
        <div className="relative z-1 grid gap-4 pt-7 sm:gap-6 sm:pt-14 lg:py-20">
          <h1 className="max-w-2xl text-display">{m.home_title()}</h1>
          <p className="max-w-xl text-pretty sm:text-lg">{m.home_lead()}</p>
          <div className="flex flex-wrap items-center gap-3">
            <LinkButton to={browse} variant="primary" size="lg">
              {m.home_browse()}
            </LinkButton>
            <LinkButton
              to={href("/sell")}
              size="lg"
              className="border-on-clay/60! bg-transparent! text-on-clay!"
            >
              {m.mine_sell()}
            </LinkButton>
            <Link
              to={promisePath("returns")}
              className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
            >
              {m.home_returns({ days: PROMISES.returns.days })}
            </Link>
          </div>
        </div>
        <CourtScene className="-mt-1 -mb-16 w-full self-end max-lg:mx-auto max-lg:max-w-xl sm:mt-0 sm:-mb-24 lg:mt-4 lg:mb-0" />
      </div>
    </section>
  );
}
