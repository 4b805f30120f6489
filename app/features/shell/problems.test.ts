import { data } from "react-router";
import { describe, expect, test } from "vitest";
import { isUnanswered, problemText, problemTitle } from "./problems.ts";

const thrown = (status: number, data: unknown = null) => ({ status, statusText: "", internal: false, data });

describe("an error page", () => {
  test("has a different text for each status", () => {
    const titles = [403, 404, 429, 500, 503].map((status) => problemText(thrown(status)).title);
    expect(new Set(titles).size).toBe(5);
  });

  test("says in the title of its tab what is missing, whatever the heading is", () => {
    expect([404, 410, 429].map((status) => problemTitle(thrown(status)))).toEqual([
      "Page not found",
      "This listing is no longer available",
      "A little slower, please",
    ]);
  });

  test("shows the message and the link of a thrown refusal instead of the usual text", () => {
    const link = { to: "/rackets", text: "All rackets" };
    const problem = problemText(thrown(404, { message: "Racket not found", link }));
    expect(problem).toMatchObject({ status: 404, message: "Racket not found", link });
  });

  test("does not show the message of a JavaScript error", () => {
    const problem = problemText(new Error("relation users does not exist"));
    expect(problem).toMatchObject({ status: 500, title: "Something went wrong on our side", canRetry: true });
    expect(JSON.stringify(problem)).not.toContain("relation");
  });

  test("recognises that an action got no answer, also when React Router wraps the error", () => {
    const lost = new TypeError("Failed to fetch");
    expect(problemText(data(lost))).toEqual(problemText(lost));
    expect(problemText(lost).status).toBe(0);
  });

  test("tells a lost answer, or that of a proxy, from the shop's own errors", () => {
    const lost = new TypeError("Failed to fetch");
    for (const unanswered of [lost, data(lost), thrown(500, "<h1>Bad gateway</h1>"), thrown(502, "")])
      expect(isUnanswered(unanswered)).toBe(true);
    for (const answered of [
      thrown(500),
      thrown(503, { message: "Later" }),
      thrown(404, "Not here"),
      new Error("x"),
    ])
      expect(isUnanswered(answered)).toBe(false);
  });

  test("is reloaded automatically only when the server is temporarily unavailable", () => {
    expect([404, 429, 500, 503].map((status) => problemText(thrown(status)).retries ?? false)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("ignores the data of a thrown response when it is not that of a refusal", () => {
    for (const data of ["<html>", 7, [], { message: 7, link: "x" }]) {
      expect(problemText(thrown(404, data))).toEqual(problemText(thrown(404)));
    }
  });

  test("offers to try again only where that may work soon", () => {
    expect([403, 404, 429, 500, 503].map((status) => problemText(thrown(status)).canRetry)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(problemText(new TypeError("Failed to fetch"))).toMatchObject({ status: 0, canRetry: true });
  });
});
