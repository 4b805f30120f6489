import { describe, expect, test } from "vitest";
import { asUnavailable, runQuery } from "./database-unavailable.server.ts";

const coded = (code: string) => Object.assign(new Error("in the words of some language"), { code });

describe("an error", () => {
  test.each([
    ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EAI_AGAIN"],
    ...["CERT_HAS_EXPIRED", "SELF_SIGNED_CERT_IN_CHAIN", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ...["57P01", "57P02", "57P03", "53300", "25006", "08000", "08003", "08006", "08P01"],
  ])("with the code %s becomes DatabaseUnavailable", (code) => {
    expect(asUnavailable(coded(code))).toMatchObject({ name: "DatabaseUnavailable", reason: code });
  });

  test.each([
    "Query read timeout",
    "timeout exceeded when trying to connect",
    "timeout expired",
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "Cannot use a pool after calling end on the pool",
  ])("of the driver becomes DatabaseUnavailable by its message: %s", (message) => {
    expect(asUnavailable(new Error(message))).toMatchObject({ name: "DatabaseUnavailable" });
  });

  test("becomes DatabaseUnavailable too when it is an AggregateError, or a plain object of pg-boss", () => {
    expect(asUnavailable(new AggregateError([coded("ECONNREFUSED")]))).toMatchObject({
      reason: "ECONNREFUSED",
    });
    const message = "Connection terminated unexpectedly (Queue: mail, Worker: 1)";
    expect(asUnavailable({ message, queue: "mail" })).toMatchObject({ reason: "Connection terminated" });
  });

  test.each(["23505", "57014", "40001", "25P03", "53100", "28P01"])(
    "with any other code of PostgreSQL is returned unchanged: %s",
    (code) => {
      const error = coded(code);
      expect(asUnavailable(error)).toBe(error);
    },
  );

  test("without a known code or message is passed on unchanged", async () => {
    const thrown = new Error("no such listing");
    await expect(runQuery(() => Promise.reject(thrown))).rejects.toBe(thrown);
    expect([asUnavailable(undefined), asUnavailable("ECONNREFUSED")]).toEqual([undefined, "ECONNREFUSED"]);
  });
});
