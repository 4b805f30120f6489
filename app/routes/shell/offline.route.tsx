import { href, useHref } from "react-router";
import { KEPT_ID, RETRY_BUTTON_ID, returnScript } from "#app/features/shell/offline.ts";
import { Logo } from "#app/features/shell/ui/logo.tsx";
import { NetCord } from "#app/features/shell/ui/net-cord.tsx";
import { m } from "#app/paraglide/messages.js";
import { cachePage, currentRequest, NO_QUERY } from "#app/platform/request-context.server.ts";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/offline.route.ts";

/** root.tsx leaves out header, footer and React, whose router would try to load the requested page (decision 0040). */
export const handle = { bare: true };

/** /offline: the service worker shows it when a page cannot be loaded. */
export function loader() {
  cachePage([]);
  return { nonce: currentRequest()?.nonce };
}

loader.query = NO_QUERY;

export function meta() {
  return titled(m.offline_title());
}

export default function OfflinePage({ loaderData }: Route.ComponentProps) {
  const home = useHref(href("/"));
  return (
    <main id="main" className="wrap flex min-h-dvh flex-col gap-10 py-6">
      <a href={home} aria-label={m.shell_home_link()} className="self-start rounded-sm">
        <Logo />
      </a>
      <div className="my-auto grid items-center gap-10 pb-10 lg:grid-cols-2">
        <div>
          <h1 className="text-display">{m.offline_title()}</h1>
          <p className="mt-5 max-w-lg text-lg text-soft">{m.offline_message()}</p>
          <Button id={RETRY_BUTTON_ID} variant="primary" size="lg" className="mt-8">
            {m.error_try_again()}
          </Button>
          <section
            id={KEPT_ID}
            hidden
            className="mt-10 max-w-lg [&_details]:mt-2 [&_li]:mt-2 [&_li]:whitespace-pre-wrap [&_li]:break-words [&_summary]:min-h-11 [&_summary]:cursor-pointer [&_summary]:font-semibold [&_ul]:mb-4"
          >
            <h2 className="font-bold font-display text-lg">{m.offline_kept()}</h2>
          </section>
          <h2 className="mt-10 font-bold font-display text-lg">{m.offline_meanwhile()}</h2>
          <ul className="mt-2 max-w-lg list-disc pl-5 text-soft marker:text-clay">
            <li>{m.offline_back()}</li>
            <li>{m.offline_messages()}</li>
            <li>{m.offline_nothing_lost()}</li>
          </ul>
        </div>
        <NetCord />
      </div>
      <script nonce={loaderData.nonce}>{returnScript(home)}</script>
    </main>
  );
}
