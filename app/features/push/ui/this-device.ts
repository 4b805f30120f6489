import { call } from "#app/ui/call.ts";
import type { PushOffer } from "../view.ts";

/**
 * - "install": iOS shows notifications of the installed app only
 * - "denied": the browser asks no more, because its user has refused; "denied_app": so does the installed app on iOS
 */
export type DeviceState = "on" | "off" | "denied" | "denied_app" | "install" | "unsupported";

/** In `localStorage`: who turned notifications on in this browser, and the day on which the server was last told. */
const TURNED_ON = "push";
/** In `localStorage`: where this browser takes messages, or took them last, by which the server knows its choices. */
const ADDRESS = "push address";
/** In `localStorage`: that the user was asked. */
const ASKED = "push asked";

const today = () => new Date().toISOString().slice(0, 10);

/** Storage can be forbidden. Then the browser is asked again, and told again. */
function read(entry: string): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
}

function write(entry: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(entry);
    else localStorage.setItem(entry, text);
  } catch {
    // See `read`.
  }
}

function turnedOnBy(): { readonly userId: string; readonly day: string } | null {
  const [userId, day] = read(TURNED_ON)?.split(" ") ?? [];
  return userId && day ? { userId, day } : null;
}

/** On iOS: whether it is the app on the home screen. Undefined elsewhere. */
const isIosApp = () => ("standalone" in navigator ? navigator.standalone === true : undefined);

/** Whether this browser notifies the user while the shop is closed. */
export async function deviceState(userId: string): Promise<DeviceState> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !("PushManager" in window) || !("Notification" in window)) {
    return isIosApp() === false ? "install" : "unsupported";
  }
  if (Notification.permission === "denied") return isIosApp() ? "denied_app" : "denied";
  const subscription = await registration.pushManager.getSubscription();
  return subscription && turnedOnBy()?.userId === userId ? "on" : "off";
}

/**
 * Asks the user, and subscribes this browser. Call it when a button is pressed. Resolves with false if the user refuses.
 * @param endpoint the path of the calls, with the page's language
 * @throws what `call` throws; errors of the browser's push service
 */
export async function turnOn(endpoint: string, userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await subscribe(endpoint, userId);
  return true;
}

/** If the server cannot be reached, everything stays as it is. @throws what `call` throws */
export async function turnOff(endpoint: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription)
    await call(endpoint, new URLSearchParams({ intent: "unsubscribe", endpoint: subscription.endpoint }));
  write(TURNED_ON, null);
  await subscription?.unsubscribe();
}

/** Subscribes this browser again if it lost its subscription, and tells the server of it once a day. */
export async function stayOn(endpoint: string, userId: string): Promise<void> {
  const turnedOn = turnedOnBy();
  if (!turnedOn) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (turnedOn.userId !== userId) return forgetOther(registration);
  if (Notification.permission !== "granted") return;
  const subscription = await registration?.pushManager.getSubscription();
  if (registration && (!subscription || turnedOn.day !== today())) await subscribe(endpoint, userId);
}

/** What an earlier user of this browser left, whose session ended without a sign-out here. */
async function forgetOther(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  write(TURNED_ON, null);
}

async function subscribe(endpoint: string, userId: string): Promise<void> {
  const { key } = await call<PushOffer>(endpoint);
  const registration = await navigator.serviceWorker.ready;
  // The worker of an earlier build may show nothing. If it cannot be fetched now, the next page does that.
  await registration.update().catch((error: unknown) => console.error(error));
  const { pushManager } = registration;
  const earlier = await pushManager.getSubscription();
  const isOurs = earlier && base64url(earlier.options.applicationServerKey) === key;
  if (!isOurs) await earlier?.unsubscribe();
  const subscription = isOurs
    ? earlier
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const before = read(ADDRESS);
  const form = {
    intent: "subscribe",
    endpoint: subscription.endpoint,
    p256dh,
    auth,
    ...(before && { before }),
  };
  await call(endpoint, new URLSearchParams(form));
  write(ADDRESS, subscription.endpoint);
  write(TURNED_ON, `${userId} ${today()}`);
}

function base64url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether the user may be asked: not twice, and not if nothing can be turned on. */
export async function shouldAsk(userId: string): Promise<boolean> {
  if (read(ASKED) !== null) return false;
  const state = await deviceState(userId);
  return state === "off" || state === "install";
}

export function rememberAsked(): void {
  write(ASKED, today());
}
