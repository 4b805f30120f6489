import { Globe, LogOut, SlidersHorizontal } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { href, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Dialog } from "#app/ui/dialog.tsx";
import { DropdownMenu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#app/ui/dropdown-menu.tsx";
import { useSidePanels } from "#app/ui/side-panels.ts";
import { InstallOffer, ThemeSwitch } from "./footer.tsx";
import { RegionDialog } from "./region-dialog.tsx";
import { userMenuLinks } from "./user-menu-links.ts";

/** It is open at first, because the press on its button loaded it. */
export function UserMenuPopup({
  username,
  unreadChats,
  face,
  className,
}: {
  username: string;
  unreadChats: number;
  face: ReactNode;
  className: string;
}) {
  const submit = useSubmit();
  const panels = useSidePanels();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [dialog, setDialog] = useState<"settings" | "region" | null>(null);
  const [profile, ...links] = userMenuLinks(unreadChats);

  return (
    <>
      <DropdownMenu
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            ref={button}
            type="button"
            aria-label={m.shell_user_menu({ username })}
            className={className}
          >
            {face}
          </button>
        }
      >
        <MenuLabel>
          <span className="block truncate font-bold font-display text-lg">{username}</span>
        </MenuLabel>
        {profile && (
          <MenuLink to={profile.to} className="font-semibold text-sm tracking-wide">
            {profile.label}
          </MenuLink>
        )}
        <MenuSeparator />
        {links.map(({ to, label, opens }) =>
          opens === "assistant" && panels ? (
            <MenuItem key={label} onSelect={() => panels.openAssistant(button.current)}>
              {label}
            </MenuItem>
          ) : (
            <MenuLink key={label} to={to}>
              {label}
            </MenuLink>
          ),
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog("settings")}>
          <SlidersHorizontal aria-hidden="true" />
          {m.shell_advanced_settings()}
        </MenuItem>
        <MenuItem onSelect={() => setDialog("region")}>
          <Globe aria-hidden="true" />
          {m.shell_region()}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          onSelect={() => submit(null, { method: "post", action: href("/sign-out"), navigate: false })}
        >
          <LogOut aria-hidden="true" />
          {m.shell_log_out()}
        </MenuItem>
      </DropdownMenu>
      <SettingsDialog
        opener={button}
        open={dialog === "settings"}
        onOpenChange={(shown) => setDialog(shown ? "settings" : null)}
      />
      <RegionDialog
        opener={button}
        open={dialog === "region"}
        onOpenChange={(shown) => setDialog(shown ? "region" : null)}
      />
    </>
  );
}

function SettingsDialog(props: Pick<ComponentProps<typeof Dialog>, "open" | "onOpenChange" | "opener">) {
  return (
    <Dialog {...props} title={m.shell_advanced_settings()}>
      <ThemeSwitch />
      <p className="mt-1 text-soft text-sm">{m.shell_dark_mode_hint()}</p>
      <InstallOffer className="text-link mt-4 inline-flex min-h-11 items-center gap-2" />
    </Dialog>
  );
}
