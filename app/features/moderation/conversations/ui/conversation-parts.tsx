import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { SectionHeading } from "#app/ui/headings.tsx";
import type { ConversationView, MessageView } from "../view.ts";

/** The conversations that concern a case. Nothing without one. */
export function CaseConversations({ conversations }: { conversations: readonly ConversationView[] }) {
  if (conversations.length === 0) return null;
  return (
    <section aria-labelledby="conversations">
      <SectionHeading id="conversations" title={m.conversation_of_case()} />
      <p className="mb-3 text-soft">{m.conversation_of_case_hint()}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {conversations.map(({ id, path, people, listing, messages, isOpen }) => (
          <li key={id}>
            <Link
              to={path}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
            >
              <span className="min-w-0 flex-1 basis-60">
                <bdi className="block truncate font-semibold">{people}</bdi>
                <span className="block truncate text-soft text-sm">
                  <bdi>{listing}</bdi> · {m.conversation_messages({ count: messages })}
                </span>
              </span>
              {isOpen && <Badge tone="notice">{m.conversation_is_open()}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The messages of a conversation, to read only. */
export function ExaminedMessages({ messages }: { messages: readonly MessageView[] }) {
  return (
    <ol className="grid gap-4">
      {messages.map((message) => (
        <li
          key={message.id}
          className={classes(
            "grid max-w-[40rem] gap-1 rounded-lg border bg-surface px-4 py-3",
            message.ofBuyer && "ml-6 sm:ml-16",
            message.reported ? "border-clay" : "border-line",
          )}
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
            <bdi className="font-semibold text-ink">{message.by}</bdi>
            {message.at}
            {message.reported && <Badge tone="danger">{m.conversation_reported()}</Badge>}
            {message.hidden && <Badge tone="notice">{m.conversation_hidden()}</Badge>}
          </p>
          {message.offer && <p className="font-semibold">{message.offer}</p>}
          {message.text !== "" && (
            <p dir="auto" lang={message.lang ?? undefined} className="whitespace-pre-line break-words">
              {message.text}
            </p>
          )}
          {message.photos.length > 0 && (
            <ul className="flex flex-wrap gap-2 pt-1">
              {message.photos.map((photo, index) => (
                <li key={photo}>
                  <a href={photo} target="_blank" rel="noreferrer">
                    <img
                      src={photo}
                      alt={m.case_photo({ number: index + 1 })}
                      width={120}
                      height={120}
                      loading="lazy"
                      className="aspect-square w-30 rounded-sm object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
