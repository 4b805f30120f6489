import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useInstalling } from "../install.ts";

const InstallBanner = lazyLoad(async () => (await import("./install-banner.tsx")).InstallBanner);

/** The line that installs the shop. It renders only where the browser can install it and has not done so. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return how && <InstallBanner how={how} className={className} />;
}
