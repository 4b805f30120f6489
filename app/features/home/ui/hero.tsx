import { href, Link } from "react-router";
import { PROMISES, promisePath } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { CourtScene } from "./court-scene.tsx";

/** Its height leaves room for listings below it on every screen. */
export function Hero({ browse, returns }: { browse: string; returns: boolean }) {
  return (
    <section className="relative overflow-hidden bg-clay-fill text-on-clay">
      <div className="wrap relative">
        <div className="relative z-1 grid gap-3 py-4 sm:gap-4 sm:py-8">
          <h1 className="max-w-2xl text-title">{m.home_title()}</h1>
          <p className="max-w-xl text-pretty max-sm:hidden">{m.home_lead()}</p>
          <div className="flex flex-wrap items-center gap-3">
            <LinkButton to={browse} variant="primary">
              {m.home_browse()}
            </LinkButton>
            <LinkButton to={href("/sell")} className="border-on-clay/60! bg-transparent! text-on-clay!">
              {m.mine_sell()}
            </LinkButton>
            {returns && (
              <Link
                to={promisePath("returns")}
                className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
              >
                {m.home_returns({ days: PROMISES.returns.days })}
              </Link>
            )}
          </div>
        </div>
        <CourtScene className="absolute right-12 -bottom-8 h-full w-auto max-lg:hidden" />
      </div>
    </section>
  );
}
