import { type FormEvent, type RefObject, useState } from "react";
import { href, useHref, useLocation, useRevalidator } from "react-router";
import { choicesIn, DEFAULT_COUNTRY } from "#app/domain/choices.ts";
import { CURRENCIES } from "#app/domain/currency.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { call, messageOf } from "#app/ui/call.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.ts";
import { RegionFields } from "./region-fields.tsx";

const FORM = "region-form";

/**
 * Country, language and currency (decision 0026). A new language opens another URL; the other choices apply to
 * the current page.
 */
export function RegionDialog({
  open,
  onOpenChange,
  opener,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener?: RefObject<HTMLElement | null>;
}) {
  const { pathname, search, hash } = useLocation();
  const endpoint = useHref(href("/preferences/region/keep"));
  const { revalidate } = useRevalidator();
  const locale = getLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      const { href } = await call<{ href: string }>(endpoint, form);
      if (form.get("language") !== locale) return window.location.assign(href);
      await revalidate();
      showToast({ title: m.shell_region_saved(), tone: "good" });
      onOpenChange(false);
    } catch (thrown) {
      setFailure(messageOf(thrown));
    }
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
      title={m.shell_region()}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.ui_cancel()}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={busy}>
            {m.shell_confirm()}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={confirm} className="grid gap-5">
        <input type="hidden" name="next" value={pathname + search + hash} />
        <RegionFields
          formId={FORM}
          now={chosenHere()}
          faults={failure === undefined ? {} : { "": failure }}
        />
      </form>
    </Dialog>
  );
}

/** The root loader copies the choices of an account into the cookies of the browser. */
function chosenHere() {
  const { country, currency } = choicesIn(document.cookie);
  return {
    country: country ?? DEFAULT_COUNTRY,
    language: getLocale(),
    currency: currency ?? CURRENCIES[0],
  };
}
