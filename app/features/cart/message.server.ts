import { m } from "#app/paraglide/messages.js";
import type { CartItemView } from "./view.ts";

/**
 * The length limit for the list of items: below the limit of a message (chat/rules.ts), with room for the buyer's
 * text.
 */
const LISTED_MAX = 3000;

/**
 * Returns the suggested text of a message about these items, in the language of the page. `origin` is the start of
 * the links to the items.
 */
export function messageAbout(
  seller: string,
  items: readonly Pick<CartItemView, "name" | "price" | "path">[],
  origin: string,
): string {
  const count = items.length;
  const lines: string[] = [];
  let length = 0;
  for (const { name, price, path } of items) {
    const line = `- ${name}, ${price}\n  ${origin}${path}`;
    length += line.length + 1;
    if (length > LISTED_MAX) break;
    lines.push(line);
  }
  if (lines.length < count) lines.push(`- ${m.cart_message_more({ count: count - lines.length })}`);
  const [hello, question] =
    count === 1
      ? [m.cart_message_hello_one({ seller }), m.cart_message_question_one()]
      : [m.cart_message_hello_many({ seller, count }), m.cart_message_question_many()];
  return [hello, "", ...lines, "", question].join("\n");
}
