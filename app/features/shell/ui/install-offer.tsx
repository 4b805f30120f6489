import { lazy, Suspense } from "react";
import { useInstalling } from "../install.ts";

const InstallLine = lazy(async () => ({ default: (await import("./install-line.tsx")).InstallLine }));

/** The line that installs the shop, where the browser can and has not: nothing anywhere else. */
export function InstallOffer({ className }: { className: string }) {
  const how = useInstalling();
  return (
    how && (
      <Suspense>
        <InstallLine how={how} className={className} />
      </Suspense>
    )
  );
}
