import { describe, expect, test } from "vitest";
import { KeptFacts } from "./kept-facts.server.ts";

/** Answers how often it was asked. */
function counter() {
  let asked = 0;
  return async (type: string) => `${type} ${++asked}`;
}

function hearing(): KeptFacts {
  const facts = new KeptFacts();
  facts.hearing(true);
  return facts;
}

describe("a kept fact", () => {
  test("is found out once, until something of its type changes", async () => {
    const facts = hearing();
    const find = counter();
    expect(await facts.of("brands", "racket", find)).toBe("racket 1");
    expect(await facts.of("brands", "racket", find)).toBe("racket 1");
    facts.drop("bag");
    expect(await facts.of("brands", "racket", find)).toBe("racket 1");
    facts.drop("racket");
    expect(await facts.of("brands", "racket", find)).toBe("racket 2");
  });

  test("is each type's and each name's own", async () => {
    const facts = hearing();
    const find = counter();
    expect(await facts.of("brands", "racket", find)).toBe("racket 1");
    expect(await facts.of("brands", "bag", find)).toBe("bag 2");
    expect(await facts.of("colours", "racket", find)).toBe("racket 3");
  });

  test("is not kept when a change came while it was found out", async () => {
    const facts = hearing();
    const find = counter();
    const old = facts.of("brands", "racket", find);
    facts.drop("racket");
    expect(await facts.of("brands", "racket", find)).toBe("racket 2");
    expect(await old).toBe("racket 1");
    expect(await facts.of("brands", "racket", find)).toBe("racket 2");
  });

  test("is asked for each time while no change would be heard of", async () => {
    const facts = hearing();
    const find = counter();
    facts.hearing(false);
    expect(await facts.of("brands", "racket", find)).toBe("racket 1");
    expect(await facts.of("brands", "racket", find)).toBe("racket 2");
  });

  test("that could not be found out is tried again", async () => {
    const facts = hearing();
    await expect(facts.of("brands", "racket", () => Promise.reject(new Error("down")))).rejects.toThrow(
      "down",
    );
    expect(await facts.of("brands", "racket", counter())).toBe("racket 1");
  });
});
