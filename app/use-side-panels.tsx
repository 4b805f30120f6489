import { type ComponentType, type ReactNode, useMemo, useRef, useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import type { UnreadCounts } from "./features/chat/ui/chat-calls.ts";
import type { Shown, SidePanels as SidePanelsPart } from "./side-panels.tsx";
import type { SidePanels } from "./ui/side-panels.ts";
import type { LivePage } from "./ui/use-live-events.ts";

type Part = ComponentType<Parameters<typeof SidePanelsPart>[0]>;

const CLOSED: Shown = { panel: null, assistant: false };
const load = () => import("./side-panels.tsx");

/**
 * Which of the panels beside the page are open; the pages' root owns it (A4.10). Their code comes with
 * the first one that is opened; where it does not come, a page does.
 */
export function useSidePanels(
  page: LivePage | null,
  unread: UnreadCounts,
): { panels: SidePanels; drawn: ReactNode } {
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const [shown, setShown] = useState(CLOSED);
  const [Part, setPart] = useState<Part>();
  const opener = useRef<HTMLElement>(null);

  // A panel would cover the page that the person went to.
  const [seen, setSeen] = useState(visit);
  if (seen !== visit) {
    setSeen(visit);
    setShown(CLOSED);
  }

  const [opening, setOpening] = useState(false);
  const ways = useMemo(() => {
    async function open(next: Shown, from: HTMLElement | null, instead: string) {
      opener.current = from;
      setOpening(true);
      try {
        const { SidePanels } = await load();
        setPart(() => SidePanels);
        setShown(next);
      } catch {
        void navigate(instead);
      }
      setOpening(false);
    }
    return {
      fetchAhead: () => void load().catch(() => {}),
      openNotifications: (from: HTMLElement) =>
        void open({ panel: "updates", assistant: false }, from, href("/notifications")),
      openAssistant: (from: HTMLElement | null) =>
        void open({ panel: null, assistant: true }, from, href("/help")),
    };
  }, [navigate]);
  const panels = useMemo<SidePanels>(() => ({ ...ways, opening }), [ways, opening]);

  const drawn = Part && <Part shown={shown} onShow={setShown} opener={opener} page={page} unread={unread} />;
  return { panels, drawn };
}
