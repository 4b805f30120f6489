import { m } from "#app/paraglide/messages.js";
import { answerTo, type ConciergeAnswer, type Reply } from "./rules.ts";

const TEXTS: Readonly<Record<Reply, () => string>> = {
  choosing: m.assistant_reply_choosing,
  tension: m.assistant_reply_tension,
  beginner: m.assistant_reply_beginner,
  preferences: m.assistant_reply_preferences,
  search: m.assistant_reply_search,
  rephrase: m.assistant_reply_rephrase,
};

export function replyTo(question: string): ConciergeAnswer & { readonly content: string } {
  const answer = answerTo(question);
  return { ...answer, content: TEXTS[answer.reply]() };
}
