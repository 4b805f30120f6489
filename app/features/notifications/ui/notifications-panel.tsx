import { Settings } from "lucide-react";
import { Dialog as Radix, Tabs } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { DialogClose, overlayClasses, panelClasses } from "#app/ui/dialog.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { useCloseWatcher } from "#app/ui/panel.tsx";
import type { PanelTab } from "#app/ui/side-panels.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import { Updates } from "./updates.tsx";

type NotificationsPanelProps = {
  /** The open tab, or null when the panel is closed. */
  tab: PanelTab | null;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
  page: LivePage;
  unread: { readonly updates: number; readonly messages: number };
  messages: ReactNode;
};

/** The panel that slides in from the right, opened by the bell. */
export function NotificationsPanel({
  tab,
  onTab,
  onClose,
  opener,
  page,
  unread,
  messages,
}: NotificationsPanelProps) {
  const tabs = useRef<HTMLDivElement>(null);
  useCloseWatcher(tab !== null, onClose);
  return (
    <Radix.Root open={tab !== null} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          // Focuses the open tab instead of the link to the settings, which comes first.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            tabs.current?.querySelector<HTMLElement>("[data-state=active]")?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className={classes(
            panelClasses,
            "inset-y-0 right-0 w-full animate-from-right border-y-0 border-r-0 max-sm:border-0 sm:w-[27rem] sm:rounded-l-xl",
          )}
        >
          <div className="flex items-center gap-1 py-2.5 pr-2 pl-4 sm:pl-5">
            <Radix.Title className="min-w-0 flex-1 truncate text-heading">
              {m.shell_notifications()}
            </Radix.Title>
            <IconLink to={href("/notifications/settings")} label={m.notification_settings_title()}>
              <Settings aria-hidden="true" />
            </IconLink>
            <DialogClose />
          </div>
          <Tabs.Root
            value={tab ?? "updates"}
            onValueChange={(value) => onTab(value === "messages" ? "messages" : "updates")}
            className="flex min-h-0 flex-1 flex-col"
          >
            <Tabs.List
              ref={tabs}
              aria-label={m.shell_notifications()}
              className="flex gap-6 border-court border-b px-4 sm:px-5"
            >
              <Tab value="updates" count={unread.updates}>
                {m.notices_updates()}
              </Tab>
              <Tab value="messages" count={unread.messages}>
                {m.notices_messages()}
              </Tab>
            </Tabs.List>
            <TabContent value="updates">
              <Updates page={page} />
            </TabContent>
            <TabContent value="messages">{messages}</TabContent>
          </Tabs.Root>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Tab({ value, count, children }: { value: PanelTab; count: number; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className={classes(
        "-mb-px min-h-11 whitespace-nowrap border-transparent border-b-3 px-0.5 font-semibold text-soft",
        "transition-colors hover:text-ink data-[state=active]:border-clay data-[state=active]:text-ink",
      )}
    >
      {children}
      {count > 0 && <span className="ml-1.5 font-normal tabular-nums">({count})</span>}
    </Tabs.Trigger>
  );
}

function TabContent({ value, children }: { value: PanelTab; children: ReactNode }) {
  return (
    <Tabs.Content
      value={value}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
    >
      {children}
    </Tabs.Content>
  );
}
