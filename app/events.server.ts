import { chatEvents } from "./features/chat/events.server.ts";
import { notificationEvents } from "./features/notifications/events.server.ts";
import type { Presenters } from "./platform/event-contents.server.ts";

/** The content of live events, composed from the features. */
export const eventPresenters: Presenters = { ...chatEvents, ...notificationEvents };
