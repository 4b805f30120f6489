import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { countText } from "#app/ui/count-text.ts";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { stockPath } from "../table/address.ts";
import { WHOLE_STOCK } from "../table/rules.ts";
import type { KeptBecause, UndoView, UploadView } from "../upload/view.ts";
import { AskedIntent } from "./asked-intent.tsx";
import { ProgressBar } from "./progress-bar.tsx";

const REASONS: Readonly<Record<KeptBecause, () => string>> = {
  sold: m.business_kept_sold,
  reserved: m.business_kept_reserved,
  discussed: m.business_kept_discussed,
  removed: m.business_kept_removed,
  changed: m.business_kept_changed,
};

interface TakeBackProps {
  readonly upload: UploadView;
  readonly undo: UndoView;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** Takes an upload back, and says what stayed as it was. */
export function TakeBack({ upload, undo, busy, onUndo }: TakeBackProps) {
  const moments = useTimeFormat();
  return (
    <section aria-labelledby="business-take-back" className="mt-6 border-line border-t pt-5">
      <h3 id="business-take-back" className="font-semibold">
        {undo.state === "done" ? m.business_take_back_done() : m.business_take_back_heading()}
      </h3>
      {undo.state === "possible" && (
        <>
          <p className="mt-1 mb-4 text-[0.9375rem] text-soft">
            {m.business_take_back_until({ day: moments.date(undo.until) })}{" "}
            {upload.isOfFeed && m.feed_take_back()}
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <AskedIntent
              id={upload.id}
              intent="undo"
              label={m.business_take_back()}
              title={m.business_take_back_title()}
              text={m.business_take_back_text({
                deleted: countText(undo.deleted),
                restored: countText(undo.restored),
              })}
              busy={busy}
              onSend={onUndo}
            />
            <Link to={stockPath({ ...WHOLE_STOCK, upload: upload.id })} className="text-link py-2">
              {m.business_its_listings()}
            </Link>
          </div>
        </>
      )}
      {undo.state === "working" && (
        <div className="mt-3">
          <ProgressBar label={m.business_take_back_working()} percent={undo.percent} />
          <p className="mt-3 text-soft text-sm">{m.business_may_leave()}</p>
        </div>
      )}
      {undo.state === "done" && <Done upload={upload} undo={undo} />}
    </section>
  );
}

function Done({ upload, undo }: Pick<TakeBackProps, "upload" | "undo">) {
  const { deleted, restored, kept, firstKept } = undo;
  return (
    <>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {m.business_take_back_counts({
          deleted: countText(deleted),
          restored: countText(restored),
          kept: countText(kept),
        })}
      </p>
      {firstKept.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold text-[0.9375rem]">{m.business_kept()}</h4>
          <ul className="mt-1 divide-y divide-line">
            {firstKept.map(({ path, name, because }) => (
              <li key={path} className="py-2 text-[0.9375rem]">
                <Link to={path} className="text-link">
                  {name}
                </Link>
                <span className="block text-soft">{REASONS[because]()}</span>
              </li>
            ))}
          </ul>
          {kept > firstKept.length && (
            <Link to={stockPath({ ...WHOLE_STOCK, upload: upload.id })} className="text-link py-2 text-sm">
              {m.business_all_kept({ count: countText(kept) })}
            </Link>
          )}
        </>
      )}
    </>
  );
}
