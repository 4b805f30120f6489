import { Globe, Ruler } from "lucide-react";
import { startTransition, useState } from "react";
import { href, Link, useLocation } from "react-router";
import { localizedHref } from "#app/domain/local-path.ts";
import { PROMISES, promisePath } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { LOCALES } from "../canonical.ts";
import { useInstalling } from "../install.ts";
import { rememberLanguage } from "../language-offer.ts";
import type { MenuEntry, ShellData } from "../shell-data.ts";
import { chooseTheme, useTheme } from "../theme.ts";
import { Logo } from "./logo.tsx";

const RegionDialog = lazyLoad(async () => (await import("./region-dialog.tsx")).RegionDialog);

const QUIET_LINK =
  "inline-flex min-h-11 items-center py-1.5 underline-offset-4 hover:underline sm:min-h-8 sm:py-0.5";

interface FooterProps extends Pick<ShellData, "categories" | "legal" | "promises" | "year"> {
  readonly signedIn: boolean;
}

export function Footer({ categories, legal, promises, year, signedIn }: FooterProps) {
  return (
    <footer className="below relative mt-24 overflow-hidden bg-clay-fill text-on-clay [--about:68rem] md:[--about:53rem] lg:[--about:27rem]">
      <CourtLines />
      <div className="wrap relative grid gap-x-10 gap-y-12 pt-16 pb-10 sm:pt-20 lg:grid-cols-[1.2fr_2fr_1.1fr]">
        <div>
          <Logo />
          <p className="mt-5 max-w-xs text-pretty text-[0.9375rem]">{m.shell_footer_lead()}</p>
          {promises.returns && (
            <Link to={promisePath("returns")} className={`${QUIET_LINK} text-[0.9375rem]`}>
              {m.home_returns({ days: PROMISES.returns.days })}
            </Link>
          )}
        </div>
        <CachedFragment
          as="nav"
          name="footer"
          cacheKey={categories.map(({ href }) => href)}
          aria-label={m.shell_footer_label()}
          className="grid grid-cols-2 gap-8 *:first:row-span-2 sm:grid-cols-3"
        >
          {() => <LinkGroups categories={categories} />}
        </CachedFragment>
        <Preferences signedIn={signedIn} />
      </div>
      <div className="wrap relative pb-10">
        <div className="flex flex-col gap-x-10 gap-y-2 border-on-clay/40 border-t pt-6 text-sm sm:flex-row sm:justify-between">
          <p className="shrink-0">{m.shell_footer_copyright({ year })}</p>
          <p className="max-w-2xl text-pretty">{m.shell_footer_disclaimer()}</p>
        </div>
        <ul className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {legal.map(({ label, href }) => (
            <li key={href}>
              <Link to={href} className={QUIET_LINK}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {/* The license requires this credit (db/data/README.md). */}
        <p className="mt-2 text-sm">
          <a href="https://www.geonames.org/" className={QUIET_LINK}>
            {m.shell_footer_postal_codes()}
          </a>{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/" className={QUIET_LINK}>
            {m.shell_footer_postal_codes_license()}
          </a>
        </p>
      </div>
    </footer>
  );
}

function LinkGroups({ categories }: Pick<ShellData, "categories">) {
  const groups: { title: string; links: readonly MenuEntry[] }[] = [
    { title: m.shell_footer_browse(), links: categories },
    {
      title: m.shell_footer_sell(),
      links: [
        { label: m.shell_sell_an_item(), href: href("/sell") },
        { label: m.shell_footer_business(), href: href("/sell/business") },
        { label: m.shell_my_items(), href: href("/my-listings") },
      ],
    },
    {
      title: m.shell_footer_help(),
      links: [
        { label: m.shell_help_center(), href: href("/help") },
        { label: m.shell_orders(), href: href("/orders") },
        { label: m.shell_recently_viewed(), href: href("/recently-viewed") },
      ],
    },
  ];
  return groups.map(({ title, links }) => (
    <div key={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link to={href} className={QUIET_LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The server leaves parameters that the page does not read out of these links (server/page-address.ts). */
function Preferences({ signedIn }: { signedIn: boolean }) {
  const { pathname, search } = useLocation();
  const [region, setRegion] = useState<boolean>();
  return (
    <div>
      <h2 className="mb-2 text-lg">{m.shell_language()}</h2>
      <ul className="flex flex-wrap gap-x-4">
        {LOCALES.map(({ locale, label }) => (
          <li key={locale}>
            {/* A plain link rather than a router link, because another language is another document. */}
            <a
              href={localizedHref(pathname + search, locale)}
              suppressHydrationWarning
              lang={locale}
              hrefLang={locale}
              aria-current={locale === getLocale() ? "true" : undefined}
              onClick={() => rememberLanguage(locale, { signedIn })}
              className={`${QUIET_LINK} aria-[current]:font-bold`}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          {/* A link, so that it opens the same form without JavaScript. */}
          <Link
            to={`${href("/preferences/region")}?next=${encodeURIComponent(pathname + search)}`}
            suppressHydrationWarning
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              startTransition(() => setRegion(true));
            }}
            className={`${QUIET_LINK} gap-2`}
          >
            <Globe aria-hidden="true" className="size-4 shrink-0" />
            {m.shell_region()}
          </Link>
        </li>
        <li>
          <Link to={href("/preferences/sizes")} className={`${QUIET_LINK} gap-2`}>
            <Ruler aria-hidden="true" className="size-4 shrink-0" />
            {m.shell_sizes()}
          </Link>
        </li>
      </ul>
      <ThemeSwitch className="mt-2 max-w-56" />
      <InstallOffer className={`${QUIET_LINK} gap-2`} />
      {region !== undefined && (
        <RegionDialog open={region} onOpenChange={setRegion} onMissing={() => setRegion(undefined)} />
      )}
    </div>
  );
}

/** A drawing of the end of a court, around the text of the footer. */
function CourtLines() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-2 top-2 bottom-0 border-on-clay/45 border-x border-t sm:inset-x-[clamp(0.5rem,1.6vw,1.25rem)] sm:top-5"
    >
      <div className="absolute inset-y-0 left-1/2 h-3 w-px bg-on-clay/45" />
      <div className="absolute inset-x-[clamp(0.5rem,1.2vw,0.875rem)] inset-y-0 hidden border-on-clay/45 border-x lg:block" />
    </div>
  );
}

const InstallBanner = lazyLoad(async () => (await import("./install-banner.tsx")).InstallBanner);

/** Renders nothing where the shop cannot be installed, or is installed already. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return how && <InstallBanner how={how} className={className} />;
}

export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useTheme();
  return (
    <div className="noscript:hidden">
      <Switch
        label={m.shell_dark_mode()}
        checked={theme === "dark"}
        onChange={(event) => chooseTheme(event.currentTarget.checked ? "dark" : "light")}
        className={className}
      />
    </div>
  );
}
