import { Share, Smartphone } from "lucide-react";
import { m } from "#app/paraglide/messages.js";
import type { Installing } from "../install.ts";

/** Offers to install the shop on the home screen (docs/decisions/0040). */
export function InstallBanner({ how, className }: { how: NonNullable<Installing>; className: string }) {
  if (how === "by-hand")
    return (
      <p className="mt-2 flex max-w-xs gap-2 text-[0.9375rem]">
        <Share aria-hidden="true" className="mt-1 size-4 shrink-0" />
        {m.shell_install_ios()}
      </p>
    );
  return (
    <button type="button" onClick={how.ask} className={className}>
      <Smartphone aria-hidden="true" className="size-4 shrink-0" />
      {m.shell_install()}
    </button>
  );
}
