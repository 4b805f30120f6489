import { href, useHref } from "react-router";
import { BulletList } from "#app/features/accounts/account-deletion/ui/delete-panel.tsx";
import { SecurityFrame } from "#app/features/accounts/security/ui/security-frame.tsx";
import { m } from "#app/paraglide/messages.js";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/data-export.route.ts";

export const middleware = [confirmed];

/** /profile/download: lists the content of the data export, with the button that downloads it. */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(confirmedViewer);
  return null;
}

export function meta() {
  return titled(m.export_title());
}

export default function DownloadPage() {
  // A native form: the answer is a file, and this page stays.
  const archive = useHref(href("/profile/download/archive"));
  return (
    <SecurityFrame title={m.export_title()} lead={m.export_lead()}>
      <div className="grid gap-6">
        <BulletList
          title={m.export_has()}
          points={[
            m.export_profile(),
            m.export_ways(),
            m.export_listings(),
            m.export_lists(),
            m.export_chats(),
            m.export_reviews(),
          ]}
        />
        <p className="text-soft">{m.export_others()}</p>
        <form method="post" action={archive}>
          <Button type="submit" variant="primary" size="lg">
            {m.export_button()}
          </Button>
        </form>
      </div>
    </SecurityFrame>
  );
}
