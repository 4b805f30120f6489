import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { titled } from "#app/ui/title.ts";

export function meta() {
  return titled(m.soon_title());
}

/** What the menus lead to and later work builds: it says so, instead of looking broken. */
export default function SoonPage() {
  return (
    <div className="wrap py-16">
      <EmptyState
        title={m.soon_title()}
        hint={m.soon_hint()}
        heading="h1"
        action={
          <LinkButton to="/" variant="primary">
            {m.soon_home()}
          </LinkButton>
        }
      />
    </div>
  );
}
