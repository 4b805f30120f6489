import { chatEvents } from "./features/chat/events.server.ts";
import { notificationEvents } from "./features/notifications/events.server.ts";
import type { Presenters } from "./platform/event-contents.server.ts";

/** What events bring to the browsers that hear of them, composed from the slices. */
export const eventPresenters: Presenters = { ...chatEvents, ...notificationEvents };
