import { type ComponentType, type ReactNode, useMemo, useRef, useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import type { UnreadCounts } from "./features/chat/ui/chat-calls.ts";
import type { Shown, SidePanels as SidePanelsPart } from "./side-panels.tsx";
import type { SidePanels } from "./ui/side-panels.ts";
import type { LivePage } from "./ui/use-live-events.ts";
import { useStateResetBy } from "./ui/use-synced-state.ts";

type Part = ComponentType<Parameters<typeof SidePanelsPart>[0]>;

const CLOSED: Shown = { panel: null, assistant: false };
const load = () => import("./side-panels.tsx");

/**
 * The panels beside the page. A navigation closes them. Returns `panels`, the functions that open them, and
 * `drawn`, the rendered panels. Their code is loaded when a panel is first opened; if that fails, the browser goes to a
 * page instead: to the notifications or to the help page.
 */
export function useLiveSidePanels(
  page: LivePage | null,
  unread: UnreadCounts,
): { panels: SidePanels; drawn: ReactNode } {
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const [shown, setShown] = useStateResetBy(visit, () => CLOSED);
  const [Part, setPart] = useState<Part>();
  const opener = useRef<HTMLElement>(null);

  const [opening, setOpening] = useState(false);
  const ways = useMemo(() => {
    async function open(next: Shown, from: HTMLElement | null, instead: string) {
      opener.current = from;
      setOpening(true);
      try {
        const { SidePanels } = await load();
        setPart(() => SidePanels);
        setShown(() => next);
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
  }, [navigate, setShown]);
  const panels = useMemo<SidePanels>(() => ({ ...ways, opening }), [ways, opening]);

  const drawn = Part && (
    <Part shown={shown} onShow={(next) => setShown(() => next)} opener={opener} page={page} unread={unread} />
  );
  return { panels, drawn };
}
