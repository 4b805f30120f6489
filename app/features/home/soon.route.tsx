import { splitLocale } from "#app/features/shell/locale.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/soon.route.ts";
import { SOON, type SoonPath } from "./soon.ts";

type Words = {
  title: () => string;
  hint: () => string;
  actions: readonly (readonly [string, () => string])[];
};

/** What each page will be, and what serves until then. */
const WORDS: Readonly<Record<SoonPath, Words>> = {
  "/my-earnings": {
    title: m.shell_get_paid,
    hint: m.soon_earnings,
    actions: [
      ["/my-listings", m.shell_my_items],
      ["/help#how-payment-works", m.help_q_payment],
    ],
  },
};

/** Which of them an address of any language is. */
function wordsAt(pathname: string): Words {
  const path = SOON.find((one) => one === splitLocale(pathname).path.replace(/\/+$/, ""));
  return WORDS[path ?? "/my-earnings"];
}

/** The page says by itself which one it is: they are one file. */
export function loader({ request }: Route.LoaderArgs) {
  return { at: new URL(request.url).pathname.replace(/\.data$/, "") };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(wordsAt(loaderData?.at ?? "").title());
}

/** What the menus lead to and later work builds: it says what to do until then, instead of looking broken. */
export default function SoonPage({ loaderData: { at } }: Route.ComponentProps) {
  const { title, hint, actions } = wordsAt(at);
  return (
    <div className="wrap py-16">
      <EmptyState
        title={title()}
        hint={hint()}
        heading="h1"
        action={actions.map(([to, label], index) => (
          <LinkButton key={to} to={to} variant={index === 0 ? "primary" : "secondary"}>
            {label()}
          </LinkButton>
        ))}
      />
    </div>
  );
}
