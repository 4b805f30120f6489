import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ANSWERED,
  answersOf,
  isAnswered,
  OFFER_ANSWERS,
  OFFER_MOVES,
  OFFER_STATES,
  type OfferAnswer,
  type OfferFacts,
  type OfferRole,
  type OfferState,
  offerBounds,
} from "./offer.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const LATER = new Date(NOW.getTime() + 1);

const role = fc.constantFrom<OfferRole>("seller", "buyer");
const answer = fc.constantFrom<OfferAnswer>(...OFFER_ANSWERS);
const facts: fc.Arbitrary<OfferFacts> = fc.record({
  state: fc.constantFrom<OfferState>(...OFFER_STATES),
  by: role,
  expiresAt: fc.constantFrom(NOW, LATER),
});

describe("an offer", () => {
  test("is accepted, countered or declined by the other party, and withdrawn by its author", () => {
    const offer = { state: "open", expiresAt: LATER } as const;
    const answers = (by: OfferRole, of: OfferRole) => answersOf({ ...offer, by }, of, NOW);
    expect(answers("buyer", "seller")).toEqual(["accept", "counter", "decline"]);
    expect(answers("buyer", "buyer")).toEqual(["withdraw"]);
    expect(answers("seller", "buyer")).toEqual(["accept", "decline"]);
    expect(answers("seller", "seller")).toEqual(["withdraw"]);
  });

  test("is answered once, and never after it expired", () => {
    fc.assert(
      fc.property(facts, role, answer, (offer, who, given) => {
        const possible = answersOf(offer, who, NOW).includes(given);
        if (offer.state !== "open" || offer.expiresAt <= NOW) expect(possible).toBe(false);
        if (!possible) return;
        const state = ANSWERED[given];
        expect(OFFER_MOVES[offer.state]).toContain(state);
        const answered = { ...offer, state };
        expect(OFFER_MOVES[state]).toEqual([]);
        expect(answersOf(answered, who, NOW)).toEqual([]);
        expect(isAnswered(answered, who, given)).toBe(true);
      }),
    );
  });

  test("counts as answered by a party only if that party could give the answer", () => {
    fc.assert(
      fc.property(facts, role, answer, (offer, who, given) => {
        if (!isAnswered(offer, who, given)) return;
        expect(answersOf({ ...offer, state: "open", expiresAt: LATER }, who, NOW)).toContain(given);
      }),
    );
  });

  test("must be at least a percentage of the asking price of all pieces, and at most this asking price", () => {
    expect(offerBounds({ priceCents: 12_950, pieces: 1, percent: 50 })).toEqual({
      least: 6_475,
      most: 12_950,
    });
    expect(offerBounds({ priceCents: 101, pieces: 3, percent: 50 })).toEqual({ least: 152, most: 303 });
    const inputs = fc.record({
      priceCents: fc.integer({ min: 1, max: 10_000_000 }),
      pieces: fc.integer({ min: 1, max: 100 }),
      percent: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(inputs, (one) => {
        const { least, most } = offerBounds(one);
        expect(least).toBeGreaterThanOrEqual(1);
        expect(least).toBeLessThanOrEqual(most);
        expect(least * 100).toBeGreaterThanOrEqual(most * one.percent);
      }),
    );
  });
});
