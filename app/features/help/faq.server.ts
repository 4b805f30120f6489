import { href } from "react-router";
import { formatFigure } from "#app/domain/format.ts";
import { type MadePromises, PROMISE_ANSWERS, PROMISES, type SwitchedPromise } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { AnswerGroup, HelpAnswerView } from "./find.ts";

type Text = () => string;

/** What operators have set, as far as answers speak of it. */
export interface ShopTexts {
  /** The promises that the shop makes. */
  readonly made: MadePromises;
  /** What operators say that a promise means; null when they said nothing. */
  readonly meanings: Readonly<Record<SwitchedPromise, string | null>>;
  /** Whether buyers can buy at once and make offers. */
  readonly offers: boolean;
}

interface Answer {
  /** The fragment of its URL, which never changes, since other pages and sites link to it. */
  readonly id: string;
  readonly question: Text;
  /** Each line is a paragraph. */
  readonly answer: (shop: ShopTexts) => string;
  /** Without it, the answer is always shown. */
  readonly isShown?: (made: MadePromises) => boolean;
  readonly links?: readonly (readonly [label: Text, to: string])[];
}

interface Group {
  readonly id: string;
  readonly title: Text;
  readonly answers: readonly Answer[];
}

function paragraphs(...texts: readonly (string | false)[]): string {
  return texts.filter((text) => text !== false).join("\n");
}

export const CONTACT = `${href("/help")}#contact`;

const FAQ: readonly Group[] = [
  {
    id: "selling",
    title: m.help_group_selling,
    answers: [
      {
        id: "how-to-create-a-listing",
        question: m.help_q_create_listing,
        answer: m.help_a_create_listing,
        links: [[m.shell_sell_an_item, href("/sell")]],
      },
      { id: "which-photos", question: m.help_q_photos, answer: m.help_a_photos },
      {
        id: "how-to-change-a-listing",
        question: m.help_q_edit_listing,
        answer: m.help_a_edit_listing,
        links: [[m.shell_my_items, href("/my-listings")]],
      },
      {
        id: "how-to-delete-a-listing",
        question: m.help_q_delete_listing,
        answer: m.help_a_delete_listing,
        links: [[m.shell_my_items, href("/my-listings")]],
      },
      {
        id: "how-to-sell-many-things",
        question: m.help_q_many,
        answer: m.help_a_many,
        links: [
          [m.help_link_business, href("/sell/business")],
          [m.api_docs_title, href("/api/docs")],
        ],
      },
      {
        id: "several-of-the-same",
        question: m.help_q_several,
        answer: m.help_a_several,
        links: [[m.help_link_stock, href("/sell/business/stock")]],
      },
    ],
  },
  {
    id: "buying",
    title: m.help_group_buying,
    answers: [
      {
        id: "how-to-find-gear",
        question: m.help_q_find,
        answer: m.help_a_find,
        links: [
          [m.help_link_browse, href("/search")],
          [m.shell_sizes, href("/preferences/sizes")],
        ],
      },
      {
        id: "how-to-hear-of-new-gear",
        question: m.help_q_saved,
        answer: m.help_a_saved,
        links: [[m.shell_saved_searches, `${href("/favorites")}?tab=searches`]],
      },
      {
        id: "when-you-agree",
        question: m.help_q_agree,
        answer: ({ offers }) => paragraphs(m.help_a_agree(), offers && m.help_a_agree_offers()),
        links: [[m.shell_orders, href("/orders")]],
      },
      {
        id: "how-payment-works",
        question: m.help_q_payment,
        answer: ({ offers }) => paragraphs(m.help_a_payment(), offers && m.help_a_payment_offers()),
      },
      { id: "how-shipping-works", question: m.help_q_shipping, answer: m.help_a_shipping },
      {
        id: "how-reviews-work",
        question: m.help_q_reviews,
        answer: m.help_a_reviews,
        links: [[m.shell_orders, href("/orders")]],
      },
    ],
  },
  {
    id: "talking",
    title: m.help_group_talking,
    answers: [
      {
        id: "how-to-message-a-seller",
        question: m.help_q_message_seller,
        answer: m.help_a_message_seller,
        links: [[m.help_link_messages, href("/messages")]],
      },
      {
        id: "how-to-stay-safe",
        question: m.help_q_safety,
        answer: m.help_a_safety,
        links: [
          [m.safety_link, href("/safety")],
          [m.help_ask, CONTACT],
        ],
      },
      {
        id: "how-to-block-somebody",
        question: m.help_q_block,
        answer: m.help_a_block,
        links: [
          [m.help_link_messages, href("/messages")],
          [m.help_ask, CONTACT],
        ],
      },
    ],
  },
  {
    id: "promises",
    title: m.help_group_promises,
    answers: [
      {
        id: PROMISE_ANSWERS.returns,
        question: () => m.help_q_returns(PROMISES.returns),
        answer: ({ meanings }) => meanings.returns ?? m.help_a_returns(PROMISES.returns),
        isShown: ({ returns }) => returns,
      },
      {
        id: PROMISE_ANSWERS.firstOrder,
        question: () => m.help_q_first_order(PROMISES.firstOrder),
        answer: ({ meanings }) => meanings.firstOrder ?? m.help_a_first_order(PROMISES.firstOrder),
        isShown: ({ firstOrder }) => firstOrder,
      },
      {
        id: PROMISE_ANSWERS.sellingFee,
        question: m.help_q_fees,
        answer: feesAnswer,
      },
      {
        id: PROMISE_ANSWERS.verifiedSeller,
        question: m.help_q_verified,
        answer: () => m.help_a_verified(PROMISES.verifiedSeller),
      },
    ],
  },
  {
    id: "account",
    title: m.help_group_account,
    answers: [
      {
        id: "how-to-create-an-account",
        question: m.help_q_create_account,
        answer: m.help_a_create_account,
        links: [[m.auth_title_sign_up, `${href("/auth")}?mode=signup`]],
      },
      {
        id: "how-to-sign-in",
        question: m.help_q_sign_in,
        answer: m.help_a_sign_in,
        links: [
          [m.auth_title_sign_in, href("/auth")],
          [m.auth_title_forgot, `${href("/auth")}?mode=forgot`],
        ],
      },
      {
        id: "how-to-use-two-steps",
        question: m.help_q_two_factor,
        answer: m.help_a_two_factor,
        links: [[m.help_link_two_factor, href("/profile/security/two-factor")]],
      },
      {
        id: "how-to-choose-notifications",
        question: m.help_q_notifications,
        answer: m.help_a_notifications,
        links: [[m.help_link_notifications, href("/notifications/settings")]],
      },
      {
        id: "how-to-change-language-and-currency",
        question: m.help_q_region,
        answer: m.help_a_region,
        links: [
          [m.shell_region, href("/preferences/region")],
          [m.shell_sizes, href("/preferences/sizes")],
        ],
      },
      {
        id: "how-to-take-your-data",
        question: m.help_q_download,
        answer: m.help_a_download,
        links: [[m.export_title, href("/profile/download")]],
      },
      {
        id: "how-to-delete-your-account",
        question: m.help_q_delete_account,
        answer: m.help_a_delete_account,
        links: [[m.deletion_title, href("/profile/delete")]],
      },
    ],
  },
];

function feesAnswer({ made, meanings }: ShopTexts): string {
  const { sellingFee, firstListing } = made;
  const percent = sellingFee === null ? null : formatFigure(sellingFee, getLocale());
  if (percent !== null && firstListing && !meanings.sellingFee && !meanings.firstListing)
    return m.help_a_fees_both({ percent });
  const texts = [
    ...(percent === null ? [] : [meanings.sellingFee ?? m.help_a_fees({ percent })]),
    ...(firstListing ? [meanings.firstListing ?? m.help_a_fees_first()] : []),
  ];
  return texts.length > 0 ? texts.join("\n") : m.help_a_fees_none();
}

export function presentFaq(shop: ShopTexts): AnswerGroup[] {
  return FAQ.map(({ id, title, answers }) => ({
    id,
    title: title(),
    answers: answers
      .filter(({ isShown }) => isShown?.(shop.made) ?? true)
      .map(
        ({ id, question, answer, links = [] }): HelpAnswerView => ({
          id,
          question: question(),
          paragraphs: answer(shop)
            .split("\n")
            .filter((paragraph) => paragraph !== ""),
          links: links.map(([label, to]) => ({ label: label(), to })),
        }),
      ),
  }));
}
