// The rules that hold for each process, and what each of them allows.
import { describe, expect, test } from "vitest";
import { CASE, CASE_STEPS, type CaseFacts } from "./case-process.ts";
import type { DealRole } from "./deal.ts";
import { DEAL, type DEAL_STEPS, type DealFacts, type DealForm, stepsOf } from "./deal-process.ts";
import { OFFER, OFFER_ANSWERS, type OfferStop, offerAnswersOf } from "./offer-process.ts";
import {
  isTaken,
  judgedSteps,
  movesOf,
  type Process,
  possibleSteps,
  refusalOf,
  stateAfter,
  toldOf,
} from "./process.ts";
import { PROPOSAL, PROPOSAL_ANSWERS, proposalAnswersOf } from "./proposal-process.ts";

const reserved: DealFacts = {
  state: "open",
  sellerConfirmed: false,
  buyerConfirmed: false,
  buyerHere: true,
  sellerHere: true,
  buyerSuspended: false,
  sellerSuspended: false,
  requested: false,
  lapsed: false,
  justMade: false,
  justSold: false,
  endsFrom: null,
  overdue: false,
  endedBy: null,
  declined: false,
  abandoned: null,
};
const sold = { ...reserved, sellerConfirmed: true };
const agreed: DealFacts = { ...sold, buyerConfirmed: true, state: "agreed" };

describe("the possible steps of a deal", () => {
  test.each([
    ["reserved", reserved, ["sold", "cancel"], ["confirm", "cancel"]],
    ["sold, not confirmed", sold, ["cancel"], ["confirm", "cancel"]],
    ["reserved and confirmed", { ...reserved, buyerConfirmed: true }, ["sold", "cancel"], ["cancel"]],
    [
      "requested by the buyer",
      { ...reserved, buyerConfirmed: true, requested: true },
      ["sold", "cancel"],
      [],
    ],
    [
      "requested from a suspended seller",
      { ...reserved, buyerConfirmed: true, requested: true, sellerSuspended: true },
      ["sold", "cancel"],
      ["cancel"],
    ],
    ["agreed", agreed, ["handed_over", "sent"], ["received"]],
    ["agreed a week ago", { ...agreed, overdue: true }, ["handed_over", "sent", "end"], ["received", "end"]],
    [
      "agreed with a deleted buyer",
      { ...agreed, buyerHere: false, abandoned: "seller" },
      ["cancel", "handed_over"],
      ["received"],
    ],
    [
      "agreed with a deleted seller",
      { ...agreed, sellerHere: false, abandoned: "buyer" },
      ["handed_over", "sent"],
      ["received", "cancel"],
    ],
    [
      "agreed with a suspended buyer",
      { ...agreed, buyerSuspended: true, overdue: true },
      ["handed_over", "sent", "cancel", "end"],
      ["received", "end"],
    ],
    ["handed over", { ...agreed, state: "handed_over" }, [], ["received"]],
    ["sent", { ...agreed, state: "sent" }, [], ["received"]],
    ["received", { ...agreed, state: "received" }, [], []],
    ["cancelled", { ...sold, state: "cancelled" }, [], []],
    [
      "for a buyer outside the shop",
      { ...reserved, buyerHere: false },
      ["sold", "cancel"],
      ["confirm", "cancel"],
    ],
    ["with a deleted seller", { ...sold, sellerHere: false }, ["cancel"], ["cancel"]],
  ] as const)("are correct for the seller and for the buyer: %s", (_, deal, seller, buyer) => {
    expect(stepsOf(deal, "seller")).toEqual(seller);
    expect(stepsOf(deal, "buyer")).toEqual(buyer);
  });
});

/** All combinations of these values. */
function every<Facts>(values: { readonly [Key in keyof Facts]: readonly Facts[Key][] }): Facts[] {
  return Object.entries<readonly unknown[]>(values).reduce<object[]>(
    (all, [key, some]) => all.flatMap((one) => some.map((value) => ({ ...one, [key]: value }))),
    [{}],
  ) as Facts[];
}

const BOTH = [true, false];
const PARTIES: readonly DealRole[] = ["seller", "buyer"];
const deals = every<DealFacts>({
  state: ["open", "agreed", "handed_over", "sent", "received", "cancelled"],
  sellerConfirmed: BOTH,
  buyerConfirmed: BOTH,
  buyerHere: BOTH,
  sellerHere: BOTH,
  buyerSuspended: [false],
  sellerSuspended: BOTH,
  requested: BOTH,
  lapsed: BOTH,
  justMade: [false],
  justSold: BOTH,
  endsFrom: [null],
  overdue: BOTH,
  endedBy: [null],
  declined: [false],
  abandoned: [null],
}).filter(({ state, sellerConfirmed, buyerConfirmed, requested, lapsed, overdue }) => {
  const both = sellerConfirmed && buyerConfirmed;
  if ((lapsed && !(requested && state === "open")) || (overdue && state !== "agreed")) return false;
  return state === "cancelled" || (state === "open" ? !both : both);
});
const proposals = every({
  state: ["open", "confirmed", "declined", "withdrawn", "ended"] as const,
  kind: ["price", "cancellation"] as const,
  by: PARTIES,
});
const offers = every({
  state: ["open", "countered", "accepted", "declined", "withdrawn", "expired", "ended"] as const,
  by: PARTIES,
  isOver: BOTH,
  stop: [null, "chat_other_left", "chat_refused", "chat_listing_gone", "offer_order_open"] as const,
});
const cases = every<CaseFacts>({
  state: ["open", "waiting", "closed"],
  free: BOTH,
  mine: BOTH,
  own: BOTH,
  second: BOTH,
  fresh: BOTH,
});

function checked<F extends { readonly state: string }, R, X, N extends string>(
  process: Process<F, R, X, N>,
  all: readonly NoInfer<F>[],
  roles: readonly NoInfer<R>[],
): void {
  const names = Object.keys(process.steps) as N[];
  const moves = movesOf(process).map((move) => move.join(" to "));
  const taken = new Set<string>();
  for (const facts of all)
    for (const role of roles)
      for (const name of possibleSteps(process, names, facts, role)) {
        taken.add(name);
        const after = stateAfter(process, name, facts);
        if (after !== facts.state) expect(moves, name).toContain(`${facts.state} to ${after}`);
        expect(isTaken(process, name, facts, role), `${name} again`).toBe(false);
        expect(process.steps[name].by, name).toContain(role);
      }
  // No step is impossible.
  expect([...taken].sort()).toEqual([...names].sort());
}

describe("a process allows only steps along its moves, by those who may take them, and none that was taken", () => {
  test("of deals", () => {
    checked(DEAL, deals, ["seller", "buyer", "time", "both"]);
  });
  test("of proposals", () => {
    checked(PROPOSAL, proposals, ["author", "other", "deal"]);
  });
  test("of offers", () => {
    checked(OFFER, offers, ["author", "other", "time", "shop"]);
  });
  test("of cases", () => {
    checked(CASE, cases, ["moderator", "complaint"]);
  });
});

describe("a step of a deal is refused", () => {
  const request = { ...reserved, buyerConfirmed: true, requested: true };
  test.each([
    ["a binding request that its buyer cancels", request, "cancel", "buyer", "deal_request_binding"],
    ["a request whose time is over", { ...request, lapsed: true }, "sold", "seller", "deal_request_lapsed"],
    ["an agreed deal that one party cancels", agreed, "cancel", "seller", "deal_cancel_together"],
    ["an end within the first week", agreed, "end", "buyer", "deal_end_early"],
    ["a cancelled deal", { ...sold, state: "cancelled" }, "confirm", "buyer", "deal_was_cancelled"],
    [
      "a declined request",
      { ...request, state: "cancelled", declined: true },
      "cancel",
      "buyer",
      "deal_was_declined",
    ],
    ["the other party's step", agreed, "received", "seller", "deal_not_now"],
    ["an undo when it is too late", sold, "undo_sold", "seller", "deal_not_now"],
  ] as const)("with its reason: %s", (_, deal, step, role, reason) => {
    expect(refusalOf(DEAL, step, deal, role, { role, now: null, reason: "Broken" })).toBe(reason);
  });

  test("with what its form lacks: a reason that somebody reads, or one that this party can give", () => {
    const wrong = (deal: DealFacts, step: "cancel" | "end", role: DealRole, form: DealForm = {}) =>
      refusalOf(DEAL, step, deal, role, { ...form, role, now: null });
    expect(wrong(reserved, "cancel", "seller")).toBe("deal_reason_missing");
    expect(wrong(reserved, "cancel", "seller", { reason: "Broken" })).toBeNull();
    expect(wrong({ ...reserved, justMade: true }, "cancel", "seller")).toBeNull();
    expect(wrong({ ...reserved, buyerHere: false }, "cancel", "seller")).toBeNull();
    const overdue = { ...agreed, overdue: true };
    expect(wrong(overdue, "end", "buyer", { because: "never_paid" })).toBe("error_4xx_message");
    expect(wrong(overdue, "end", "seller", { because: "never_paid" })).toBeNull();
  });
});

test("a step of a deal tells what it means for the other party", () => {
  const told = (deal: DealFacts, step: (typeof DEAL_STEPS)[number], role: DealRole, form: DealForm = {}) =>
    toldOf(DEAL, step, deal, { ...form, role, now: null });
  expect(told(reserved, "sold", "seller")).toBe("proposed");
  expect(told({ ...reserved, buyerConfirmed: true }, "sold", "seller")).toBe("confirmed");
  expect(told(reserved, "cancel", "seller")).toBe("cancelled");
  expect(told({ ...reserved, requested: true }, "cancel", "seller")).toBe("request_declined");
  expect(told(agreed, "end", "seller", { because: "never_paid" })).toBe("ended_unpaid");
  expect(told(agreed, "end", "seller", { because: "never_came" })).toBe("ended_not_collected");
  expect(told(agreed, "end", "buyer", { because: "never_came" })).toBe("ended_not_handed_over");
});

test("a proposal is withdrawn by its author, and confirmed or declined by the other party, while it is open", () => {
  for (const proposal of proposals) {
    const isOpen = proposal.state === "open";
    for (const role of PARTIES)
      expect(proposalAnswersOf(proposal, role)).toEqual(
        !isOpen ? [] : role === proposal.by ? ["withdraw"] : ["confirm", "decline"],
      );
  }
  expect(PROPOSAL_ANSWERS).toEqual(["confirm", "decline", "withdraw"]);
});

describe("an offer", () => {
  test("is accepted, countered or declined by the other party, and withdrawn by its author, until it expires", () => {
    const offer = { state: "open", isOver: false, stop: null } as const;
    expect(offerAnswersOf({ ...offer, by: "buyer" }, "seller")).toEqual(["accept", "counter", "decline"]);
    expect(offerAnswersOf({ ...offer, by: "buyer" }, "buyer")).toEqual(["withdraw"]);
    expect(offerAnswersOf({ ...offer, by: "seller" }, "buyer")).toEqual(["accept", "decline"]);
    expect(offerAnswersOf({ ...offer, by: "seller" }, "seller")).toEqual(["withdraw"]);
    for (const over of offers.filter(({ isOver, state }) => isOver || state !== "open"))
      for (const role of PARTIES) expect(offerAnswersOf(over, role)).toEqual([]);
  });

  test("binds nobody while something stops it, and can still be declined or withdrawn", () => {
    const stopped = (stop: OfferStop) => ({ state: "open", isOver: false, by: "buyer", stop }) as const;
    for (const stop of ["chat_other_left", "chat_refused", "chat_listing_gone"] as const) {
      expect(offerAnswersOf(stopped(stop), "seller")).toEqual(["decline"]);
      expect(offerAnswersOf(stopped(stop), "buyer")).toEqual(["withdraw"]);
      for (const answer of ["accept", "counter"] as const)
        expect(refusalOf(OFFER, answer, stopped(stop), "other", null)).toBe(stop);
    }
    expect(offerAnswersOf(stopped("offer_order_open"), "seller")).toEqual(["counter", "decline"]);
  });

  test("that is not open any more says why it cannot be answered", () => {
    const refusal = (state: (typeof offers)[number]["state"], isOver = false) =>
      refusalOf(OFFER, "accept", { state, by: "buyer", isOver, stop: null }, "other", null);
    expect(refusal("open", true)).toBe("offer_was_expired");
    expect(refusal("expired")).toBe("offer_was_expired");
    expect(refusal("declined")).toBe("offer_was_closed");
    const counter = { state: "open", by: "seller", isOver: false, stop: null } as const;
    expect(refusalOf(OFFER, "counter", counter, "other", null)).toBe("deal_not_now");
    expect(OFFER_ANSWERS).toContain("counter");
  });
});

describe("a case", () => {
  const open: CaseFacts = { state: "open", free: true, mine: false, own: false, second: true, fresh: true };
  test.each([
    ["that is open", open, ["claim"]],
    ["that the moderator claimed", { ...open, mine: true }, ["release"]],
    ["that another moderator claimed", { ...open, free: false }, []],
    ["about the moderator", { ...open, own: true }, []],
    ["that waits for a second moderator", { ...open, state: "waiting" }, ["confirm", "drop"]],
    ["that waits, seen by the first one", { ...open, state: "waiting", second: false }, ["drop"]],
    ["that the moderator decided before a complaint", { ...open, fresh: false }, []],
    ["that is closed", { ...open, state: "closed" }, []],
  ] as const)("%s has these steps", (_, facts, steps) => {
    expect(possibleSteps(CASE, CASE_STEPS, facts, "moderator")).toEqual(steps);
    const isReleased = possibleSteps(CASE, ["release"], facts, "moderator").length > 0;
    expect(possibleSteps(CASE, ["decide"], facts, "moderator")).toEqual(isReleased ? ["decide"] : []);
  });

  test.each([
    ["claim", { ...open, free: false }, "case_claimed"],
    ["claim", { ...open, own: true }, "case_own"],
    ["decide", open, "case_not_claimed"],
    ["decide", { ...open, mine: true, state: "waiting" }, "case_waiting"],
    ["decide", { ...open, mine: true, state: "closed" }, "case_closed"],
    ["claim", { ...open, fresh: false }, "case_decided_before"],
    ["decide", { ...open, mine: true, fresh: false }, "case_decided_before"],
    ["confirm", { ...open, state: "waiting", fresh: false }, "case_decided_before"],
    ["confirm", open, "case_gone"],
    ["confirm", { ...open, state: "waiting", second: false }, "case_second"],
  ] as const)("refuses the step %s with its reason", (step, facts, reason) => {
    expect(refusalOf(CASE, step, facts, "moderator", { actorId: "", now: null })).toBe(reason);
  });
});

test("the steps of a party are judged: whether and why not, and whether they need something in their form", () => {
  const judged = (deal: DealFacts, role: DealRole) =>
    judgedSteps(DEAL, ["confirm", "sold", "cancel", "end"], deal, role, { role, now: null });
  expect(judged(sold, "buyer")).toEqual([
    { step: "confirm", refusal: null, isBare: true },
    { step: "cancel", refusal: null, isBare: false },
    { step: "end", refusal: "deal_not_now", isBare: true },
  ]);
  expect(judged({ ...agreed, overdue: true }, "seller")).toEqual([
    { step: "sold", refusal: "deal_not_now", isBare: true },
    { step: "cancel", refusal: "deal_cancel_together", isBare: true },
    { step: "end", refusal: null, isBare: false },
  ]);
});
