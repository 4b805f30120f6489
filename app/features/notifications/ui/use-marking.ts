import { useState } from "react";
import { href, useHref, useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call, messageOf } from "#app/ui/call.ts";
import { type SpokenText, useSpoken } from "#app/ui/spoken.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { NoticeList, NoticeView } from "../view.ts";

export interface Marking {
  readonly asOf: number;
  readonly anyUnread: boolean;
  isRead(notice: NoticeView): boolean;
  mark(notice: NoticeView): void;
  markAll(): void;
  /** What was done, for `<Spoken>`. */
  readonly said: SpokenText;
}

/**
 * Shows notifications as read before the server has answered, and as unread again when the request fails.
 *
 * @param live whether live events arrive, which update the unread count. Without them the page's data is loaded again
 */
export function useMarking(list: NoticeList | undefined, live: boolean): Marking {
  const endpoint = useHref(href("/notifications/read"));
  const { revalidate } = useRevalidator();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [allAsOf, setAllAsOf] = useState<number>();
  const [said, say] = useSpoken();

  async function send(name: "id" | "asOf", value: string, undo: () => void, sentence = "") {
    const form = new FormData();
    form.set(name, value);
    try {
      await call(endpoint, form);
      say(sentence);
      if (!live) void revalidate();
    } catch (thrown) {
      undo();
      showToast({ title: m.notices_mark_failed(), description: messageOf(thrown), tone: "danger" });
    }
  }

  const microsOf = ({ createdAt }: NoticeView) => Date.parse(createdAt) * 1000;
  const isRead = (notice: NoticeView) =>
    notice.read || marked.has(notice.id) || (allAsOf !== undefined && microsOf(notice) <= allAsOf);
  const asOf = list?.asOf ?? 0;
  return {
    asOf,
    anyUnread: list?.anyUnread === true && allAsOf !== asOf && !isAllMarked(list, isRead),
    isRead,
    mark(notice) {
      if (isRead(notice)) return;
      setMarked((before) => new Set([...before, notice.id]));
      void send("id", notice.id, () =>
        setMarked((before) => new Set([...before].filter((id) => id !== notice.id))),
      );
    },
    markAll() {
      setAllAsOf(asOf);
      void send("asOf", String(asOf), () => setAllAsOf(undefined), m.notices_all_marked());
    },
    said,
  };
}

function isAllMarked(
  { notices, newer, older }: NoticeList,
  isRead: (notice: NoticeView) => boolean,
): boolean {
  return newer === null && older === null && notices.length > 0 && notices.every(isRead);
}
