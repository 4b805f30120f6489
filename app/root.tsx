import { localizedHref } from "./domain/local-path.ts";
import { filesUrl, fileUrl } from "./ui/files-url.ts";
import "./styles.css";
import headingFace from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url";
import textFace from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from "react";
import {
  data,
  href,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { SignedOutAlert } from "#app/features/accounts/ui/session-sync.tsx";
import { useTimeZoneCookie } from "#app/features/shell/shell-data.ts";
import type { Route } from "./+types/root.ts";
import { useSessionOver } from "./features/accounts/ui/use-session-over.ts";
import { cartForLayout } from "./features/cart/cart.server.ts";
import type { UnreadCounts } from "./features/chat/ui/chat-calls.ts";
import { DraftCleanup } from "./features/chat/ui/draft-cleanup.tsx";
import { categoryMenu } from "./features/listings/menu.server.ts";
import { clearRecentSearches } from "./features/search/ui/recent-searches.ts";
import { SearchBox } from "./features/search/ui/search-box.tsx";
import { alternatesOf, canonicalOf } from "./features/shell/canonical.ts";
import {
  applyNewestLoad,
  preserveFrame,
  preserveReloadedPage,
  preserveUnansweredForm,
  replaceRedirectingEntry,
  showAnswer,
} from "./features/shell/client-middleware.ts";
import { isUnanswered, loadFailedIn, problemTitle } from "./features/shell/problems.ts";
import { shellData } from "./features/shell/shell-data.server.ts";
import { reapplyTheme, THEME_SCRIPT } from "./features/shell/theme.ts";
import { ErrorPage } from "./features/shell/ui/error-page.tsx";
import { Shell } from "./features/shell/ui/shell.tsx";
import { useHandle } from "./features/shell/use-handle.ts";
import { m } from "./paraglide/messages.js";
import { getLocale } from "./paraglide/runtime.js";
import { lazyLoad } from "./ui/lazy-load.tsx";
import { SidePanelsContext } from "./ui/side-panels.ts";
import { titled } from "./ui/title.ts";
import { ClockContext, useHydrated } from "./ui/use-hydrated.ts";
import type { LivePage } from "./ui/use-live-events.ts";
import { useLiveSidePanels } from "./use-side-panels.tsx";

export async function loader({ request }: Route.LoaderArgs) {
  const [{ shell, cookies }, { cart, cookies: carried }] = await Promise.all([
    shellData(request, categoryMenu()),
    cartForLayout(request),
  ]);
  const headers = [...cookies, ...carried].map((cookie): [string, string] => ["set-cookie", cookie]);
  return data({ ...shell, cart }, { headers });
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  replaceRedirectingEntry,
  preserveUnansweredForm,
  // After preserveUnansweredForm, which repeats an earlier answer.
  showAnswer,
  preserveReloadedPage,
  preserveFrame,
  applyNewestLoad,
];

export const links: LinksFunction = () => [
  ...[textFace, headingFace].map((file) => ({
    rel: "preload",
    href: fileUrl(file),
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

export function meta({ error }: Route.MetaArgs) {
  return error ? titled(problemTitle(error)) : titled(undefined, m.shell_description());
}

/** A script sets the class of the theme on <html>; React neither writes nor checks it. */
export function Layout({ children }: { children: ReactNode }) {
  const bare = useHandle("bare");
  // If React rebuilds <html>, the new element needs the class again.
  useLayoutEffect(reapplyTheme, []);
  return (
    <html lang={getLocale()} data-files={filesUrl() || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <script>{THEME_SCRIPT}</script>
        <link rel="manifest" href={localizedHref(href("/manifest.webmanifest"), getLocale())} />
        <meta name="apple-mobile-web-app-title" content="Second Serve" />
        <meta name="apple-mobile-web-app-status-bar-style" content="default" />
        <Meta />
        {/* Without it, the service worker may not keep styles of a CDN (docs/decisions/0200). */}
        <Links crossOrigin={filesUrl() ? "anonymous" : undefined} />
      </head>
      <body>
        {children}
        {!bare && <ScrollRestoration />}
        {!bare && <Scripts />}
      </body>
    </html>
  );
}

// Loaded only for signed-in users.
const UnreadWatch = lazyLoad(async () => (await import("./features/chat/ui/unread-watch.tsx")).UnreadWatch);

const SessionWatch = lazyLoad(
  async () => (await import("./features/accounts/ui/session-watch.tsx")).SessionWatch,
);

export default function App(props: Route.ComponentProps) {
  return useHandle("bare") ? <Outlet /> : <Framed {...props} />;
}

const NOTHING_UNREAD: UnreadCounts = { unread: 0, unreadChats: 0 };

function Framed({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { over, end } = useSessionOver(loaderData);
  useTimeZoneCookie();
  const { after } = loaderData;
  const viewer = over ? null : loaderData.viewer;
  const [counted, setCounted] = useState<UnreadCounts>();
  const { unread, unreadChats } = viewer ? (counted ?? loaderData) : NOTHING_UNREAD;
  const { panels, drawn } = useLiveSidePanels(viewer && { userId: viewer.id, after }, {
    unread,
    unreadChats,
  });
  return (
    <ClockContext value={loaderData.clock}>
      <SidePanelsContext value={panels}>
        <Shell
          data={{ ...loaderData, viewer, unread, unreadChats }}
          search={<SearchBox />}
          onSessionOver={end}
        >
          <Alternates origin={loaderData.origin} />
          {over && (
            <div className="wrap pt-6">
              <SignedOutAlert />
            </div>
          )}
          <Outlet />
          {loaderData.viewerKnown && (
            <DraftCleanup viewerId={loaderData.viewer?.id ?? null} onSignOut={clearRecentSearches} />
          )}
          {viewer && (
            <Watches
              key={viewer.id}
              page={{ userId: viewer.id, after }}
              unread={{ unread: loaderData.unread, unreadChats: loaderData.unreadChats }}
              onCount={setCounted}
              onOver={end}
            />
          )}
          {drawn}
        </Shell>
      </SidePanelsContext>
    </ClockContext>
  );
}

/**
 * Watches the unread counts and the session of a signed-in user. The server does not render them, because React would
 * then delay each navigation until it has loaded their code and hydrated them.
 */
function Watches({
  page,
  unread,
  onCount,
  onOver,
}: {
  page: LivePage;
  unread: UnreadCounts;
  onCount: (counts: UnreadCounts) => void;
  onOver: ComponentProps<typeof SessionWatch>["onOver"];
}) {
  const [firstPage] = useState({ unread: unread.unread, page });
  if (!useHydrated()) return null;
  return (
    <>
      <UnreadWatch initial={unread} firstPage={firstPage} onCount={onCount} />
      <SessionWatch viewerId={page.userId} onOver={onOver} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("root");
  const handles = useMatches().map(({ handle }) => handle);
  const { search } = useLocation();
  const title = isUnanswered(error) ? loadFailedIn(handles, search) : undefined;
  return (
    <Shell data={shell} search={<SearchBox />}>
      <ErrorPage error={error} title={title} requestId={shell?.requestId} browse={shell?.categories[0]} />
    </Shell>
  );
}

function Alternates({ origin }: { origin: string }) {
  const path = canonicalOf(useMatches().map((match) => match.loaderData));
  if (path === null) return null;
  const alternates = alternatesOf(origin, path);
  return (
    <>
      <link rel="canonical" href={alternates.find(({ hrefLang }) => hrefLang === getLocale())?.href} />
      {alternates.map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={href} />
      ))}
    </>
  );
}
