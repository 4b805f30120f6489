import type { ReactNode } from "react";
import type { FailedPicture } from "../view.ts";

/** Addresses of pictures that could not be had, each with the reason; `about` says which listing one is for. */
export function FailedList<Failed extends FailedPicture>({
  failed,
  about,
}: {
  readonly failed: readonly Failed[];
  readonly about?: (one: Failed) => ReactNode;
}) {
  return (
    <ul className="mt-2 grid max-h-96 gap-3 overflow-y-auto">
      {failed.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two listings may name one address, and none is ever moved
        <li key={index} className="min-w-0">
          {about?.(one)}
          {/* Not a link: where it leads, nobody has looked. */}
          <bdi className="block break-all font-mono text-soft text-sm">{one.url}</bdi>
          <span className="block">{one.reason}</span>
        </li>
      ))}
    </ul>
  );
}
