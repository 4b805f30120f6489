import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const chatRoutes: RouteConfigEntry[] = [
  // The list stays while one goes from conversation to conversation.
  route("messages", "features/chat/inbox.route.tsx", [route(":roomId", "features/chat/thread.route.tsx")]),
  route("messages/blocked", "features/chat/blocked.route.tsx"),
  route("messages/:roomId/block", "features/chat/block.route.tsx"),
  // What the pages' own code calls.
  route("chat/rooms", "features/chat/rooms.route.ts"),
  route("chat/rooms/:roomId/messages", "features/chat/messages.route.ts"),
  route("chat/rooms/:roomId/read", "features/chat/read.route.ts"),
  route("chat/photos/:digits/:file", "features/chat/picture.route.ts"),
  route("chat/recent", "features/chat/recent.route.ts"),
  route("chat/rooms/:roomId/typing", "features/chat/typing.route.ts"),
  route("chat/rooms/:roomId/block", "features/chat/block-room.route.ts"),
  route("chat/unread", "features/chat/unread.route.ts"),
];
