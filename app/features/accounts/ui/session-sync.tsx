import { useEffect, useEffectEvent, useRef } from "react";
import { href, Link, useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { useWindowEvent } from "#app/ui/use-window-event.ts";

const CHANNEL = "second-serve.session";

/**
 * Keeps the tabs of a browser in agreement about the signed-in user: a tab that learns of another user revalidates. So
 * the page /auth redirects to its `next`, or else to /, when the user has signed in in another tab. When the
 * user has signed out, `onOver` is called instead.
 */
export function SessionSync({ viewerId, onOver }: { viewerId: string | null; onOver?: () => void }) {
  const { revalidate } = useRevalidator();
  const current = useRef(viewerId);

  const onMessage = useEffectEvent((who: string | null) => {
    if (who === current.current) return;
    if (who === null && onOver) onOver();
    else void revalidate();
  });

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<string | null>) => onMessage(data);
    return () => channel.close();
  }, []);

  useWindowEvent("pageshow", ({ persisted }) => {
    if (persisted) void revalidate();
  });

  useEffect(() => {
    current.current = viewerId;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(viewerId);
    channel.close();
  }, [viewerId]);

  return null;
}

/**
 * Says above a form that the user is signed out. Signing in happens in another tab, so that the typed text stays.
 * This tab is notified by SessionSync.
 */
export function SignedOutAlert({ className }: { className?: string }) {
  return (
    <Alert tone="danger" title={m.session_ended()} className={className}>
      <p>{m.session_ended_form()}</p>
      <Link to={href("/auth")} target="_blank" className="text-link underline underline-offset-2">
        {m.session_sign_in_again()}
      </Link>
    </Alert>
  );
}
