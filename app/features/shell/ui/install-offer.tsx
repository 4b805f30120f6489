import { onDemand } from "#app/ui/on-demand.tsx";
import { useInstalling } from "../install.ts";

const InstallLine = onDemand(async () => (await import("./install-line.tsx")).InstallLine);

/** The line that installs the shop, where the browser can and has not: nothing anywhere else. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return how && <InstallLine how={how} className={className} />;
}
