import { Handshake } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { BuyerAction, BuyerNext, DealPanel, MarkStart } from "../panel-view.ts";
import { lineOf } from "./deal-line.ts";
import { MarkForm } from "./mark-form.tsx";
import { RoomSteps } from "./room-steps.tsx";
import { useDealPanel } from "./use-deal-panel.ts";
import { useStep } from "./use-step.ts";

/** The deal of a conversation, for use where no loader provides it: the browser fetches it. */
export function FetchedRoomDeal({
  roomId,
  page,
  onPanel,
}: {
  roomId: string;
  page: LivePage;
  onPanel: (panel: DealPanel) => void;
}) {
  const { panel, reload } = useDealPanel(roomId, null, page);
  const show = useEffectEvent(onPanel);
  useEffect(() => {
    if (panel) show(panel);
  }, [panel]);
  return panel && <RoomDeal panel={panel} onStep={reload} />;
}

/**
 * `panel` comes from `useDealPanel`. Where the room can change, the React key must be the room's id.
 *
 * @param onStep called after a step, for data that is not from the page's loader
 */
export function RoomDeal({ panel, onStep }: { panel: DealPanel; onStep?: () => void }) {
  // The state of the forms is kept here, because a form is removed after its step.
  const stepping = useStep(onStep);
  const { deal, mark, next, other } = panel;
  const line = lineOf(panel);
  if (line === null && mark === null && next === null) return null;
  const name = other ?? m.account_deleted_user();
  const steps = deal && deal.steps.length > 0 && (
    <RoomSteps deal={deal} role={panel.role} other={name} stepping={stepping} />
  );
  // A step that is expected of the viewer is always visible, and not in the folded part.
  const expected = deal !== null && deal.steps.length > 0 && (deal.steps[0] !== "cancel" || deal.alone);
  const items = deal !== null && deal.items.length > 0 && <p>{deal.items.join(" · ")}</p>;
  return (
    <section
      aria-label={m.deal_panel()}
      className="max-h-[45%] min-h-11.25 shrink has-[details[open]]:max-h-72 has-[details[open]]:shrink-0 overflow-y-auto border-line border-b text-[0.9375rem]"
    >
      <PhoneFold
        icon={<Handshake aria-hidden="true" className="size-4.5 text-soft" />}
        line={<span role="status">{line}</span>}
        className={line === null ? "hidden" : "px-4 py-2.5"}
      >
        {!expected && items}
        {deal && (
          <Link to={href("/orders/:dealId", { dealId: deal.id })} className="w-fit text-link underline">
            {m.deal_details()}
          </Link>
        )}
        {!expected && steps}
      </PhoneFold>
      {next && <BuyerActions next={next} other={name} />}
      {((expected && steps) || (mark && other !== null)) && (
        <div className={classes("grid gap-2.5 px-4 pb-2.5 sm:pl-11", line === null && "pt-2.5")}>
          {expected && items}
          {expected && steps}
          {mark && other !== null && (
            <details>
              <summary className="cursor-pointer font-semibold">
                {m.deal_agreed_question({ name: other })}
              </summary>
              <div className="pt-3 pb-1">
                <MarkForm key={chosenIn(mark)} start={mark} room={{ roomId: panel.roomId, name: other }} />
              </div>
            </details>
          )}
        </div>
      )}
    </section>
  );
}

/** The React key of the form: it changes, and so resets the form, when the buyer asks for other items. */
function chosenIn({ items }: MarkStart): string {
  return items.flatMap(({ key, chosen }) => (chosen ? [key] : [])).join();
}

const ACTIONS: Readonly<Record<BuyerAction, { name: () => string; to: string }>> = {
  direct_checkout: { name: m.option_direct_checkout, to: href("/buy") },
  bid: { name: m.option_bid, to: href("/offers/new") },
};

function BuyerActions({ next: { listing, actions }, other }: { next: BuyerNext; other: string }) {
  if (actions.length === 0)
    return <p className="px-4 py-2 text-soft">{m.deal_next_agree({ name: other })}</p>;
  return (
    <div className="flex flex-wrap gap-2 px-4 py-2">
      {actions.map((action) => (
        <LinkButton key={action} to={`${ACTIONS[action].to}?listing=${listing}`} size="sm">
          {ACTIONS[action].name()}
        </LinkButton>
      ))}
    </div>
  );
}
