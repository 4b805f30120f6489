import { notificationEvents } from "#app/features/notifications/present.server.ts";
import { chatEvents } from "./features/chat/events.server.ts";
import type { Presenters } from "./platform/event-contents.server.ts";

/** The presenters of all features. */
export const eventPresenters: Presenters = { ...chatEvents, ...notificationEvents };
