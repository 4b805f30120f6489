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

/** The deal of a conversation whose page did not load it. */
export function AskedRoomDeal({ roomId, page }: { roomId: string; page: LivePage }) {
  const { panel, again } = useDealPanel(roomId, null, page);
  return panel && <RoomDeal panel={panel} onStep={again} />;
}

/**
 * A room's deal below the conversation's header, with the possible steps (`useDealPanel`). Use the room's id as its
 * key.
 *
 * @param onStep called after a step; the page's own loader is revalidated anyway
 */
export function RoomDeal({ panel, onStep }: { panel: DealPanel; onStep?: () => void }) {
  // The state is here, because a form is removed after its step.
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
            {/* Without a line there must be no space either, or the paragraph would not be empty. */}
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
