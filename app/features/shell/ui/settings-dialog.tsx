import type { ComponentProps } from "react";
import { m } from "#app/paraglide/messages.js";
import { Dialog } from "#app/ui/dialog.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Advanced Settings (spec account §2, Dialogs). */
export function SettingsDialog(
  props: Pick<ComponentProps<typeof Dialog>, "open" | "onOpenChange" | "opener">,
) {
  return (
    <Dialog {...props} title={m.shell_advanced_settings()}>
      <ThemeSwitch />
      <p className="mt-1 text-soft text-sm">{m.shell_dark_mode_hint()}</p>
    </Dialog>
  );
}
