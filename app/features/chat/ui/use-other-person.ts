import { useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { OpenChat } from "../view.ts";

/** The chat, with "Deleted user" once the other user deletes their account. */
export function useOtherPerson(chat: OpenChat): OpenChat {
  const { room } = chat;
  const [leftRoom, setLeftRoom] = useState<string>();
  useLiveEvents(chat.page, (event) => {
    if (event.kind === "chat.left" && event.subject.roomIds.includes(room.id)) setLeftRoom(room.id);
  });
  if (leftRoom !== room.id || room.other.left) return chat;
  const other = { username: m.account_deleted_user(), avatarUrl: null, left: true, blocked: false };
  return { ...chat, room: { ...room, other } };
}
