import { describe, expect, test } from "vitest";
import { DEAL_STATES, isReviewable } from "./deal.ts";
import { can, otherParty, roleIn } from "./policies.ts";

const [seller, buyer, stranger] = [{ id: "s" }, { id: "b" }, { id: "x" }];
const everybody = [null, stranger, buyer, seller];
const parties = { sellerId: "s", buyerId: "b" };

describe("who may do what with", () => {
  test.each([
    ["edit", [false, false, false, true]],
    ["delete", [false, false, false, true]],
    ["chat", [false, true, true, false]],
    ["favorite", [false, true, true, false]],
    ["cart", [true, true, true, false]],
  ] as const)("a listing, %s: a visitor, strangers, its owner: %j [M6.1 M6.5]", (action, expected) => {
    const listing = { kind: "listing", userId: "s" } as const;
    expect(everybody.map((person) => can(person, action, listing))).toEqual(expected);
  });

  test("a listing that is hidden: only its owner sees it", () => {
    const view = (status: "sold" | "hidden") =>
      everybody.map((person) => can(person, "view", { kind: "listing", userId: "s", status }));
    expect(view("sold")).toEqual([true, true, true, true]);
    expect(view("hidden")).toEqual([false, false, false, true]);
  });

  test("a conversation: its two people read and continue it, and nobody else", () => {
    const room = { kind: "room", ...parties, blocked: false } as const;
    for (const action of ["read", "send"] as const)
      expect(everybody.map((person) => can(person, action, room))).toEqual([false, false, true, true]);
    expect(everybody.filter((person) => can(person, "buy", room))).toEqual([buyer]);
  });

  test.each([{ blocked: true }, { sellerId: null }])(
    "a conversation that is over (%j): it is read only",
    (over) => {
      const room = { kind: "room", ...parties, blocked: false, ...over } as const;
      expect([can(buyer, "read", room), can(buyer, "send", room)]).toEqual([true, false]);
    },
  );

  test.each(DEAL_STATES)("a deal that is %s: its parties review each other once both agreed", (state) => {
    const deal = { kind: "deal", ...parties, state } as const;
    const expected = [false, false, isReviewable(state), isReviewable(state)];
    expect(everybody.map((person) => can(person, "review", deal))).toEqual(expected);
    expect(can(seller, "review", { ...deal, buyerId: null })).toBe(false);
  });

  test("a person: nobody reports, blocks or appoints themselves", () => {
    const person = { kind: "person", userId: "s" } as const;
    expect(everybody.map((asker) => can(asker, "report", person))).toEqual([true, true, true, false]);
    for (const action of ["block", "appoint"] as const)
      expect(everybody.map((asker) => can(asker, action, person))).toEqual([false, true, true, false]);
  });

  test("a case: nobody judges their own, takes another moderator's, or confirms their own decision", () => {
    const asked = (staff: { id: string } | null) => [
      can(staff, "judge", { kind: "case", userId: "s" }),
      can(staff, "claim", { kind: "case", claimedBy: "s" }),
      can(staff, "claim", { kind: "case", claimedBy: null }),
      can(staff, "decide", { kind: "case", claimedBy: "s" }),
      can(staff, "confirm", { kind: "case", decidedBy: "s" }),
      can(staff, "answer", { kind: "case", deciders: ["s", null] }),
    ];
    expect(asked(seller)).toEqual([false, true, true, true, false, false]);
    expect(asked(stranger)).toEqual([true, false, true, false, true, true]);
    // What was claimed or decided by nobody is not the visitor's.
    expect(asked(null).slice(1)).toEqual([false, false, false, false, false]);
    expect(can(null, "decide", { kind: "case", claimedBy: null })).toBe(false);
  });

  test("what has an owner: only the owner, and after their account was deleted nobody", () => {
    const may = (userId: string | null) =>
      everybody.map((person) => can(person, "use", { kind: "photo", userId }));
    expect(may("s")).toEqual([false, false, false, true]);
    expect(may(null)).toEqual([false, false, false, false]);
  });

  test("the compiler refuses an action that a thing does not have, and a thing without its facts", () => {
    // @ts-expect-error: nobody sends a listing.
    expect(() => can(seller, "send", { kind: "listing", userId: "s" })).toThrow();
    // @ts-expect-error: whether one blocks the other is missing.
    expect(can(seller, "send", { kind: "room", ...parties })).toBe(true);
  });
});

test("a party has a role, and another party unless that account was deleted", () => {
  expect([seller, buyer, stranger].map((person) => roleIn(person, parties))).toEqual([
    "seller",
    "buyer",
    null,
  ]);
  expect([seller, buyer, stranger].map((person) => otherParty(person, parties))).toEqual(["b", "s", null]);
  expect(otherParty(seller, { ...parties, buyerId: null })).toBeNull();
});
