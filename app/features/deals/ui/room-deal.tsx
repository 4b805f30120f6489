import { ChevronUp, Handshake } from "lucide-react";
import { Fragment, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { href, Link, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useCloseWatcher } from "#app/ui/panel.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { OverlayEntry } from "#app/ui/use-overlay-entry.ts";
import { amountText } from "../offer-texts.ts";
import type { BuyerAction, DealPanel, MarkStart } from "../panel-view.ts";
import { lineOf } from "./deal-line.ts";
import { type MarkDraft, MarkForm } from "./mark-form.tsx";
import { stateText } from "./order-texts.ts";
import { AnswerButton } from "./proposal-answers.tsx";
import { AddressButton, isExpected, RoomSteps, StepButton } from "./room-steps.tsx";
import { useDealPanel } from "./use-deal-panel.ts";
import { type Stepping, useStep } from "./use-step.ts";

/** The deal of a conversation, for use where no loader provides it: the browser fetches it. */
export function FetchedRoomDeal({
  roomId,
  page,
  onPanel,
  linkOf,
}: {
  roomId: string;
  page: LivePage;
  onPanel: (panel: DealPanel) => void;
} & Pick<RoomDealProps, "linkOf">) {
  const { panel, reload } = useDealPanel(roomId, null, page);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCloseWatcher(isOpen, close);
  const show = useEffectEvent(onPanel);
  useEffect(() => {
    if (panel) show(panel);
  }, [panel]);
  return (
    panel && (
      <RoomDeal
        panel={panel}
        onStep={reload}
        sheet={{ isOpen, open: () => setOpen(true), close }}
        linkOf={linkOf}
      />
    )
  );
}

type LinkOf = (action: BuyerAction, listing: string) => ReactNode;

interface RoomDealProps {
  /** From `useDealPanel`. Where the room can change, the React key must be the room's id. */
  readonly panel: DealPanel;
  /** Where the deal is on a phone. */
  readonly sheet: OverlayEntry;
  /** Called after a step, for data that is not from the page's loader. */
  readonly onStep?: () => void;
  /** The button of "Buy Now" or "Make Offer". */
  readonly linkOf: LinkOf;
}

/**
 * The deal of a conversation, above its messages. On a phone it is a row with the state, the price and what the viewer
 * has to do, and the rest is in a sheet.
 */
export function RoomDeal({ panel, sheet, onStep, linkOf }: RoomDealProps) {
  // What sends the forms is kept here, because a form is removed after its step, and with its sheet.
  const stepping = useStep((answer) => {
    onStep?.();
    if (answer.ok) sheet.close();
  });
  const fetcherKey = `mark ${panel.roomId}`;
  useFetcherAnswer(useFetcher<Answer>({ key: fetcherKey }).data, ({ ok }) => ok && sheet.close());
  const [draft, setDraft] = useState<{ of: string; typed: MarkDraft }>();
  const row = useRef<HTMLButtonElement>(null);

  const { deal, mark, next, other } = panel;
  const line = lineOf(panel);
  if (line === null && mark === null && next === null) return null;
  const name = other ?? m.account_deleted_user();
  const chosen = mark && chosenIn(mark);
  const parts: DealParts = {
    items: deal !== null && deal.items.length > 0 && <p>{deal.items.join(" · ")}</p>,
    steps: deal && deal.steps.length > 0 && (
      <RoomSteps deal={deal} role={panel.role} other={name} stepping={stepping} />
    ),
    details: deal && (
      <Link to={href("/orders/:dealId", { dealId: deal.id })} className="w-fit text-link underline">
        {m.deal_details()}
      </Link>
    ),
    mark: mark && other !== null && (
      <MarkForm
        key={chosen}
        start={mark}
        room={{ roomId: panel.roomId, name: other }}
        fetcherKey={fetcherKey}
        draft={draft && draft.of === chosen ? draft.typed : undefined}
        onDraft={(typed) => setDraft({ of: chosen ?? "", typed })}
      />
    ),
    next: next && <BuyerActions next={next} other={name} linkOf={linkOf} />,
  };
  return (
    <section
      aria-label={m.deal_panel()}
      className="max-h-[45%] min-h-11.25 shrink has-[details[open]]:max-h-72 has-[details[open]]:shrink-0 overflow-y-auto border-line border-b text-[0.9375rem] phone:max-h-none phone:shrink-0"
    >
      {/* Always there, because screen readers say what changes in it. */}
      <p
        role="status"
        className={line === null ? "sr-only" : classes("flex gap-2.5 px-4 py-2.5", deal && "phone:sr-only")}
      >
        {line !== null && <Handshake aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-soft" />}
        {line}
      </p>
      {deal?.suspended && (
        <Alert
          className="m-2 px-3 py-2.5"
          title={deal.suspended.title}
          action={
            <LinkButton size="sm" to={href("/orders/:dealId", { dealId: deal.id })}>
              {m.deal_suspended_what_to_do()}
            </LinkButton>
          }
        />
      )}
      {(deal || mark) && (
        <Row
          title={
            deal ? stateText({ ...deal, isBuyerHere: other !== null }) : m.deal_agreed_question({ name })
          }
          price={deal && amountText(deal)}
          opener={row}
          sheet={sheet}
        >
          <MainAction panel={panel} stepping={stepping} linkOf={linkOf} />
        </Row>
      )}
      {!sheet.isOpen && (
        <div
          className={classes(
            "grid gap-2.5 px-4 pb-2.5",
            line === null ? "pt-2.5" : "sm:pl-11",
            (deal || mark) && "phone:hidden",
          )}
        >
          {parts.items}
          {parts.steps}
          {parts.details}
          {parts.next}
          {parts.mark && (
            <details>
              <summary className="cursor-pointer font-semibold">{m.deal_agreed_question({ name })}</summary>
              <div className="pt-3 pb-1">{parts.mark}</div>
            </details>
          )}
        </div>
      )}
      {sheet.isOpen && (
        <Dialog open onOpenChange={sheet.close} title={m.deal_panel()} opener={row}>
          {/* Toasts appear above it. */}
          <div data-bottom-bar="" className="grid gap-4">
            {deal && <p className="font-display font-semibold text-xl tabular-nums">{amountText(deal)}</p>}
            {line !== null && <p role="status">{line}</p>}
            {parts.items}
            {parts.steps}
            {parts.next}
            {parts.mark && line !== null && (
              <p className="font-semibold">{m.deal_agreed_question({ name })}</p>
            )}
            {parts.mark}
            {parts.details}
          </div>
        </Dialog>
      )}
    </section>
  );
}

type DealParts = Readonly<Record<"items" | "steps" | "details" | "mark" | "next", ReactNode>>;

/** The React key of the form: it changes, and so resets the form, when the buyer asks for other items. */
function chosenIn({ items }: MarkStart): string {
  return items.flatMap(({ key, chosen }) => (chosen ? [key] : [])).join();
}

interface RowProps {
  readonly title: string;
  readonly price: string | null;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly sheet: OverlayEntry;
  readonly children: ReactNode;
}

/** The deal on a phone, while its sheet is closed. */
function Row({ title, price, opener, sheet, children }: RowProps) {
  return (
    <div className="hidden items-center gap-1 pr-4 phone:flex">
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.open}
        className="flex min-h-13 min-w-0 flex-1 items-center gap-2.5 py-1.5 pr-2 pl-4 text-left leading-snug focus-visible:-outline-offset-3"
      >
        <Handshake aria-hidden="true" className="size-4.5 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">
          <span className={price === null ? "line-clamp-2" : "block truncate font-semibold"}>{title}</span>
          {price !== null && <span className="block truncate text-sm tabular-nums">{price}</span>}
        </span>
        <ChevronUp aria-hidden="true" className="size-4.5 shrink-0 text-soft" />
      </button>
      {children}
    </div>
  );
}

/** What the viewer has to do, or nothing. */
function MainAction({
  panel: { deal, role, next },
  stepping,
  linkOf,
}: {
  panel: DealPanel;
  stepping: Stepping;
  linkOf: LinkOf;
}) {
  const proposal = deal?.proposal;
  if (deal && proposal?.answers.includes("confirm"))
    return <AnswerButton dealId={deal.id} proposal={proposal} answer="confirm" stepping={stepping} />;
  if (deal?.address === "share") return <AddressButton deal={deal} />;
  const [step] = deal?.steps ?? [];
  if (deal && step && isExpected(deal))
    return <StepButton deal={deal} role={role} step={step} stepping={stepping} isMain />;
  const [action] = next?.actions ?? [];
  return next && action ? linkOf(action, next.listing) : null;
}

function BuyerActions({
  next: { listing, actions },
  other,
  linkOf,
}: {
  next: NonNullable<DealPanel["next"]>;
  other: string;
  linkOf: LinkOf;
}) {
  if (actions.length === 0) return <p className="text-soft">{m.deal_next_agree({ name: other })}</p>;
  return (
    <div className="button-column">
      {actions.map((action) => (
        <Fragment key={action}>{linkOf(action, listing)}</Fragment>
      ))}
    </div>
  );
}
