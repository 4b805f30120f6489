import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useInstalling } from "../install.ts";

const InstallBanner = lazyLoad(async () => (await import("./install-banner.tsx")).InstallBanner);

/** The line that offers to install the shop. It renders nothing where the shop is installed or cannot be. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return how && <InstallBanner how={how} className={className} />;
}
