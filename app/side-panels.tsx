import { Sparkles } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { href, Link } from "react-router";
import type { UnreadCounts } from "./features/chat/ui/chat-calls.ts";
import { RecentConversations } from "./features/chat/ui/recent-conversations.tsx";
import { NotificationsPanel } from "./features/notifications/ui/notifications-panel.tsx";
import { m } from "./paraglide/messages.js";
import { lazyLoad } from "./ui/lazy-load.tsx";
import { useCloseWatcher } from "./ui/panel.tsx";
import type { PanelTab } from "./ui/side-panels.ts";
import type { LivePage } from "./ui/use-live-events.ts";

const AssistantPanel = lazyLoad(
  async () => (await import("./features/assistant/ui/assistant-panel.tsx")).AssistantPanel,
);

export interface Shown {
  /** The open tab of the notifications panel; null when it is closed. */
  readonly panel: PanelTab | null;
  readonly assistant: boolean;
}

type SidePanelsProps = {
  shown: Shown;
  onShow: (shown: Shown) => void;
  /** The element that opened the panel. It gets the focus back when the panel closes. */
  opener: RefObject<HTMLElement | null>;
  /** The signed-in user and the number of their latest live event; null for a visitor. */
  page: LivePage | null;
  unread: UnreadCounts;
};

/** The notifications panel and the concierge, beside every page. */
export function SidePanels({ shown, onShow, opener, page, unread }: SidePanelsProps) {
  const { panel, assistant } = shown;
  const chatEntry = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(assistant);
  if (assistant && !wanted) setWanted(true);
  useCloseWatcher(assistant, () => onShow({ ...shown, assistant: false }));
  return (
    <>
      {page && (
        <NotificationsPanel
          key={page.userId}
          tab={panel}
          onTab={(tab) => onShow({ ...shown, panel: tab })}
          // Closing this panel also closes the concierge.
          onClose={() => onShow({ panel: null, assistant: false })}
          opener={opener}
          page={page}
          unread={{ updates: unread.unread - unread.unreadChats, messages: unread.unreadChats }}
          messages={
            <>
              <ChatWithAi entry={chatEntry} onPress={() => onShow({ ...shown, assistant: true })} />
              <div className="flex items-center justify-between gap-4 border-line border-b px-4 pt-3 sm:px-5">
                <h3 className="font-display font-semibold text-lg">{m.notices_recent()}</h3>
                <Link
                  to={href("/messages")}
                  className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
                >
                  {m.notices_see_all()}
                </Link>
              </div>
              <RecentConversations page={page} />
            </>
          }
        />
      )}
      {wanted && (
        <AssistantPanel
          open={assistant}
          onOpenChange={(open) => onShow({ ...shown, assistant: open })}
          opener={panel === null ? opener : chatEntry}
          onMissing={() => {
            setWanted(false);
            onShow({ ...shown, assistant: false });
          }}
        />
      )}
    </>
  );
}

function ChatWithAi({ entry, onPress }: { entry: RefObject<HTMLButtonElement | null>; onPress: () => void }) {
  return (
    <button
      ref={entry}
      type="button"
      onClick={onPress}
      className="flex w-full items-center gap-3.5 border-line border-b px-4 py-3.5 text-left hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full border border-ball-edge bg-ball text-on-ball">
        <Sparkles aria-hidden="true" className="size-5" />
      </span>
      <span>
        <span className="block font-semibold">{m.notices_chat_ai()}</span>
        <span className="block text-soft text-sm">{m.notices_chat_ai_hint()}</span>
      </span>
    </button>
  );
}
