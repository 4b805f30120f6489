import { Ban, EllipsisVertical, Flag } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { href, useHref, useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { DropdownMenu, MenuItem, MenuLink } from "#app/ui/dropdown-menu.tsx";
import { IconButton, IconLink } from "#app/ui/icon-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ChatRoom } from "../view.ts";
import { postBlock } from "./chat-calls.ts";

/** Called after the viewer blocks or unblocks the other user. Without it the page's data is loaded again. */
type OnBlocked = ((blocked: boolean) => void) | undefined;

function useBlocking(room: ChatRoom, onBlocked: OnBlocked) {
  const base = useHref("/chat");
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  async function setBlocked(blocked: boolean): Promise<void> {
    setBusy(true);
    try {
      await postBlock(base, room.id, blocked ? "block" : "unblock");
      if (onBlocked) onBlocked(blocked);
      else await revalidate();
    } catch (refusal) {
      showToast({ title: (refusal as Error).message, tone: "danger" });
    }
    setBusy(false);
  }
  return { busy, setBlocked };
}

export function RoomMenu({ room, onBlocked }: { room: ChatRoom; onBlocked?: OnBlocked }) {
  const { busy, setBlocked } = useBlocking(room, onBlocked);
  const [confirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const { username: name, left, blocked } = room.other;
  if (left) return null;
  const icon = <EllipsisVertical aria-hidden="true" />;
  if (!hydrated)
    return (
      <IconLink to={href("/messages/:roomId/block", { roomId: room.id })} label={m.chat_options()}>
        {icon}
      </IconLink>
    );
  return (
    <>
      <DropdownMenu
        label={m.chat_options()}
        trigger={
          <IconButton ref={opener} label={m.chat_options()}>
            {icon}
          </IconButton>
        }
      >
        <MenuItem onSelect={() => (blocked ? void setBlocked(false) : setConfirming(true))}>
          <Ban aria-hidden="true" />
          <span className="min-w-0 truncate">
            {blocked ? m.chat_unblock({ name }) : m.chat_block({ name })}
          </span>
        </MenuItem>
        <MenuLink to={href("/messages/:roomId/report", { roomId: room.id })}>
          <Flag aria-hidden="true" />
          {m.review_report()}
        </MenuLink>
      </DropdownMenu>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        opener={opener}
        title={m.chat_block_title({ name })}
        description={m.chat_block_text({ name })}
        confirmLabel={m.chat_block_confirm()}
        busy={busy}
        onConfirm={() => void setBlocked(true).then(() => setConfirming(false))}
      />
    </>
  );
}

/** Shown instead of the form for a message. */
export function BlockedNote({ room, onBlocked }: { room: ChatRoom; onBlocked?: OnBlocked }) {
  const { busy, setBlocked } = useBlocking(room, onBlocked);
  const page = useHref(href("/messages/:roomId/block", { roomId: room.id }));
  const { username: name } = room.other;
  function submit(event: FormEvent) {
    event.preventDefault();
    void setBlocked(false);
  }
  return (
    <form
      method="post"
      action={page}
      onSubmit={submit}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3"
    >
      <input type="hidden" name="intent" value="unblock" />
      <p role="status" className="flex min-w-0 flex-1 basis-60 gap-2.5 text-soft">
        <Ban aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {m.chat_blocked_by_you({ name })}
      </p>
      <Button type="submit" size="sm" busy={busy}>
        {m.chat_unblock_short()}
      </Button>
    </form>
  );
}
