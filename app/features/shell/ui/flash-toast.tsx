import { useEffect, useRef } from "react";
import { browserCookie } from "#app/domain/cookie-name.ts";
import { showToast } from "#app/ui/toast.ts";
import type { ShellFlash } from "../shell-data.ts";

const TONES = { success: "good", error: "danger", info: "plain" } as const;

/** Shows the message of the last redirect once, even if several responses contain it, and removes its cookie. */
export function FlashToast({ flash }: { flash: ShellFlash | null }) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!flash || flash.id === shown.current) return;
    shown.current = flash.id;
    showToast({ title: flash.title, description: flash.description, tone: TONES[flash.kind] });
    // A newer message in the cookie stays for the next page.
    if (document.cookie.includes(flash.id)) {
      // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
      document.cookie = browserCookie("flash", "", 0, location.protocol === "https:");
    }
  }, [flash]);
  return null;
}
