import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call, messageOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import type { ConciergeReply } from "../rules.ts";
import {
  type AssistantMessage,
  type Feedback,
  type Owner,
  openQuestion,
  replyText,
  storeConversation,
  storedConversation,
  TYPING_MS,
} from "./conversation.ts";

function message(role: AssistantMessage["role"], content: string): AssistantMessage {
  return { id: crypto.randomUUID(), role, content, timestamp: Date.now() };
}

function welcome(): readonly AssistantMessage[] {
  return [message("assistant", m.assistant_welcome())];
}

export function useConcierge(owner: Owner) {
  const [messages, setMessages] = useState(() => {
    const stored = storedConversation(owner);
    return stored.length > 0 ? stored : welcome();
  });
  const question = openQuestion(messages);
  const endpoint = useHref(href("/assistant/votes"));
  // Votes are sent one after the other, so that the last one is the one stored.
  const votes = useRef(Promise.resolve());

  useEffect(() => storeConversation(messages, owner), [messages, owner]);

  function change(id: string, part: Partial<AssistantMessage>) {
    setMessages((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  }

  const answer = useEffectEvent(async (question: AssistantMessage, wanted: () => boolean) => {
    try {
      const { answerTo } = await import("../rules.ts");
      const { reply, gear } = answerTo(question.content);
      if (!wanted()) return;
      setMessages((before) => [
        ...before,
        {
          ...message("assistant", replyText(reply)),
          reply,
          ...(gear === null ? {} : { question: question.content }),
        },
      ]);
    } catch {
      if (!wanted()) return;
      change(question.id, { failed: true });
      showToast({
        title: m.assistant_failed_title(),
        description: m.assistant_failed_text(),
        tone: "danger",
      });
    }
  });

  // The question may be older: the panel was closed, or the page was left, before its answer.
  useEffect(() => {
    if (!question) return;
    let mounted = true;
    const since = Math.max(0, Date.now() - question.timestamp);
    const timer = setTimeout(() => void answer(question, () => mounted), Math.max(0, TYPING_MS - since));
    return () => {
      mounted = false;
      clearTimeout(timer);
    };
  }, [question]);

  async function vote(id: string, reply: ConciergeReply, feedback: Feedback): Promise<void> {
    try {
      await call(endpoint, new URLSearchParams({ answer: id, reply, feedback }));
    } catch (thrown) {
      showToast({ title: m.assistant_feedback_failed(), description: messageOf(thrown), tone: "danger" });
      return;
    }
    change(id, { feedback });
    const texts =
      feedback === "up"
        ? { title: m.assistant_feedback_good_title(), description: m.assistant_feedback_good_text() }
        : { title: m.assistant_feedback_bad_title(), description: m.assistant_feedback_bad_text() };
    showToast({ ...texts, tone: feedback === "up" ? "good" : "plain" });
  }

  return {
    messages,
    waiting: question !== null,
    ask(content: string) {
      setMessages((before) => [...before, message("user", content)]);
    },
    askAgain(id: string) {
      change(id, { failed: false, timestamp: Date.now() });
    },
    rate(id: string, reply: ConciergeReply, feedback: Feedback) {
      votes.current = votes.current.then(() => vote(id, reply, feedback));
    },
    startOver() {
      setMessages(welcome());
    },
  };
}
