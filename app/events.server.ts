import { chatEvents } from "./features/chat/events.server.ts";
import { notificationEvents } from "./features/notifications/events.server.ts";
import type { Presenters } from "./platform/event-contents.server.ts";

/** The event presenters of all features: each adds the content to the live events of one kind. */
export const eventPresenters: Presenters = { ...chatEvents, ...notificationEvents };
