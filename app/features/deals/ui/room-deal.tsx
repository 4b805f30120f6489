import { Handshake } from "lucide-react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { DealPanel } from "../panel-view.ts";
import { lineOf } from "./deal-line.ts";
import { MarkForm } from "./mark-form.tsx";
import { RoomSteps } from "./room-steps.tsx";
import { useDealPanel } from "./use-deal-panel.ts";
import { useStep } from "./use-step.ts";

/** What was agreed, in a conversation whose page did not bring it. */
export function AskedRoomDeal({ roomId, page }: { roomId: string; page: LivePage }) {
  const { panel, again } = useDealPanel(roomId, null, page);
  return panel && <RoomDeal panel={panel} onStep={again} />;
}

/**
 * What was agreed, below a conversation's header, and what one may do about it now (`useDealPanel`). Give it the room's id
 * as its key.
 *
 * @param onStep after a step; a page's own loader is asked anyway
 */
export function RoomDeal({ panel, onStep }: { panel: DealPanel; onStep?: () => void }) {
  // Here, since what is done goes with its form.
  const stepping = useStep(onStep);
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
              <Link
                to={href("/orders/:dealId", { dealId: deal.id })}
                className="whitespace-nowrap text-link underline"
              >
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
