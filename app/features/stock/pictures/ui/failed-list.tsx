import type { ReactNode } from "react";
import type { FailedPicture } from "../view.ts";

/** `about` renders a link to the listing of a picture. */
export function FailedList<Failed extends FailedPicture>({
  failed,
  about,
}: {
  readonly failed: readonly Failed[];
  readonly about?: (one: Failed) => ReactNode;
}) {
  return (
    <ul className="mt-2 grid max-h-96 gap-3 overflow-y-auto">
      {failed.map((failure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two listings may have the same URL, and the list is never reordered
        <li key={index} className="min-w-0">
          {about?.(failure)}
          {/* Not a link: nobody has checked the target. */}
          <bdi className="block break-all font-mono text-soft text-sm">{failure.url}</bdi>
          <span className="block">{failure.reason}</span>
        </li>
      ))}
    </ul>
  );
}
