import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNews, MESSAGE_MAX, messageFault, tidyMessage } from "./chat-message.ts";
import { isBlank } from "./text-rules.ts";

describe("a chat message", () => {
  test("is trimmed and keeps its inner line breaks [M5.36]", () => {
    expect(tidyMessage("  Is it\r\nstill there? \n")).toBe("Is it\nstill there?");
  });

  test.each(["", " \t\n", "\u00a0\u2003", "\u200b\u200d", "\ufeff"])("is blank: %j [M5.36]", (text) => {
    expect(messageFault(tidyMessage(text))).toBe("blank");
  });

  test.each(["?", "🎾", "👩‍🦰", "مرحبا", "<b>hi</b>", "'; drop table users; --", "a".repeat(MESSAGE_MAX)])(
    "may be sent: %.20s",
    (text) => {
      expect(messageFault(tidyMessage(text))).toBeNull();
    },
  );

  test("has at most 4,000 characters, where an emoji counts as two, as in browsers", () => {
    expect(messageFault("a".repeat(MESSAGE_MAX + 1))).toBe("long");
    expect(messageFault("🎾".repeat(MESSAGE_MAX / 2 + 1))).toBe("long");
  });

  test.each(["a\0b", "a\u0007b", "a\ud800b"])(
    "may not have characters that cannot be stored or read: %j",
    (text) => {
      expect(messageFault(text)).toBe("characters");
    },
  );

  test("may be empty if it has pictures, but may not consist of invisible characters", () => {
    expect(messageFault("", 1)).toBeNull();
    expect(messageFault("\u200b", 1)).toBe("blank");
    expect(messageFault("a\0b", 1)).toBe("characters");
  });

  test("is accepted unless it is blank or has control characters, for random texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (typed) => {
        const text = tidyMessage(typed);
        if (messageFault(text) === null) expect(text.trim()).toBe(text);
        else expect(isBlank(text) || /[\p{Cc}\p{Cs}]/u.test(text)).toBe(true);
      }),
    );
  });
});

test("a live message is news until it is read, for half a minute", () => {
  const now = Date.parse("2026-05-01T12:00:00Z");
  const sent = (secondsAgo: number, mine = false) => ({
    mine,
    createdAt: new Date(now - secondsAgo * 1000).toISOString(),
  });
  expect(isNews(sent(1), 1, now)).toBe(true);
  // This device's clock is slow.
  expect(isNews(sent(-60), 1, now)).toBe(true);
  expect(isNews(sent(1), 0, now)).toBe(false);
  expect(isNews(sent(31), 1, now)).toBe(false);
  expect(isNews(sent(1, true), 1, now)).toBe(false);
});
