import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { countText } from "#app/ui/count-text.ts";
import { SectionHeading } from "#app/ui/headings.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { isRunning } from "../upload/rules.ts";
import type { UploadView } from "../upload/view.ts";

export function EarlierUploads({ uploads }: { uploads: readonly UploadView[] }) {
  const moments = useTimeFormat();
  if (uploads.length === 0) return null;
  return (
    <section aria-labelledby="business-earlier" className="mt-12">
      <SectionHeading id="business-earlier" title={m.business_earlier()} />
      <ul className="divide-y divide-line border-line border-y">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <Link to={`?tab=upload&upload=${upload.id}`} className="text-link min-w-0 py-1">
              {upload.fileName}
            </Link>
            <span className="text-[0.9375rem] text-soft">
              {stateOf(upload)}
              {" · "}
              <time dateTime={upload.createdAt}>{moments.brief(upload.createdAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ state, percent, succeeded, failed, isUndone }: UploadView): string {
  if (isUndone) return m.business_take_back_done();
  if (isRunning(state)) return m.business_percent({ percent });
  if (state === "refused") return m.business_failed();
  const counted = m.business_counted({ succeeded: countText(succeeded), failed: countText(failed) });
  return state === "stopped" ? `${m.business_state_stopped()} · ${counted}` : counted;
}
