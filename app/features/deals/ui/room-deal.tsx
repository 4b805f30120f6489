import { Handshake } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Link, useFetcher, useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import type { DealPanel } from "../panel-view.ts";
import { lineOf } from "./deal-line.ts";
import { MarkForm } from "./mark-form.tsx";
import { RoomSteps } from "./room-steps.tsx";
import { useStep } from "./use-step.ts";

/**
 * What was agreed, below a conversation's header, and what one may do about it now; kept current while it is looked at.
 * Give it the room's id as its key. `initial` null: it is asked for; else the page is loaded anew.
 */
export function RoomDeal({
  roomId,
  initial,
  page,
}: {
  roomId: string;
  initial: DealPanel | null;
  page: LivePage;
}) {
  const fetcher = useFetcher<DealPanel>();
  const { revalidate } = useRevalidator();
  const load = useEffectEvent(() => {
    // Offline the fetch would fail, and take the conversation away with it; back on line a "reset" is heard.
    if (!navigator.onLine) return;
    // A page that brought it says elsewhere too what became of the listing.
    void (initial === null ? fetcher.load(`/deals/rooms/${roomId}`) : revalidate());
  });
  useEffect(() => {
    if (initial === null) load();
  }, [initial]);
  useLiveEvents(page, (heard) => {
    const concerns =
      heard.kind === "reset" ||
      ((heard.kind === "deal.changed" || heard.kind === "chat.left") &&
        heard.subject.roomIds.includes(roomId));
    if (concerns) load();
  });
  const panel = fetcher.data ?? initial;
  if (!panel) return null;
  return <Panel panel={panel} />;
}

function Panel({ panel }: { panel: DealPanel }) {
  // Here, since what is done goes with its form.
  const stepping = useStep();
  const { deal, mark, other } = panel;
  const line = lineOf(panel);
  if (line === null && mark === null) return null;
  return (
    <section
      aria-label={m.deal_panel()}
      className="max-h-[45%] min-h-16 shrink has-[details[open]]:max-h-72 has-[details[open]]:shrink-0 overflow-y-auto border-line border-b px-4 py-2.5 text-[0.9375rem]"
    >
      <div className="flex gap-2.5">
        <Handshake aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-soft" />
        <div className="grid min-w-0 flex-1 gap-2.5">
          <p role="status" className="[overflow-wrap:anywhere] empty:hidden">
            {line}
            {/* With nothing said there must be no space either: the line would not be empty. */}
            {line !== null && " "}
            {deal && (
              <Link to={`/orders/${deal.id}`} className="whitespace-nowrap text-link underline">
                {m.deal_details()}
              </Link>
            )}
          </p>
          {deal && deal.steps.length > 0 && <RoomSteps deal={deal} stepping={stepping} />}
          {mark && other !== null && (
            <details>
              <summary className="cursor-pointer font-semibold">
                {m.deal_agreed_question({ name: other })}
              </summary>
              <div className="pt-3 pb-1">
                <MarkForm key={mark.listing} start={mark} room={{ roomId: panel.roomId, name: other }} />
              </div>
            </details>
          )}
        </div>
      </div>
    </section>
  );
}
