import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";

const CHANNEL = "second-serve.session";

/**
 * Keeps the tabs of a browser at one opinion about who is signed in: each says who it thinks is, and one that
 * hears otherwise asks the server again, as it does when it comes back from the browser's back-forward cache.
 * On /auth this is what leads to / when a session appears elsewhere (A2.53). `onOver` is called
 * instead when nobody is signed in any more. Render it once, in the layout of all pages.
 */
export function SessionSync({ viewerId, onOver }: { viewerId: string | null; onOver?: () => void }) {
  const { revalidate } = useRevalidator();
  const current = useRef(viewerId);

  const heard = useEffectEvent((who: string | null) => {
    if (who === current.current) return;
    if (who === null && onOver) onOver();
    else void revalidate();
  });

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<string | null>) => heard(data);
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) void revalidate();
    };
    window.addEventListener("pageshow", shown);
    return () => {
      channel.close();
      window.removeEventListener("pageshow", shown);
    };
  }, [revalidate]);

  useEffect(() => {
    current.current = viewerId;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(viewerId);
    channel.close();
  }, [viewerId]);

  return null;
}
