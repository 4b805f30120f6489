import { type ReactNode, useState } from "react";
import { Link, useNavigation } from "react-router";
import { NO_PROMISES } from "#app/domain/promises.ts";
import { SessionSync } from "#app/features/accounts/ui/session-sync.tsx";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { Toaster } from "#app/ui/toaster.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { offerHere } from "../language-offer.ts";
import type { ShellData } from "../shell-data.ts";
import { useHandle } from "../use-handle.ts";
import { CategoryBar } from "./category-bar.tsx";
import { useEarlyInput } from "./early-input.ts";
import { FlashToast } from "./flash-toast.tsx";
import { FocusReturn } from "./focus-return.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { TabBar } from "./tab-bar.tsx";

interface ShellProps {
  readonly data: ShellData | undefined;
  /** The search box, which belongs to another feature. */
  readonly search: ReactNode;
  readonly onSessionOver?: () => void;
  readonly children: ReactNode;
}

/** Without `data` (its loader failed), header and footer still link to home and help. */
export function Shell({ data, search, onSessionOver, children }: ShellProps) {
  useEarlyInput();
  const categories = data?.categories ?? [];
  const signedIn = (data?.viewer ?? null) !== null;
  return (
    <div className="flex min-h-dvh flex-col" data-whole-screen={useHandle("wholeScreen") || undefined}>
      <a
        href="#main"
        className="-translate-y-20 fixed top-3 left-3 z-50 rounded-full border border-ball-edge bg-ball px-5 py-2.5 font-semibold text-on-ball focus:translate-y-0"
      >
        {m.shell_skip()}
      </a>
      <ProgressBar />
      <Header
        viewer={data?.viewer ?? null}
        unread={data?.unread ?? 0}
        unreadChats={data?.unreadChats ?? 0}
        inCart={data?.cart.length ?? 0}
        search={search}
      />
      <CategoryBar categories={categories} />
      {data?.flash && (
        <noscript>
          <div className="wrap pt-4">
            <Alert tone={data.flash.kind === "error" ? "danger" : "good"} title={data.flash.title}>
              {data.flash.description}
            </Alert>
          </div>
        </noscript>
      )}
      {data?.announcements.map(({ text, link }) => (
        <div key={text} data-announcement="" className="wrap pt-4">
          <Alert
            action={
              link && (
                <Link to={link.href} className="text-link underline underline-offset-2">
                  {link.label}
                </Link>
              )
            }
          >
            {text}
          </Alert>
        </div>
      ))}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer
        categories={categories}
        legal={data?.legal ?? []}
        promises={data?.promises ?? NO_PROMISES}
        year={data?.year ?? new Date().getFullYear()}
        signedIn={signedIn}
      />
      <TabBar unreadChats={data?.unreadChats ?? 0} signedIn={signedIn} />
      <LanguageOffer signedIn={signedIn} />
      <RouteAnnouncer />
      <FocusReturn />
      {data?.viewerKnown && <SessionSync viewerId={data.viewer?.id ?? null} onOver={onSessionOver} />}
      <FlashToast flash={data?.flash ?? null} />
      <Toaster />
    </div>
  );
}

/** It appears after 150 ms, so that fast pages do not show it. */
function ProgressBar() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-advance bg-clay motion-reduce:opacity-60 dark:bg-ball"
    />
  );
}

const LanguageOfferBanner = lazyLoad(
  async () => (await import("./language-offer-banner.tsx")).LanguageOfferBanner,
);

/** Offers the page in another language (decision 0008). It renders only in the browser, whose languages it needs. */
function LanguageOffer({ signedIn }: { signedIn: boolean }) {
  return useHydrated() && <Offer signedIn={signedIn} />;
}

function Offer({ signedIn }: { signedIn: boolean }) {
  const [offered, setOffered] = useState(offerHere);
  const onClose = () => setOffered(null);
  return offered && <LanguageOfferBanner language={offered} signedIn={signedIn} onClose={onClose} />;
}
