import { describe, expect, test } from "vitest";
import { can } from "./policy.ts";

describe("the policy of listings", () => {
  const owner = { id: "1", username: "owner", email: "" };
  const stranger = { id: "2", username: "stranger", email: "" };
  const listing = { userId: "1" };
  test.each([
    ["view", true, true, true],
    ["edit", false, false, true],
    ["delete", false, false, true],
    ["chat", false, true, false],
    ["favorite", false, true, false],
    ["cart", true, true, false],
  ] as const)(
    "allows %s for signed-out visitors: %s, other people: %s, the owner: %s [M6.1 M6.5]",
    (action, anybody, others, own) => {
      expect([null, stranger, owner].map((viewer) => can(viewer, action, listing))).toEqual([
        anybody,
        others,
        own,
      ]);
    },
  );
});
