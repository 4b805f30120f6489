import { data } from "react-router";
import { describe, expect, test } from "vitest";
import { problemText, problemTitle } from "./problems.ts";

/** React Router's value on an error page for a thrown response. */
const thrown = (status: number, data: unknown = null) => ({ status, statusText: "", internal: false, data });

describe("what an error page says", () => {
  test("each status has its own words", () => {
    const titles = [403, 404, 429, 500, 503].map((status) => problemText(thrown(status)).title);
    expect(new Set(titles).size).toBe(5);
  });

  test("its tab says what is not there, whatever the heading says", () => {
    expect([404, 410, 429].map((status) => problemTitle(thrown(status)))).toEqual([
      "Page not found",
      "This listing is gone",
      "A little slower, please",
    ]);
  });

  test("the thrower's sentence and link come first", () => {
    const link = { to: "/rackets", text: "All rackets" };
    const told = problemText(thrown(404, { message: "Racket not found", link, requestId: "r1" }));
    expect(told).toMatchObject({ status: 404, message: "Racket not found", link, requestId: "r1" });
  });

  test("an error's own words stay out", () => {
    const told = problemText(new Error("relation users does not exist"));
    expect(told).toMatchObject({ status: 500, title: "Something went wrong on our side", again: true });
    expect(JSON.stringify(told)).not.toContain("relation");
  });

  test("an action's lost answer is a lost answer, as React Router wraps it too", () => {
    const lost = new TypeError("Failed to fetch");
    expect(problemText(data(lost))).toEqual(problemText(lost));
    expect(problemText(lost).status).toBe(0);
  });

  test("only a server that cannot answer just now is asked again by itself", () => {
    expect([404, 429, 500, 503].map((status) => problemText(thrown(status)).retries ?? false)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("data of another shape is passed over", () => {
    for (const data of ["<html>", 7, [], { message: 7, link: "x", requestId: {} }]) {
      expect(problemText(thrown(404, data))).toEqual(problemText(thrown(404)));
    }
  });

  test("only what may work in a moment offers to try again", () => {
    expect([403, 404, 429, 500, 503].map((status) => problemText(thrown(status)).again)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(problemText(new TypeError("Failed to fetch"))).toMatchObject({ status: 0, again: true });
  });
});
