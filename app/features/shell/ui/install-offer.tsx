import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useInstalling } from "../install.ts";

const InstallBanner = lazyLoad(async () => (await import("./install-banner.tsx")).InstallBanner);

/** Renders nothing where the shop cannot be installed, or is installed already. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return how && <InstallBanner how={how} className={className} />;
}
