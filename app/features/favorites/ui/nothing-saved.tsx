import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

export function NothingSaved({ title, hint }: { title: string; hint: string }) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <LinkButton to={href("/")} variant="primary">
          {m.favorites_browse()}
        </LinkButton>
      }
    />
  );
}
