import type { NoticeKind } from "#app/domain/notification-kinds.ts";

/** A browser that is told of notices while the shop is closed, as its person sees it. */
export interface PushDevice {
  readonly id: string;
  /** Whether it is the browser of this request. */
  readonly current: boolean;
  readonly userAgent: string | null;
  /** The kinds that it is told of. */
  readonly kinds: readonly NoticeKind[];
}

/** How a person is told, on all their browsers. */
export interface PushManner {
  /** Whether notifications say only what kind of thing has happened. */
  readonly hidden: boolean;
  /** Hours of the day, from 0 to 23; null: at no time. */
  readonly from: number | null;
  readonly until: number | null;
}

export interface PushSettings extends PushManner {
  readonly devices: readonly PushDevice[];
}

/** What a browser needs to subscribe. */
export interface PushOffer {
  /** The public key of the shop, in base64url. */
  readonly key: string;
}
