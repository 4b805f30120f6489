import fc from "fast-check";
import { expect, test } from "vitest";
import { type AssistantMessage, openQuestion, readConversation, writeConversation } from "./conversation.ts";

const question: AssistantMessage = { id: "1", role: "user", content: "racket?", timestamp: 1 };
const answer: AssistantMessage = {
  id: "2",
  role: "assistant",
  content: "Yes.",
  timestamp: 2,
  reply: "choosing",
};

test("a stored conversation is returned only to the person to whom it belongs [A3.10]", () => {
  const stored = writeConversation([question, answer], "sanne");
  expect(readConversation(stored, "sanne")).toEqual([question, answer]);
  expect(readConversation(stored, "harriet")).toEqual([]);
  expect(readConversation(stored, "")).toEqual([]);
});

test("a stored conversation that is invalid is ignored, and so is an invalid message", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
      expect(readConversation(stored, "sanne")).toEqual([]);
    }),
  );
  const invalid = JSON.stringify({ owner: "", messages: [null, 1, { id: "1", role: "system" }, question] });
  expect(readConversation(invalid, "")).toEqual([question]);
});

test("the oldest messages of a long conversation are dropped", () => {
  const many = Array.from({ length: 300 }, (_, n) => ({ ...question, id: String(n) }));
  const messages = readConversation(writeConversation(many, ""), "");
  expect(messages).toHaveLength(100);
  expect(messages.at(-1)?.id).toBe("299");
});

test("a question is open until it is answered or fails", () => {
  expect(openQuestion([])).toBeNull();
  expect(openQuestion([question])).toBe(question);
  expect(openQuestion([question, answer])).toBeNull();
  expect(openQuestion([{ ...question, failed: true }])).toBeNull();
});
