import type { ComponentProps } from "react";
import { m } from "#app/paraglide/messages.js";
import { Dialog } from "#app/ui/dialog.tsx";
import { InstallOffer } from "./install-offer.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Advanced Settings (A2.118). */
export function SettingsDialog(
  props: Pick<ComponentProps<typeof Dialog>, "open" | "onOpenChange" | "opener">,
) {
  return (
    <Dialog {...props} title={m.shell_advanced_settings()}>
      <ThemeSwitch />
      <p className="mt-1 text-soft text-sm">{m.shell_dark_mode_hint()}</p>
      <InstallOffer className="text-link mt-4 inline-flex min-h-11 items-center gap-2" />
    </Dialog>
  );
}
