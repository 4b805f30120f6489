import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

export function NoNotices({ unread = false }: { unread?: boolean }) {
  if (unread) {
    return (
      <EmptyState
        title={m.notices_unread_empty()}
        hint={m.notices_unread_empty_hint()}
        action={<LinkButton to={href("/notifications")}>{m.notices_show_all()}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      title={m.notices_empty()}
      hint={m.notices_empty_hint()}
      action={<LinkButton to={href("/search")}>{m.chat_inbox_browse()}</LinkButton>}
    />
  );
}
