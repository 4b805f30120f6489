import { ChevronRight } from "lucide-react";
import { Form, href, Link } from "react-router";
import { InstallOffer, ThemeSwitch } from "#app/features/shell/ui/footer.tsx";
import { type MenuEntry, userMenuLinks } from "#app/features/shell/ui/user-menu-links.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { useSidePanels } from "#app/ui/side-panels.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/me.route.ts";

export const middleware = [signedIn];

/** /me: the user menu as a page, to which the last tab of a phone's tab bar leads. */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(signedInViewer);
  return null;
}

export function meta() {
  return titled(m.shell_tab_me());
}

export default function Me({ matches: [{ loaderData: shell }] }: Route.ComponentProps) {
  const username = shell.viewer?.username || m.shell_user_fallback();
  const panels = useSidePanels();
  const links: MenuEntry[] = [
    ...userMenuLinks(shell.unreadChats),
    { to: href("/favorites"), label: m.shell_favorites() },
    { to: href("/recently-viewed"), label: m.shell_recently_viewed() },
    { to: href("/preferences/sizes"), label: m.shell_sizes() },
    { to: href("/preferences/region"), label: m.shell_region() },
  ];
  return (
    <div className="wrap-column pb-16">
      <h1 className="flex items-center gap-4 py-6 text-heading">
        <Avatar name={username} src={shell.viewer?.avatarUrl ?? null} />
        <bdi className="min-w-0">{username}</bdi>
      </h1>
      <ul>
        {links.map(({ to, label, opens }) => (
          <li key={label} className="border-line border-t">
            <Link
              to={to}
              onClick={(event) => {
                if (!opens || !panels || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                panels.openAssistant(event.currentTarget);
              }}
              className="flex min-h-12 items-center justify-between gap-3 py-1.5 hover:bg-sunken"
            >
              {label}
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="border-line border-t py-3">
        <ThemeSwitch />
        <InstallOffer className="text-link inline-flex min-h-11 items-center gap-2" />
      </div>
      <Form method="post" action={href("/sign-out")} reloadDocument>
        <Button type="submit">{m.shell_log_out()}</Button>
      </Form>
    </div>
  );
}
