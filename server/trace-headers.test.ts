import { describe, expect, test } from "vitest";
import { traceBehind } from "./trace-headers.ts";

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const trace = traceBehind(["10.0.0.0/24"]);

describe("the headers of a proxy", () => {
  test.each(["10.0.0.2", "::ffff:10.0.0.2"])("are kept when it is trusted: %s", (peer) => {
    expect(
      trace(peer, { "x-request-id": "Root=1-67891233-abcdef012345678912345678", traceparent: TRACEPARENT }),
    ).toEqual({
      requestId: "Root=1-67891233-abcdef012345678912345678",
      traceparent: TRACEPARENT,
    });
  });

  test.each(["10.0.1.2", "", undefined])("are dropped when it is not trusted: %s", (peer) => {
    expect(trace(peer, { "x-request-id": "7", traceparent: TRACEPARENT })).toEqual({});
  });

  test.each(["", "two words", "x".repeat(129), 'a"b', "<b>", "a\tb"])(
    "are dropped when the id is %j",
    (id) => {
      expect(trace("10.0.0.2", { "x-request-id": id }).requestId).toBeUndefined();
    },
  );

  test.each(["", "1", TRACEPARENT.toUpperCase(), `${TRACEPARENT}-more`])(
    "are dropped when traceparent is %j",
    (traceparent) => {
      expect(trace("10.0.0.2", { traceparent }).traceparent).toBeUndefined();
    },
  );
});
