import { X } from "lucide-react";
import { type FocusEvent, type MouseEvent, useRef } from "react";
import { useLocation } from "react-router";
import type { Language } from "#app/domain/choices.ts";
import { localizedHref } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { IconButton } from "#app/ui/icon-button.tsx";
import { decline, rememberLanguage } from "../language-offer.ts";

/**
 * Its text is in the offered language, for visitors who read no other. It covers the bottom of the screen, so that
 * nothing moves.
 */
export function LanguageOfferBanner({
  language,
  signedIn,
  onClose,
}: {
  language: Language;
  signedIn: boolean;
  onClose: () => void;
}) {
  const { pathname, search, hash } = useLocation();
  const locale = { locale: language };
  const from = useRef<HTMLElement | null>(null);

  function enter({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget))
      from.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  }
  function close({ detail }: MouseEvent) {
    decline(language);
    onClose();
    // A click by keyboard has a detail of 0. Only then does the focus return to the element that had it before.
    if (detail !== 0) return;
    if (from.current?.isConnected) from.current.focus();
    else document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <aside
      onFocus={enter}
      lang={language}
      data-language-offer=""
      data-bottom-bar=""
      aria-label={m.shell_language({}, locale)}
      className="fixed inset-x-3 bottom-[calc(0.75rem+var(--tab-bar))] z-30 flex animate-rise items-center gap-3 rounded-lg border border-line bg-raised py-1 pr-1 pl-4 text-[0.9375rem] shadow-float sm:right-auto sm:max-w-lg"
    >
      <p className="min-w-0 flex-1 py-1.5">
        {m.shell_offer({}, locale)}{" "}
        <a
          href={localizedHref(pathname + search + hash, language)}
          hrefLang={language}
          onClick={() => rememberLanguage(language, { signedIn })}
          className="text-link inline-block py-1 font-semibold"
        >
          {m.shell_offer_go({}, locale)}
        </a>
      </p>
      <IconButton label={m.ui_close({}, locale)} onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
