// Generated from the description of the API: npm run client. Do not edit.

/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing".
 */
export type Listing =
  ListingRacket | ListingString | ListingBag | ListingBall | ListingClothes | ListingAccessory;
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing".
 */
export type NewListing =
  | NewListingRacket
  | NewListingString
  | NewListingBag
  | NewListingBall
  | NewListingClothes
  | NewListingAccessory;
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OwnListing".
 */
export type OwnListing = Listing & {
  /**
   * Your own number of it.
   */
  sku: string | null;
  /**
   * Pieces that are promised to buyers, of `quantity`.
   */
  reserved: number;
  /**
   * Pieces that were sold here since your system last stated its quantity.
   */
  sold: number;
  /**
   * Why others do not see it.
   */
  hidden_reason: ("hidden" | "removed" | "suspended" | "unanswered") | null;
  /**
   * The main one first. Their ids are good for `images`.
   */
  photos: {
    /**
     * A UUID.
     */
    id: string;
    url: string;
  }[];
  updated_at: string;
};

export interface Operations {
  listBlocks: {
    answer: {
      data: PersonReference[];
    };
  };
  block: {
    path: {
      username: string;
    };
    answer: PersonReference;
  };
  unblock: {
    path: {
      username: string;
    };
    answer: null;
  };
  listDeals: {
    query?: {
      limit?: number;
      cursor?: string;
      role?: "buyer" | "seller";
      state?: "open" | "agreed" | "handed_over" | "sent" | "received" | "cancelled";
    };
    answer: {
      data: DealSummary[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  startDeal: {
    body: {
      /**
       * Sent again, it makes only one deal.
       */
      id?: string;
      /**
       * @minItems 1
       * @maxItems 30
       */
      items: {
        listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
        /**
         * A UUID.
         */
        listing_id: string;
        pieces?: number;
      }[];
      /**
       * The conversation with the buyer; null for a buyer outside the shop.
       */
      room_id: string | null;
      as: "reserved" | "sold";
      /**
       * In euros, for all items together.
       */
      price: number;
    };
    answer: Deal;
  };
  buyNow: {
    body: {
      /**
       * Sent again, it makes only one deal.
       */
      id?: string;
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      /**
       * A UUID.
       */
      listing_id: string;
      pieces?: number;
      /**
       * The price of one piece as the buyer saw it, in euros. If it has changed, nothing is bought.
       */
      price: number;
    };
    answer: Deal;
  };
  getDeal: {
    path: {
      id: string;
    };
    answer: Deal;
  };
  takeDealStep: {
    path: {
      id: string;
    };
    body:
      | {
          step: "confirm" | "sold" | "handed_over" | "received";
        }
      | {
          step: "sent";
          carrier?: string;
          tracking?: string;
        }
      | {
          step: "cancel";
          reason?: string;
        }
      | {
          step: "end";
          because: "never_paid" | "never_came";
        }
      | {
          step: "propose_price";
          reason?: string;
          price: number;
          proposal_id?: string;
        }
      | {
          step: "propose_cancellation";
          reason?: string;
          proposal_id?: string;
        }
      | {
          step: "confirm_proposal" | "decline_proposal" | "withdraw_proposal";
          proposal_id: string;
        }
      | {
          step: "share_address" | "take_address_back";
        }
      | {
          step: "undo_sold";
        };
    answer: Deal;
  };
  streamEvents: {
    query?: {
      after?: number;
    };
    answer: Response;
  };
  listFavorites: {
    query?: {
      limit?: number;
      cursor?: string;
    };
    answer: {
      data: Favorite[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  removeAllFavorites: {
    answer: null;
  };
  getFavorite: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: Favorite;
  };
  addFavorite: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: Favorite;
  };
  removeFavorite: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: null;
  };
  listRecentlyViewed: {
    query?: {
      limit?: number;
      cursor?: string;
    };
    answer: {
      data: RecentlyViewed[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  forgetAllViews: {
    answer: null;
  };
  getRecentlyViewed: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: RecentlyViewed;
  };
  addView: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: RecentlyViewed;
  };
  forgetView: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: null;
  };
  browseRackets: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       *
       * Items: 0: L0 · 4; 1: L1 · 4 1/8; 2: L2 · 4 1/4; 3: L3 · 4 3/8; 4: L4 · 4 1/2; 5: L5 · 4 5/8
       */
      gripsize?: ("0" | "1" | "2" | "3" | "4" | "5")[];
      min_headsize?: number;
      max_headsize?: number;
      /**
       * @maxItems 30
       */
      condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")[];
      /**
       * @maxItems 30
       */
      category?: ("senior" | "junior")[];
      min_weight?: number;
      max_weight?: number;
      /**
       * @maxItems 30
       */
      string_pattern?: (
        | "16x19"
        | "18x20"
        | "16x18"
        | "16x20"
        | "14x16"
        | "14x18"
        | "14x21"
        | "16x15"
        | "16x16"
        | "16x17"
        | "16x21"
        | "18x16"
        | "18x17"
        | "18x18"
        | "18x19"
        | "18x21"
        | "Other"
      )[];
      /**
       * @maxItems 30
       */
      color?: (
        "Black" | "White" | "Red" | "Blue" | "Yellow" | "Green" | "Orange" | "Purple" | "Multi" | "Other"
      )[];
      min_swingweight?: number;
      max_swingweight?: number;
      min_balance?: number;
      max_balance?: number;
      min_length?: number;
      max_length?: number;
      /**
       * @maxItems 30
       */
      weighed?: ("Unstrung" | "Strung")[];
      min_string_tension?: number;
      max_string_tension?: number;
      min_strung_in?: string;
      max_strung_in?: string;
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
      /**
       * @maxItems 30
       */
      frame?: ("intact" | "chipped" | "cracked")[];
      /**
       * @maxItems 30
       */
      bumper?: ("unworn" | "scuffed" | "worn through")[];
      /**
       * @maxItems 30
       */
      paint?: ("unmarked" | "scratched" | "flaking")[];
      /**
       * @maxItems 30
       */
      grip_state?: ("tacky" | "firm" | "slick")[];
      /**
       * @maxItems 30
       */
      string_state?: ("fresh" | "played" | "slack" | "absent")[];
      /**
       * @maxItems 30
       */
      transaction_options?: ("direct_checkout" | "chat" | "bid")[];
    };
    answer: FoundListings;
  };
  browseStrings: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       */
      type?: ("set" | "reel")[];
      /**
       * @maxItems 30
       */
      material?: ("natural gut" | "nylon" | "polyester" | "Synthetic")[];
      min_gauge?: number;
      max_gauge?: number;
      /**
       * @maxItems 30
       */
      condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")[];
      /**
       * @maxItems 30
       */
      string_type?: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other")[];
      min_length?: number;
      max_length?: number;
      min_tension?: number;
      max_tension?: number;
      /**
       * @maxItems 30
       */
      color?: (
        | "Natural"
        | "Black"
        | "Blue"
        | "Red"
        | "White"
        | "Silver"
        | "Gold"
        | "Yellow"
        | "Green"
        | "Other"
        | "Unknown"
      )[];
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
      /**
       * @maxItems 30
       */
      negotiation_type?: ("Fixed price" | "Negotiable")[];
      /**
       * @maxItems 30
       */
      transaction_options?: ("direct_checkout" | "chat" | "bid")[];
    };
    answer: FoundListings;
  };
  browseBags: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       */
      style?: ("backpack" | "racket bag" | "duffel" | "tournament")[];
      min_capacity?: number;
      max_capacity?: number;
      /**
       * @maxItems 30
       */
      condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")[];
      /**
       * @maxItems 30
       */
      color?: ("Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown")[];
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
    };
    answer: FoundListings;
  };
  browseBalls: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       */
      grade?: ("premium" | "practice" | "training")[];
      /**
       * @maxItems 30
       */
      balls_per_can?: ("2" | "3" | "4")[];
      /**
       * @maxItems 30
       */
      packaging_type?: ("can" | "box")[];
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
    };
    answer: FoundListings;
  };
  browseClothes: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       */
      gender?: ("Men" | "Women" | "Boys" | "Girls" | "Unisex")[];
      /**
       * @maxItems 30
       */
      type?: (
        | "Shirt"
        | "T-Shirt"
        | "Polo Shirt"
        | "Tank Top"
        | "Long Sleeve Shirt"
        | "Shorts"
        | "Pants"
        | "Leggings"
        | "Skirt"
        | "Dress"
        | "Jacket"
        | "Windbreaker"
        | "Sweatshirt"
        | "Hoodie"
        | "Track Suit"
        | "Compression Wear"
        | "Socks"
        | "Cap/Hat"
        | "Visor"
        | "Wristbands"
        | "Headbands"
      )[];
      /**
       * @maxItems 30
       */
      size?: (
        | "28"
        | "30"
        | "32"
        | "34"
        | "36"
        | "38"
        | "40"
        | "One size"
        | "XS"
        | "S"
        | "M"
        | "L"
        | "XL"
        | "XXL"
        | "4-6Y"
        | "6-8Y"
        | "8-10Y"
        | "10-12Y"
        | "12-14Y"
        | "14-16Y"
        | "XXS (00)"
        | "XS (0-2)"
        | "S (4-6)"
        | "M (8-10)"
        | "L (12-14)"
        | "XL (16-18)"
      )[];
      /**
       * @maxItems 30
       */
      condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")[];
      /**
       * @maxItems 30
       */
      color?: (
        | "White"
        | "Black"
        | "Navy"
        | "Blue"
        | "Red"
        | "Green"
        | "Yellow"
        | "Orange"
        | "Purple"
        | "Pink"
        | "Multi"
        | "Unknown"
      )[];
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
    };
    answer: FoundListings;
  };
  browseAccessories: {
    query?: {
      q?: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
      /**
       * @maxItems 30
       */
      brand?: string[];
      /**
       * @maxItems 30
       */
      type?: (
        | "Dampeners"
        | "Ball Pumps"
        | "Grips"
        | "Grip Tape"
        | "String Savers"
        | "Ball Hoppers"
        | "Line Sweepers"
        | "Court Markers"
        | "Ball Clips"
        | "Racket Stencils"
        | "String Tools"
        | "Racket Tools"
        | "Court Measuring Tools"
        | "Wristbands"
        | "Headbands"
        | "Protection"
        | "Other"
      )[];
      /**
       * @maxItems 30
       */
      condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown")[];
      /**
       * @maxItems 30
       */
      color?: (
        | "Black"
        | "White"
        | "Blue"
        | "Red"
        | "Yellow"
        | "Green"
        | "Grey"
        | "Pink"
        | "Purple"
        | "Orange"
        | "Multi"
        | "Unknown"
      )[];
      /**
       * @maxItems 30
       */
      shipping?: ("Pick up" | "Shipping" | "Pick up or shipping")[];
    };
    answer: FoundListings;
  };
  getListing: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: Listing;
  };
  listSimilarListings: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: {
      data: Listing[];
    };
  };
  listMessages: {
    path: {
      id: string;
    };
    query?: {
      limit?: number;
      cursor?: string;
      order?: "asc" | "desc";
      after?: number;
      before?: number;
    };
    answer: {
      data: Message[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  sendMessage: {
    path: {
      id: string;
    };
    body: {
      /**
       * Sent again, it stores the message only once.
       */
      client_id?: string;
      message?: string;
      /**
       * @maxItems 6
       *
       * Items: A UUID.
       */
      photo_ids?: string[];
      /**
       * One of the first messages of a conversation may have a phone number, a link or a bank account. Without it, such a one is refused with `risk_unconfirmed`, which says why.
       */
      risk_confirmed?: boolean;
    };
    answer: Message;
  };
  uploadMessagePhoto: {
    body: Blob;
    answer: MessagePhoto;
  };
  getMessagePhoto: {
    path: {
      digits: string;
      file: string;
    };
    answer: Response;
  };
  listModels: {
    path: {
      listing_type: "racket" | "string";
    };
    query?: {
      limit?: number;
      cursor?: string;
      brand?: string;
      q?: string;
    };
    answer: {
      data: Model[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  getModel: {
    path: {
      listing_type: "racket" | "string";
      slug: string;
    };
    answer: ModelDetails;
  };
  getModelPrices: {
    path: {
      listing_type: "racket" | "string";
      slug: string;
    };
    query?: {
      condition?: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
    };
    answer: {
      /**
       * Null if there are too few prices.
       */
      guide: PriceGuide | null;
    };
  };
  listNotifications: {
    query?: {
      limit?: number;
      cursor?: string;
      show?: "unread";
    };
    answer: {
      data: Notification[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  getNotification: {
    path: {
      id: string;
    };
    answer: Notification;
  };
  markNotificationRead: {
    path: {
      id: string;
    };
    body: {
      read_at: "now";
    };
    answer: Notification;
  };
  markNotificationsRead: {
    body: {
      /**
       * `created_at` of the newest one that the person saw.
       */
      until: string;
    };
    answer: Unread;
  };
  getUnread: {
    answer: Unread;
  };
  getNotificationChoices: {
    answer: NotificationChoices;
  };
  updateNotificationChoices: {
    body: {
      message?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      saved_search?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      price_drop?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      sold?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      back?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      review?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      deal?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      offer?: {
        in_app: boolean;
        mail: "at_once" | "daily" | "off";
      };
      account?: {
        in_app: boolean;
        mail: "at_once" | "off";
      };
    };
    answer: NotificationChoices;
  };
  listOffers: {
    query?: {
      limit?: number;
      cursor?: string;
      role?: "buyer" | "seller";
      state?: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "expired" | "ended";
      room_id?: string;
    };
    answer: {
      data: Offer[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  makeOffer: {
    body: {
      /**
       * Sent again, it makes only one offer.
       */
      id?: string;
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      /**
       * A UUID.
       */
      listing_id: string;
      /**
       * In euros, for all pieces together.
       */
      price: number;
      pieces?: number;
      note?: string;
      /**
       * One of the first messages of a conversation may have a phone number, a link or a bank account. Without it, such a one is refused with `risk_unconfirmed`, which says why.
       */
      risk_confirmed?: boolean;
    };
    answer: Offer;
  };
  getOffer: {
    path: {
      id: string;
    };
    answer: Offer;
  };
  takeOfferStep: {
    path: {
      id: string;
    };
    body:
      | {
          step: "accept";
        }
      | {
          step: "decline";
        }
      | {
          step: "withdraw";
        }
      | {
          step: "counter";
          price: number;
        };
    answer: Offer;
  };
  createListing: {
    body: NewListing;
    answer: OwnListing;
  };
  listOwnListings: {
    query?: {
      limit?: number;
      cursor?: string;
      listing_type?: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      status?: "available" | "reserved" | "sold" | "hidden";
    };
    answer: {
      data: OwnListing[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  getOwnListing: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: OwnListing;
  };
  replaceListing: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    body: NewListing;
    answer: OwnListing;
  };
  changeListing: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    body: ListingChanges;
    answer: OwnListing;
  };
  deleteListing: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    answer: null;
  };
  markSold: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    body: {
      /**
       * How many.
       */
      pieces?: number;
    };
    answer: OwnListing;
  };
  markAvailable: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      listing_id: string;
    };
    body: {
      /**
       * How many.
       */
      pieces?: number;
    };
    answer: OwnListing;
  };
  confirmForSale: {
    answer: {
      /**
       * Whether some were hidden.
       */
      shown: boolean;
    };
  };
  createPhoto: {
    body: Blob;
    answer: Photo;
  };
  deletePhoto: {
    path: {
      id: string;
    };
    answer: null;
  };
  getPreferences: {
    answer: Preferences;
  };
  setPreferences: {
    body: {
      /**
       * @maxItems 9
       */
      racket_sizes: (
        "4" | "4 1/8" | "4 1/4" | "4 3/8" | "4 1/2" | "4 5/8" | "Junior 4" | "Junior 4 1/8" | "Junior 4 1/4"
      )[];
      /**
       * @maxItems 25
       */
      clothes_sizes: (
        | "28"
        | "30"
        | "32"
        | "34"
        | "36"
        | "38"
        | "40"
        | "XS"
        | "S"
        | "M"
        | "L"
        | "XL"
        | "XXL"
        | "XXS (00)"
        | "XS (0-2)"
        | "S (4-6)"
        | "M (8-10)"
        | "L (12-14)"
        | "XL (16-18)"
        | "4-6Y"
        | "6-8Y"
        | "8-10Y"
        | "10-12Y"
        | "12-14Y"
        | "14-16Y"
      )[];
      /**
       * @maxItems 23
       */
      shoe_sizes: (
        | "36"
        | "37"
        | "38"
        | "39"
        | "40"
        | "41"
        | "42"
        | "43"
        | "44"
        | "45"
        | "46"
        | "47"
        | "36.5"
        | "37.5"
        | "38.5"
        | "39.5"
        | "40.5"
        | "41.5"
        | "42.5"
        | "43.5"
        | "44.5"
        | "45.5"
        | "46.5"
      )[];
    };
    answer: Preferences;
  };
  getRegion: {
    answer: Region;
  };
  setRegion: {
    body: {
      country: "NL" | "DE" | "FR" | "GB" | "US";
      language: "en-GB" | "en-US" | "nl" | "de" | "fr";
      currency: "EUR" | "GBP" | "USD";
    };
    answer: Region;
  };
  getProfile: {
    answer: Profile;
  };
  updateProfile: {
    body: {
      username?: string;
      full_name?: string | null;
      phone?: string | null;
      shipping_address?: string | null;
      billing_address?: string | null;
    };
    answer: Profile;
  };
  checkUsername: {
    query: {
      username: string;
    };
    answer: UsernameAvailability;
  };
  setAvatar: {
    query?: {
      x?: number;
      y?: number;
      width?: number;
    };
    body: Blob;
    answer: Profile;
  };
  removeAvatar: {
    answer: null;
  };
  getPublicProfile: {
    path: {
      id: string;
    };
    answer: PublicProfile;
  };
  report: {
    body: {
      subject_kind: "listing" | "message" | "review" | "person" | "photo";
      /**
       * Its id; of a person the username.
       */
      subject_id: string;
      /**
       * Which are taken depends on the kind.
       */
      reason:
        | "scam"
        | "stolen"
        | "hateful"
        | "indecent"
        | "private"
        | "insulting"
        | "prohibited"
        | "counterfeit"
        | "impersonation"
        | "copied"
        | "untrue"
        | "advertising"
        | "other";
      /**
       * What is wrong, in the reporter's words.
       */
      words?: string;
      /**
       * Links and the like.
       */
      proof?: string;
    };
    answer: ReportReceipt;
  };
  listReviews: {
    query?: {
      limit?: number;
      cursor?: string;
      reviewed_user_id?: string;
    };
    answer: {
      data: Review[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  getReview: {
    path: {
      id: string;
    };
    answer: Review;
  };
  answerReview: {
    path: {
      id: string;
    };
    body: {
      answer?: string;
    };
    answer: Review;
  };
  getDealReviews: {
    path: {
      deal_id: string;
    };
    answer: DealReviews;
  };
  writeReview: {
    path: {
      deal_id: string;
    };
    body: {
      rating: 1 | 2 | 3 | 4 | 5;
      comment?: string;
    };
    answer: DealReviews;
  };
  deleteReview: {
    path: {
      deal_id: string;
    };
    answer: null;
  };
  listRooms: {
    query?: {
      limit?: number;
      cursor?: string;
      q?: string;
    };
    answer: {
      data: Room[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  openRoom: {
    body: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      /**
       * A UUID.
       */
      listing_id: string;
    };
    answer: Room;
  };
  askAboutItems: {
    body: {
      /**
       * Sent again, the message is stored only once.
       */
      client_id?: string;
      /**
       * @minItems 1
       * @maxItems 30
       */
      items: {
        listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
        /**
         * A UUID.
         */
        listing_id: string;
      }[];
      message: string;
    };
    answer: Room;
  };
  getRoom: {
    path: {
      id: string;
    };
    answer: Room;
  };
  markRoomRead: {
    path: {
      id: string;
    };
    body: {
      seq: number;
    };
    answer: Room;
  };
  tellTyping: {
    path: {
      id: string;
    };
    answer: null;
  };
  blockInRoom: {
    path: {
      id: string;
    };
    answer: Room;
  };
  unblockInRoom: {
    path: {
      id: string;
    };
    answer: null;
  };
  listSavedSearches: {
    query?: {
      limit?: number;
      cursor?: string;
    };
    answer: {
      data: SavedSearch[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  saveSearch: {
    body: {
      /**
       * Path and query of the search in the shop.
       */
      address: string;
      name?: string;
      notify?: boolean;
    };
    answer: SavedSearch;
  };
  getSavedSearch: {
    path: {
      id: string;
    };
    answer: SavedSearch;
  };
  updateSavedSearch: {
    path: {
      id: string;
    };
    body: {
      name?: string;
      notify?: boolean;
    };
    answer: SavedSearch;
  };
  removeSavedSearch: {
    path: {
      id: string;
    };
    answer: null;
  };
  search: {
    query: {
      q: string;
      limit?: number;
      cursor?: string;
      sort?: "relevance" | "newest" | "price_asc" | "price_desc" | "nearest";
      exact?: "true" | "false";
      min_price?: number;
      max_price?: number;
      date_filter?: "all" | "today" | "week" | "month" | "three_months" | "six_months" | "year";
      country?: "NL" | "DE" | "FR" | "GB" | "US";
      postal_code?: string;
      max_distance_km?: number;
    };
    answer: FoundListings;
  };
  suggest: {
    query: {
      q: string;
    };
    answer: {
      data: Suggestion[];
    };
  };
  getSeller: {
    path: {
      username: string;
    };
    answer: Seller;
  };
  listSellerListings: {
    path: {
      username: string;
    };
    query?: {
      limit?: number;
      cursor?: string;
      listing_type?: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
    };
    answer: {
      data: Listing[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  getStockItem: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      sku: string;
    };
    answer: OwnListing;
  };
  putStockItem: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      sku: string;
    };
    body: StockItem;
    answer: OwnListing;
  };
  changeStockItem: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      sku: string;
    };
    body: StockItem;
    answer: OwnListing;
  };
  deleteStockItem: {
    path: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      sku: string;
    };
    answer: null;
  };
  writeStock: {
    body: {
      /**
       * As the body of PUT, with `listing_type` and `sku`.
       *
       * @minItems 1
       * @maxItems 500
       */
      items: {
        /**
         * Pieces for sale.
         */
        quantity?: number;
        name?: string;
        brand?: (string | null) | string;
        description?: string | null;
        /**
         * In euros, with at most two decimals.
         */
        price?: number;
        /**
         * URLs of pictures, which are fetched within minutes. Without any, the photos stay.
         */
        images?: string[] | null;
        country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
        /**
         * Others see only its area.
         */
        postal_code?: string | null;
        /**
         * The slug or the name of a model of the catalogue.
         */
        model?: string | null;
        category?: "senior" | "junior";
        condition?:
          | ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")
          | (("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown") | null);
        frame?: ("intact" | "chipped" | "cracked") | null;
        bumper?: ("unworn" | "scuffed" | "worn through") | null;
        paint?: ("unmarked" | "scratched" | "flaking") | null;
        grip_state?: ("tacky" | "firm" | "slick") | null;
        string_state?: ("fresh" | "played" | "slack" | "absent") | null;
        headsize?: number | null;
        weight?: number | null;
        weighed?: ("Unstrung" | "Strung") | null;
        gripsize?: ("0" | "1" | "2" | "3" | "4" | "5") | null;
        string_pattern?:
          | (
              | "16x19"
              | "18x20"
              | "16x18"
              | "16x20"
              | "14x16"
              | "14x18"
              | "14x21"
              | "16x15"
              | "16x16"
              | "16x17"
              | "16x21"
              | "18x16"
              | "18x17"
              | "18x18"
              | "18x19"
              | "18x21"
              | "Other"
            )
          | null;
        color?:
          | (
              | (
                  | "Black"
                  | "White"
                  | "Red"
                  | "Blue"
                  | "Yellow"
                  | "Green"
                  | "Orange"
                  | "Purple"
                  | "Multi"
                  | "Other"
                )
              | null
            )
          | (
              | (
                  | "Natural"
                  | "Black"
                  | "Blue"
                  | "Red"
                  | "White"
                  | "Silver"
                  | "Gold"
                  | "Yellow"
                  | "Green"
                  | "Other"
                  | "Unknown"
                )
              | null
            )
          | ("Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown")
          | (
              | "White"
              | "Black"
              | "Navy"
              | "Blue"
              | "Red"
              | "Green"
              | "Yellow"
              | "Orange"
              | "Purple"
              | "Pink"
              | "Multi"
              | "Unknown"
            )
          | (
              | "Black"
              | "White"
              | "Blue"
              | "Red"
              | "Yellow"
              | "Green"
              | "Grey"
              | "Pink"
              | "Purple"
              | "Orange"
              | "Multi"
              | "Unknown"
            );
        swingweight?: number | null;
        balance?: number | null;
        length?: number | null;
        strung_with?: string | null;
        string_tension?: number | null;
        strung_in?: string | null;
        shipping?:
          | (("Pick up" | "Shipping" | "Pick up or shipping") | null)
          | ("Pick up" | "Shipping" | "Pick up or shipping");
        transaction_options?: ("direct_checkout" | "chat" | "bid")[] | null;
        type?:
          | ("set" | "reel")
          | (
              | "Shirt"
              | "T-Shirt"
              | "Polo Shirt"
              | "Tank Top"
              | "Long Sleeve Shirt"
              | "Shorts"
              | "Pants"
              | "Leggings"
              | "Skirt"
              | "Dress"
              | "Jacket"
              | "Windbreaker"
              | "Sweatshirt"
              | "Hoodie"
              | "Track Suit"
              | "Compression Wear"
              | "Socks"
              | "Cap/Hat"
              | "Visor"
              | "Wristbands"
              | "Headbands"
            )
          | (
              | "Dampeners"
              | "Ball Pumps"
              | "Grips"
              | "Grip Tape"
              | "String Savers"
              | "Ball Hoppers"
              | "Line Sweepers"
              | "Court Markers"
              | "Ball Clips"
              | "Racket Stencils"
              | "String Tools"
              | "Racket Tools"
              | "Court Measuring Tools"
              | "Wristbands"
              | "Headbands"
              | "Protection"
              | "Other"
            );
        material?: ("natural gut" | "nylon" | "polyester" | "Synthetic") | null;
        string_type?: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other") | null;
        gauge?: number | null;
        tension?: number | null;
        negotiation_type?: ("Fixed price" | "Negotiable") | null;
        style?: ("backpack" | "racket bag" | "duffel" | "tournament") | null;
        capacity?: number | null;
        balls_per_can?: "2" | "3" | "4";
        packaging_type?: "can" | "box";
        grade?: ("premium" | "practice" | "training") | null;
        gender?: "Men" | "Women" | "Boys" | "Girls" | "Unisex";
        size?:
          | "28"
          | "30"
          | "32"
          | "34"
          | "36"
          | "38"
          | "40"
          | "One size"
          | "XS"
          | "S"
          | "M"
          | "L"
          | "XL"
          | "XXL"
          | "4-6Y"
          | "6-8Y"
          | "8-10Y"
          | "10-12Y"
          | "12-14Y"
          | "14-16Y"
          | "XXS (00)"
          | "XS (0-2)"
          | "S (4-6)"
          | "M (8-10)"
          | "L (12-14)"
          | "XL (16-18)";
        /**
         * That the price is right, although it is 0 or far from what the model usually costs.
         */
        price_confirmed?: boolean;
        listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
        /**
         * Your own number of the item, of one line.
         */
        sku: string;
      }[];
    };
    answer: {
      data: StockItemAnswer[];
    };
  };
  listWebhooks: {
    answer: {
      data: Webhook[];
    };
  };
  addWebhook: {
    body: {
      url: string;
      /**
       * @minItems 1
       * @maxItems 100
       */
      types: (
        | "listing.available"
        | "listing.reserved"
        | "listing.sold"
        | "listing.hidden"
        | "offer.created"
        | "offer.accepted"
        | "offer.countered"
        | "offer.declined"
        | "offer.withdrawn"
        | "offer.expired"
        | "offer.ended"
        | "deal.created"
        | "deal.confirmed"
        | "deal.unconfirmed"
        | "deal.agreed"
        | "deal.handed_over"
        | "deal.sent"
        | "deal.received"
        | "deal.cancelled"
        | "message.created"
      )[];
    };
    answer: NewWebhook;
  };
  getWebhook: {
    path: {
      webhook_id: string;
    };
    answer: Webhook;
  };
  changeWebhook: {
    path: {
      webhook_id: string;
    };
    body: {
      url?: string;
      /**
       * @minItems 1
       * @maxItems 100
       */
      types?: (
        | "listing.available"
        | "listing.reserved"
        | "listing.sold"
        | "listing.hidden"
        | "offer.created"
        | "offer.accepted"
        | "offer.countered"
        | "offer.declined"
        | "offer.withdrawn"
        | "offer.expired"
        | "offer.ended"
        | "deal.created"
        | "deal.confirmed"
        | "deal.unconfirmed"
        | "deal.agreed"
        | "deal.handed_over"
        | "deal.sent"
        | "deal.received"
        | "deal.cancelled"
        | "message.created"
      )[];
      active?: boolean;
    };
    answer: Webhook;
  };
  deleteWebhook: {
    path: {
      webhook_id: string;
    };
    answer: null;
  };
  rotateWebhookSecret: {
    path: {
      webhook_id: string;
    };
    answer: NewWebhook;
  };
  testWebhook: {
    path: {
      webhook_id: string;
    };
    answer: WebhookDelivery;
  };
  listWebhookDeliveries: {
    path: {
      webhook_id: string;
    };
    query?: {
      limit?: number;
      cursor?: string;
    };
    answer: {
      data: WebhookDelivery[];
      /**
       * Null on the last page.
       */
      next: string | null;
    };
  };
  replayWebhookDelivery: {
    path: {
      webhook_id: string;
      delivery_id: string;
    };
    answer: WebhookDelivery;
  };
  describeApi: {
    answer: {
      openapi: string;
      [k: string]: unknown;
    };
  };
  createSession: {
    query: {
      grant_type: "password" | "pkce" | "id_token" | "refresh_token";
    };
    body: {
      /**
       * An e-mail address, or a username.
       */
      email?: string;
      password?: string;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      auth_code?: string;
      code_verifier?: string;
      provider?: "facebook" | "google" | "apple" | "oidc";
      id_token?: string;
      nonce?: string;
      terms?: string;
      refresh_token?: string;
    };
    answer: Session;
  };
  signUp: {
    query?: {
      redirect_to?: string;
    };
    body: {
      email: string;
      password: string;
      data: {
        username: string;
        /**
         * The version of the terms that the person accepts, if the shop has terms.
         */
        terms?: string;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge?: string | null;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge_method?: string | null;
    };
    answer: {
      email: string;
      user_metadata: {
        username: string;
      };
    };
  };
  authorize: {
    query: {
      provider: "facebook" | "google" | "apple" | "oidc";
      redirect_to: string;
      code_challenge: string;
      code_challenge_method: "s256" | "S256";
      scopes?: string;
      skip_http_redirect?: "true" | "false";
      ticket?: string;
    };
    answer: null;
  };
  authorizeByOrganisation: {
    body: {
      provider_id: "oidc";
      /**
       * An address that the operator of the shop has allowed (API_REDIRECTS).
       */
      redirect_to: string;
      /**
       * SHA-256 of the code_verifier, in base64url.
       */
      code_challenge: string;
      code_challenge_method: "s256" | "S256";
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      skip_http_redirect?: boolean;
    };
    answer: {
      url: string;
    };
  };
  signOut: {
    query?: {
      scope?: "local" | "others" | "global";
    };
    answer: null;
  };
  sendSignInCode: {
    query?: {
      redirect_to?: string;
    };
    body: {
      email?: string;
      phone?: string;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge?: string | null;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge_method?: string | null;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      data?: {
        [k: string]: unknown;
      };
      /**
       * Ignored: a code creates no account.
       */
      create_user?: boolean;
      channel?: "sms";
    };
    answer: {};
  };
  verify: {
    query?: {
      redirect_to?: string;
    };
    body:
      | {
          type: "signup";
          /**
           * The `token` of the mailed link.
           */
          token: string;
          email?: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        }
      | {
          type: "email";
          email: string;
          token: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        }
      | {
          type: "sms";
          phone: string;
          token: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        }
      | {
          type: "recovery";
          token: string;
          password: string;
          email?: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        }
      | {
          type: "email_change";
          /**
           * The `token` of the mailed link.
           */
          token: string;
          email?: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        }
      | {
          type: "phone_change";
          phone: string;
          token: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          options?: {
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            redirectTo?: string | null;
            /**
             * Clients of Supabase's auth server send it; it changes nothing here.
             */
            captchaToken?: string | null;
          };
        };
    answer:
      | Session
      | {
          msg: string;
        };
  };
  resend: {
    query?: {
      redirect_to?: string;
    };
    body:
      | {
          type: "signup";
          email: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge?: string | null;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge_method?: string | null;
        }
      | {
          type: "email";
          email: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge?: string | null;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge_method?: string | null;
        }
      | {
          type: "sms";
          phone: string;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          gotrue_meta_security?: {
            captcha_token?: string | null;
          };
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge?: string | null;
          /**
           * Clients of Supabase's auth server send it; it changes nothing here.
           */
          code_challenge_method?: string | null;
        };
    answer: {};
  };
  recoverPassword: {
    query?: {
      redirect_to?: string;
    };
    body: {
      email: string;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge?: string | null;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge_method?: string | null;
    };
    answer: {};
  };
  getUser: {
    answer: User;
  };
  changeUser: {
    query?: {
      redirect_to?: string;
    };
    body: {
      /**
       * The code that `GET /reauthenticate` mailed.
       */
      nonce?: string;
      current_password?: string;
      /**
       * Waits for links that are mailed to both addresses.
       */
      email?: string;
      /**
       * Waits for `POST /verify` with the code that is texted to it; null removes it.
       */
      phone?: string | null;
      password?: string;
      data?: {
        username: string;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      gotrue_meta_security?: {
        captcha_token?: string | null;
      };
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge?: string | null;
      /**
       * Clients of Supabase's auth server send it; it changes nothing here.
       */
      code_challenge_method?: string | null;
    };
    answer: {
      /**
       * A UUID.
       */
      id: string;
      email: string;
      email_verified: boolean;
      /**
       * The address to which a change waits for mailed links.
       */
      new_email: string | null;
      /**
       * In E.164.
       */
      phone: string | null;
      created_at: string;
      identities: {
        /**
         * A UUID.
         */
        id: string;
        /**
         * A UUID.
         */
        identity_id: string;
        provider: "email" | "facebook" | "google" | "apple" | "oidc";
        created_at: string;
      }[];
      factors: {
        /**
         * A UUID.
         */
        id: string;
        factor_type: "totp";
        status: "verified" | "unverified";
      }[];
      user_metadata: {
        username: string;
      };
      session?: Tokens;
    };
  };
  reauthenticate: {
    answer: {};
  };
  linkIdentity: {
    query: {
      provider: "facebook" | "google" | "apple" | "oidc";
      redirect_to: string;
      code_challenge: string;
      code_challenge_method: "s256" | "S256";
      scopes?: string;
      skip_http_redirect?: "true" | "false";
    };
    answer: {
      url: string;
    };
  };
  unlinkIdentity: {
    path: {
      identity_id: string;
    };
    answer: {};
  };
  createFactor: {
    body: {
      factor_type: "totp";
      /**
       * Ignored: there is one factor.
       */
      friendly_name?: string;
      /**
       * Ignored: it is this shop.
       */
      issuer?: string;
    };
    answer: {
      /**
       * A UUID.
       */
      id: string;
      type: "totp";
      totp: {
        /**
         * An SVG.
         */
        qr_code: string;
        /**
         * Base32.
         */
        secret: string;
        uri: string;
      };
    };
  };
  challengeFactor: {
    path: {
      factorId: string;
    };
    answer: {
      id: string;
      type: "totp";
      expires_at: number;
    };
  };
  verifyFactor: {
    path: {
      factorId: string;
    };
    body: {
      challenge_id: string;
      code: string;
    };
    answer: {
      access_token: string;
      token_type: "bearer";
      /**
       * Seconds until the access token ends.
       */
      expires_in: number;
      /**
       * When the access token ends, in seconds since 1970.
       */
      expires_at: number;
      /**
       * Works once; its answer has the next one.
       */
      refresh_token: string;
      user: User;
      /**
       * For a new factor, once: each replaces a code of the authenticator.
       */
      backup_codes?: string[];
    };
  };
  deleteFactor: {
    path: {
      factorId: string;
    };
    answer: {
      /**
       * A UUID.
       */
      id: string;
      session?: Tokens1;
    };
  };
  describeAccountApi: {
    answer: {
      openapi: string;
      [k: string]: unknown;
    };
  };
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonReference".
 */
export interface PersonReference {
  username: string;
  avatar_url: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DealSummary".
 */
export interface DealSummary {
  /**
   * A UUID.
   */
  id: string;
  room_id: string | null;
  /**
   * Of the person who asks.
   */
  role: "buyer" | "seller";
  state: "open" | "agreed" | "handed_over" | "sent" | "received" | "cancelled";
  /**
   * Who is expected to take the next step.
   */
  turn: ("buyer" | "seller") | null;
  seller_id: string | null;
  /**
   * Null for a buyer outside the shop or a deleted account.
   */
  buyer_id: string | null;
  other_profile: PersonReference | null;
  /**
   * Not null while the other party of an open deal is suspended: pay and send nothing until it is over. Cancelling does not count against who does it.
   */
  other_suspension: {
    /**
     * Null: for good.
     */
    until: string | null;
  } | null;
  listing: ListingReference;
  /**
   * Of all items together.
   */
  pieces: number;
  /**
   * In euros, for all pieces together.
   */
  price: number;
  currency: "EUR";
  /**
   * It began with Buy Now.
   */
  requested: boolean;
  /**
   * The seller declined what was requested.
   */
  declined: boolean;
  /**
   * Until then the seller confirms or declines Buy Now.
   */
  lapses_at: string | null;
  created_at: string;
  seller_confirmed_at: string | null;
  buyer_confirmed_at: string | null;
  given_at: string | null;
  given_as: ("handed_over" | "sent") | null;
  received_at: string | null;
  cancelled_at: string | null;
  cancelled_by: ("seller" | "buyer" | "both" | "time") | null;
  reason: string | null;
  /**
   * Why one party ended it alone.
   */
  because: ("never_paid" | "never_came") | null;
}
/**
 * The first item.
 */
export interface ListingReference {
  listing_type: string;
  /**
   * Null for a deleted listing.
   */
  listing_id: string | null;
  name: string;
  /**
   * The asking price of one piece, in euros.
   */
  price: number | null;
  image: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Deal".
 */
export interface Deal {
  /**
   * A UUID.
   */
  id: string;
  room_id: string | null;
  /**
   * Of the person who asks.
   */
  role: "buyer" | "seller";
  state: "open" | "agreed" | "handed_over" | "sent" | "received" | "cancelled";
  /**
   * Who is expected to take the next step.
   */
  turn: ("buyer" | "seller") | null;
  seller_id: string | null;
  /**
   * Null for a buyer outside the shop or a deleted account.
   */
  buyer_id: string | null;
  other_profile: PersonReference | null;
  /**
   * Not null while the other party of an open deal is suspended: pay and send nothing until it is over. Cancelling does not count against who does it.
   */
  other_suspension: {
    /**
     * Null: for good.
     */
    until: string | null;
  } | null;
  listing: ListingReference1;
  /**
   * Of all items together.
   */
  pieces: number;
  /**
   * In euros, for all pieces together.
   */
  price: number;
  currency: "EUR";
  /**
   * It began with Buy Now.
   */
  requested: boolean;
  /**
   * The seller declined what was requested.
   */
  declined: boolean;
  /**
   * Until then the seller confirms or declines Buy Now.
   */
  lapses_at: string | null;
  created_at: string;
  seller_confirmed_at: string | null;
  buyer_confirmed_at: string | null;
  given_at: string | null;
  given_as: ("handed_over" | "sent") | null;
  received_at: string | null;
  cancelled_at: string | null;
  cancelled_by: ("seller" | "buyer" | "both" | "time") | null;
  reason: string | null;
  /**
   * Why one party ended it alone.
   */
  because: ("never_paid" | "never_came") | null;
  items: {
    listing: ListingReference2;
    pieces: number;
  }[];
  carrier: string | null;
  tracking: string | null;
  tracking_url: string | null;
  /**
   * From then on, either party can end it alone.
   */
  ends_from: string | null;
  /**
   * What one party proposed and the other has not answered.
   */
  proposal: Proposal | null;
  /**
   * What the buyer shared, for the two people of the deal.
   */
  address: string | null;
  steps: Step[];
}
/**
 * The first item.
 */
export interface ListingReference1 {
  listing_type: string;
  /**
   * Null for a deleted listing.
   */
  listing_id: string | null;
  name: string;
  /**
   * The asking price of one piece, in euros.
   */
  price: number | null;
  image: string | null;
}
/**
 * A listing in short. Of a deleted or hidden one, only its name is told.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListingReference".
 */
export interface ListingReference2 {
  listing_type: string;
  /**
   * Null for a deleted listing.
   */
  listing_id: string | null;
  name: string;
  /**
   * The asking price of one piece, in euros.
   */
  price: number | null;
  image: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Proposal".
 */
export interface Proposal {
  /**
   * A UUID.
   */
  id: string;
  kind: "price" | "cancellation";
  made_by: "buyer" | "seller";
  /**
   * Null for a cancellation.
   */
  price: number | null;
  reason: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  step: string;
  /**
   * Null when the step can be taken now; else the reason of the problem that it would have.
   */
  refusal: string | null;
  /**
   * What the body may have besides `step`.
   */
  fields: string[];
  /**
   * What the body must have besides `step`.
   */
  required: string[];
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Favorite".
 */
export interface Favorite {
  /**
   * A UUID.
   */
  id: string;
  /**
   * A UUID.
   */
  user_id: string;
  /**
   * A UUID.
   */
  listing_id: string;
  listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
  listing: Listing;
  created_at: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_racket".
 */
export interface ListingRacket {
  listing_type: "racket";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  category: "senior" | "junior";
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  frame: ("intact" | "chipped" | "cracked") | null;
  bumper: ("unworn" | "scuffed" | "worn through") | null;
  paint: ("unmarked" | "scratched" | "flaking") | null;
  grip_state: ("tacky" | "firm" | "slick") | null;
  string_state: ("fresh" | "played" | "slack" | "absent") | null;
  headsize: number | null;
  weight: number | null;
  weighed: ("Unstrung" | "Strung") | null;
  gripsize: ("0" | "1" | "2" | "3" | "4" | "5") | null;
  string_pattern:
    | (
        | "16x19"
        | "18x20"
        | "16x18"
        | "16x20"
        | "14x16"
        | "14x18"
        | "14x21"
        | "16x15"
        | "16x16"
        | "16x17"
        | "16x21"
        | "18x16"
        | "18x17"
        | "18x18"
        | "18x19"
        | "18x21"
        | "Other"
      )
    | null;
  color:
    | ("Black" | "White" | "Red" | "Blue" | "Yellow" | "Green" | "Orange" | "Purple" | "Multi" | "Other")
    | null;
  swingweight: number | null;
  balance: number | null;
  length: number | null;
  strung_with: string | null;
  string_tension: number | null;
  strung_in: string | null;
  shipping: ("Pick up" | "Shipping" | "Pick up or shipping") | null;
  transaction_options: ("direct_checkout" | "chat" | "bid")[] | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_string".
 */
export interface ListingString {
  listing_type: "string";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  type: "set" | "reel";
  material: ("natural gut" | "nylon" | "polyester" | "Synthetic") | null;
  string_type: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other") | null;
  gauge: number | null;
  length: number | null;
  tension: number | null;
  color:
    | (
        | "Natural"
        | "Black"
        | "Blue"
        | "Red"
        | "White"
        | "Silver"
        | "Gold"
        | "Yellow"
        | "Green"
        | "Other"
        | "Unknown"
      )
    | null;
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
  negotiation_type: ("Fixed price" | "Negotiable") | null;
  transaction_options: ("direct_checkout" | "chat" | "bid")[] | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_bag".
 */
export interface ListingBag {
  listing_type: "bag";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  style: ("backpack" | "racket bag" | "duffel" | "tournament") | null;
  capacity: number | null;
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  color: "Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown";
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_ball".
 */
export interface ListingBall {
  listing_type: "ball";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  balls_per_can: "2" | "3" | "4";
  packaging_type: "can" | "box";
  grade: ("premium" | "practice" | "training") | null;
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_clothes".
 */
export interface ListingClothes {
  listing_type: "clothes";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  gender: "Men" | "Women" | "Boys" | "Girls" | "Unisex";
  type:
    | "Shirt"
    | "T-Shirt"
    | "Polo Shirt"
    | "Tank Top"
    | "Long Sleeve Shirt"
    | "Shorts"
    | "Pants"
    | "Leggings"
    | "Skirt"
    | "Dress"
    | "Jacket"
    | "Windbreaker"
    | "Sweatshirt"
    | "Hoodie"
    | "Track Suit"
    | "Compression Wear"
    | "Socks"
    | "Cap/Hat"
    | "Visor"
    | "Wristbands"
    | "Headbands";
  size:
    | "28"
    | "30"
    | "32"
    | "34"
    | "36"
    | "38"
    | "40"
    | "One size"
    | "XS"
    | "S"
    | "M"
    | "L"
    | "XL"
    | "XXL"
    | "4-6Y"
    | "6-8Y"
    | "8-10Y"
    | "10-12Y"
    | "12-14Y"
    | "14-16Y"
    | "XXS (00)"
    | "XS (0-2)"
    | "S (4-6)"
    | "M (8-10)"
    | "L (12-14)"
    | "XL (16-18)";
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  color:
    | "White"
    | "Black"
    | "Navy"
    | "Blue"
    | "Red"
    | "Green"
    | "Yellow"
    | "Orange"
    | "Purple"
    | "Pink"
    | "Multi"
    | "Unknown";
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Listing_accessory".
 */
export interface ListingAccessory {
  listing_type: "accessory";
  /**
   * A UUID.
   */
  id: string;
  name: string;
  brand: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  currency: "EUR";
  /**
   * Only the owner sees a hidden listing.
   */
  status: "available" | "reserved" | "sold" | "hidden";
  /**
   * Pieces that are not sold.
   */
  quantity: number;
  /**
   * Pieces that nobody reserved.
   */
  quantity_available: number;
  /**
   * The main photo.
   */
  image: string | null;
  /**
   * The seller.
   */
  user_id: string;
  created_at: string;
  /**
   * Of the name and the description, if it is known.
   */
  language: string | null;
  country: string | null;
  /**
   * The postal area ("1012"); for the owner, the whole code ("1012AB").
   */
  postal_code: string | null;
  town: string | null;
  /**
   * From the postal code of the request, if it has one.
   */
  distance_km: number | null;
  /**
   * Whether only the region of one of the places is known, so that the distance is a guess.
   */
  distance_rough: boolean;
  /**
   * The page.
   */
  url: string;
  /**
   * Not in lists.
   */
  description?: string;
  /**
   * All photos, the main one first. Not in lists.
   */
  images?: string[];
  /**
   * Not in lists.
   */
  seller?: {
    /**
     * A UUID.
     */
    id: string;
    username: string;
    avatar_url: string | null;
  };
  /**
   * Of the catalogue, if it is known. Not in lists.
   */
  model?: {
    slug: string;
    title: string;
    url: string;
  } | null;
  type:
    | "Dampeners"
    | "Ball Pumps"
    | "Grips"
    | "Grip Tape"
    | "String Savers"
    | "Ball Hoppers"
    | "Line Sweepers"
    | "Court Markers"
    | "Ball Clips"
    | "Racket Stencils"
    | "String Tools"
    | "Racket Tools"
    | "Court Measuring Tools"
    | "Wristbands"
    | "Headbands"
    | "Protection"
    | "Other";
  color:
    | "Black"
    | "White"
    | "Blue"
    | "Red"
    | "Yellow"
    | "Green"
    | "Grey"
    | "Pink"
    | "Purple"
    | "Orange"
    | "Multi"
    | "Unknown";
  condition: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown") | null;
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RecentlyViewed".
 */
export interface RecentlyViewed {
  /**
   * A UUID.
   */
  user_id: string;
  /**
   * A UUID.
   */
  listing_id: string;
  listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
  listing: Listing;
  viewed_at: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FoundListings".
 */
export interface FoundListings {
  data: Listing[];
  /**
   * Null on the last page.
   */
  next: string | null;
  total: number;
  /**
   * Whether there are at least so many.
   */
  total_is_capped: boolean;
  /**
   * Null for a search without words.
   */
  intent: SearchIntent | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SearchIntent".
 */
export interface SearchIntent {
  /**
   * What was searched for: the words, with corrections.
   */
  text: string;
  corrected: boolean;
  /**
   * The categories that the words mean. Null for all; empty for what the shop does not sell.
   */
  listing_types: ("racket" | "string" | "bag" | "ball" | "clothes" | "accessory")[] | null;
  /**
   * Values of fields. A listing has one of each `any_of`, or the words.
   */
  values: {
    typed: string;
    any_of: {
      listing_type: "racket" | "string" | "bag" | "ball" | "clothes" | "accessory";
      field: string;
      values: string[];
    }[];
  }[];
  /**
   * Words that a listing must have.
   */
  words: string[];
  /**
   * What no listing has.
   */
  excluded: string[];
  /**
   * What was left out, because nothing has it.
   */
  left_out: string[];
  /**
   * In euros.
   */
  price: {
    min: number | null;
    max: number | null;
  } | null;
  date_filter: ("all" | "today" | "week" | "month" | "three_months" | "six_months" | "year") | null;
  place: {
    typed: string;
    town: string | null;
    within_km: number;
  } | null;
  country: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * The username, as typed.
   */
  seller: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Message".
 */
export interface Message {
  /**
   * A UUID.
   */
  id: string;
  /**
   * A UUID.
   */
  chat_room_id: string;
  /**
   * Its number in the room: 1, 2, 3 … without gaps.
   */
  seq: number;
  /**
   * Null for a deleted account.
   */
  sender_id: string | null;
  /**
   * The id that the sender chose, for the sender.
   */
  client_id: string | null;
  /**
   * Null for a message that moderators hid.
   */
  message: string | null;
  language: string | null;
  photos: MessagePhoto[];
  offer: MessageOffer | null;
  /**
   * It may lead its reader to pay or to talk outside the shop.
   */
  warning: ("payment" | "contact") | null;
  created_at: string;
}
/**
 * A picture that only the two people of its room may fetch.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "MessagePhoto".
 */
export interface MessagePhoto {
  /**
   * A UUID.
   */
  id: string;
  url: string;
  width: number;
  height: number;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "MessageOffer".
 */
export interface MessageOffer {
  /**
   * A UUID.
   */
  id: string;
  made_by: "buyer" | "seller";
  state: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "expired" | "ended";
  pieces: number;
  /**
   * In euros, for all pieces together.
   */
  price: number;
  currency: "EUR";
  expires_at: string;
  steps: Step[];
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Model".
 */
export interface Model {
  listing_type: "racket" | "string";
  slug: string;
  brand: string;
  name: string;
  generation: string | null;
  title: string;
  /**
   * Its figures. Those that no source has are absent.
   */
  specs: {
    [k: string]: number | string | number[];
  };
  url: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelDetails".
 */
export interface ModelDetails {
  listing_type: "racket" | "string";
  slug: string;
  brand: string;
  name: string;
  generation: string | null;
  title: string;
  /**
   * Its figures. Those that no source has are absent.
   */
  specs: {
    [k: string]: number | string | number[];
  };
  url: string;
  sources: string[];
  /**
   * Whether several sources agree about the figures.
   */
  sources_agree: boolean;
  on_offer: {
    count: number;
    lowest_price: number | null;
    highest_price: number | null;
    currency: "EUR";
  };
  /**
   * The newest on offer.
   */
  listings: Listing[];
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PriceGuide".
 */
export interface PriceGuide {
  from: "sales" | "asking_prices";
  /**
   * Whether the prices are those of all generations, because its own has too few.
   */
  all_generations: boolean;
  /**
   * Null for prices in any condition.
   */
  condition: string | null;
  /**
   * In euros.
   */
  low: number;
  /**
   * In euros.
   */
  middle: number;
  /**
   * In euros.
   */
  high: number;
  currency: "EUR";
  /**
   * How many prices there are.
   */
  prices: number;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Notification".
 */
export interface Notification {
  /**
   * A UUID.
   */
  id: string;
  kind: "message" | "saved_search" | "price_drop" | "sold" | "back" | "review" | "deal" | "offer" | "account";
  /**
   * A sentence in the language that the person had when it was written.
   */
  content: string;
  search_query: string | null;
  image_url: string | null;
  /**
   * The page to which it leads.
   */
  url: string | null;
  created_at: string;
  /**
   * Null while it is unread.
   */
  read_at: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Unread".
 */
export interface Unread {
  /**
   * The number at the bell: notifications, and conversations.
   */
  unread: number;
  /**
   * How many of it are conversations.
   */
  unread_chats: number;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NotificationChoices".
 */
export interface NotificationChoices {
  message: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  saved_search: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  price_drop: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  sold: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  back: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  review: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  deal: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  offer: {
    in_app: boolean;
    mail: "at_once" | "daily" | "off";
  };
  account: {
    in_app: boolean;
    mail: "at_once" | "off";
  };
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Offer".
 */
export interface Offer {
  /**
   * A UUID.
   */
  id: string;
  made_by: "buyer" | "seller";
  state: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "expired" | "ended";
  pieces: number;
  /**
   * In euros, for all pieces together.
   */
  price: number;
  currency: "EUR";
  expires_at: string;
  steps: Step[];
  /**
   * A UUID.
   */
  room_id: string;
  /**
   * Of the person who asks.
   */
  role: "buyer" | "seller";
  listing: ListingReference2;
  other_profile: PersonReference | null;
  created_at: string;
  closed_at: string | null;
  /**
   * The deal that its acceptance made.
   */
  deal_id: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_racket".
 */
export interface NewListingRacket {
  listing_type: "racket";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand?: string | null;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  /**
   * Ids of photos that you have sent, or URLs of your photos here. The main one first.
   *
   * @maxItems 20
   */
  images: string[];
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  /**
   * The slug or the name of a model of the catalogue.
   */
  model?: string | null;
  category: "senior" | "junior";
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  frame?: ("intact" | "chipped" | "cracked") | null;
  bumper?: ("unworn" | "scuffed" | "worn through") | null;
  paint?: ("unmarked" | "scratched" | "flaking") | null;
  grip_state?: ("tacky" | "firm" | "slick") | null;
  string_state?: ("fresh" | "played" | "slack" | "absent") | null;
  headsize?: number | null;
  weight?: number | null;
  weighed?: ("Unstrung" | "Strung") | null;
  gripsize?: ("0" | "1" | "2" | "3" | "4" | "5") | null;
  string_pattern?:
    | (
        | "16x19"
        | "18x20"
        | "16x18"
        | "16x20"
        | "14x16"
        | "14x18"
        | "14x21"
        | "16x15"
        | "16x16"
        | "16x17"
        | "16x21"
        | "18x16"
        | "18x17"
        | "18x18"
        | "18x19"
        | "18x21"
        | "Other"
      )
    | null;
  color?:
    | ("Black" | "White" | "Red" | "Blue" | "Yellow" | "Green" | "Orange" | "Purple" | "Multi" | "Other")
    | null;
  swingweight?: number | null;
  balance?: number | null;
  length?: number | null;
  strung_with?: string | null;
  string_tension?: number | null;
  strung_in?: string | null;
  shipping?: ("Pick up" | "Shipping" | "Pick up or shipping") | null;
  transaction_options?: ("direct_checkout" | "chat" | "bid")[] | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_string".
 */
export interface NewListingString {
  listing_type: "string";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand: string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  images?: string[] | null;
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  /**
   * The slug or the name of a model of the catalogue.
   */
  model?: string | null;
  type?: "set" | "reel";
  material?: ("natural gut" | "nylon" | "polyester" | "Synthetic") | null;
  string_type?: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other") | null;
  gauge?: number | null;
  length?: number | null;
  tension?: number | null;
  color?:
    | (
        | "Natural"
        | "Black"
        | "Blue"
        | "Red"
        | "White"
        | "Silver"
        | "Gold"
        | "Yellow"
        | "Green"
        | "Other"
        | "Unknown"
      )
    | null;
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  shipping?: "Pick up" | "Shipping" | "Pick up or shipping";
  negotiation_type?: ("Fixed price" | "Negotiable") | null;
  transaction_options?: ("direct_checkout" | "chat" | "bid")[] | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_bag".
 */
export interface NewListingBag {
  listing_type: "bag";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand?: string | null;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  /**
   * Ids of photos that you have sent, or URLs of your photos here. The main one first.
   *
   * @maxItems 20
   */
  images: string[];
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  style?: ("backpack" | "racket bag" | "duffel" | "tournament") | null;
  capacity?: number | null;
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  color: "Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown";
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_ball".
 */
export interface NewListingBall {
  listing_type: "ball";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand: string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  images?: string[] | null;
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  balls_per_can: "2" | "3" | "4";
  packaging_type: "can" | "box";
  grade?: ("premium" | "practice" | "training") | null;
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_clothes".
 */
export interface NewListingClothes {
  listing_type: "clothes";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand: string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  /**
   * Ids of photos that you have sent, or URLs of your photos here. The main one first.
   *
   * @maxItems 20
   */
  images: string[];
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  gender: "Men" | "Women" | "Boys" | "Girls" | "Unisex";
  type:
    | "Shirt"
    | "T-Shirt"
    | "Polo Shirt"
    | "Tank Top"
    | "Long Sleeve Shirt"
    | "Shorts"
    | "Pants"
    | "Leggings"
    | "Skirt"
    | "Dress"
    | "Jacket"
    | "Windbreaker"
    | "Sweatshirt"
    | "Hoodie"
    | "Track Suit"
    | "Compression Wear"
    | "Socks"
    | "Cap/Hat"
    | "Visor"
    | "Wristbands"
    | "Headbands";
  size:
    | "28"
    | "30"
    | "32"
    | "34"
    | "36"
    | "38"
    | "40"
    | "One size"
    | "XS"
    | "S"
    | "M"
    | "L"
    | "XL"
    | "XXL"
    | "4-6Y"
    | "6-8Y"
    | "8-10Y"
    | "10-12Y"
    | "12-14Y"
    | "14-16Y"
    | "XXS (00)"
    | "XS (0-2)"
    | "S (4-6)"
    | "M (8-10)"
    | "L (12-14)"
    | "XL (16-18)";
  condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  color:
    | "White"
    | "Black"
    | "Navy"
    | "Blue"
    | "Red"
    | "Green"
    | "Yellow"
    | "Orange"
    | "Purple"
    | "Pink"
    | "Multi"
    | "Unknown";
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewListing_accessory".
 */
export interface NewListingAccessory {
  listing_type: "accessory";
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name: string;
  brand: string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price: number;
  /**
   * Ids of photos that you have sent, or URLs of your photos here. The main one first.
   *
   * @maxItems 20
   */
  images: string[];
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  type:
    | "Dampeners"
    | "Ball Pumps"
    | "Grips"
    | "Grip Tape"
    | "String Savers"
    | "Ball Hoppers"
    | "Line Sweepers"
    | "Court Markers"
    | "Ball Clips"
    | "Racket Stencils"
    | "String Tools"
    | "Racket Tools"
    | "Court Measuring Tools"
    | "Wristbands"
    | "Headbands"
    | "Protection"
    | "Other";
  color:
    | "Black"
    | "White"
    | "Blue"
    | "Red"
    | "Yellow"
    | "Green"
    | "Grey"
    | "Pink"
    | "Purple"
    | "Orange"
    | "Multi"
    | "Unknown";
  condition?: ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown") | null;
  shipping: "Pick up" | "Shipping" | "Pick up or shipping";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListingChanges".
 */
export interface ListingChanges {
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name?: string;
  brand?: (string | null) | string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price?: number;
  images?: string[] | (string[] | null);
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  /**
   * The slug or the name of a model of the catalogue.
   */
  model?: string | null;
  category?: "senior" | "junior";
  condition?:
    | ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")
    | (("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown") | null);
  frame?: ("intact" | "chipped" | "cracked") | null;
  bumper?: ("unworn" | "scuffed" | "worn through") | null;
  paint?: ("unmarked" | "scratched" | "flaking") | null;
  grip_state?: ("tacky" | "firm" | "slick") | null;
  string_state?: ("fresh" | "played" | "slack" | "absent") | null;
  headsize?: number | null;
  weight?: number | null;
  weighed?: ("Unstrung" | "Strung") | null;
  gripsize?: ("0" | "1" | "2" | "3" | "4" | "5") | null;
  string_pattern?:
    | (
        | "16x19"
        | "18x20"
        | "16x18"
        | "16x20"
        | "14x16"
        | "14x18"
        | "14x21"
        | "16x15"
        | "16x16"
        | "16x17"
        | "16x21"
        | "18x16"
        | "18x17"
        | "18x18"
        | "18x19"
        | "18x21"
        | "Other"
      )
    | null;
  color?:
    | (
        | ("Black" | "White" | "Red" | "Blue" | "Yellow" | "Green" | "Orange" | "Purple" | "Multi" | "Other")
        | null
      )
    | (
        | (
            | "Natural"
            | "Black"
            | "Blue"
            | "Red"
            | "White"
            | "Silver"
            | "Gold"
            | "Yellow"
            | "Green"
            | "Other"
            | "Unknown"
          )
        | null
      )
    | ("Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown")
    | (
        | "White"
        | "Black"
        | "Navy"
        | "Blue"
        | "Red"
        | "Green"
        | "Yellow"
        | "Orange"
        | "Purple"
        | "Pink"
        | "Multi"
        | "Unknown"
      )
    | (
        | "Black"
        | "White"
        | "Blue"
        | "Red"
        | "Yellow"
        | "Green"
        | "Grey"
        | "Pink"
        | "Purple"
        | "Orange"
        | "Multi"
        | "Unknown"
      );
  swingweight?: number | null;
  balance?: number | null;
  length?: number | null;
  strung_with?: string | null;
  string_tension?: number | null;
  strung_in?: string | null;
  shipping?:
    | (("Pick up" | "Shipping" | "Pick up or shipping") | null)
    | ("Pick up" | "Shipping" | "Pick up or shipping");
  transaction_options?: ("direct_checkout" | "chat" | "bid")[] | null;
  type?:
    | ("set" | "reel")
    | (
        | "Shirt"
        | "T-Shirt"
        | "Polo Shirt"
        | "Tank Top"
        | "Long Sleeve Shirt"
        | "Shorts"
        | "Pants"
        | "Leggings"
        | "Skirt"
        | "Dress"
        | "Jacket"
        | "Windbreaker"
        | "Sweatshirt"
        | "Hoodie"
        | "Track Suit"
        | "Compression Wear"
        | "Socks"
        | "Cap/Hat"
        | "Visor"
        | "Wristbands"
        | "Headbands"
      )
    | (
        | "Dampeners"
        | "Ball Pumps"
        | "Grips"
        | "Grip Tape"
        | "String Savers"
        | "Ball Hoppers"
        | "Line Sweepers"
        | "Court Markers"
        | "Ball Clips"
        | "Racket Stencils"
        | "String Tools"
        | "Racket Tools"
        | "Court Measuring Tools"
        | "Wristbands"
        | "Headbands"
        | "Protection"
        | "Other"
      );
  material?: ("natural gut" | "nylon" | "polyester" | "Synthetic") | null;
  string_type?: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other") | null;
  gauge?: number | null;
  tension?: number | null;
  negotiation_type?: ("Fixed price" | "Negotiable") | null;
  style?: ("backpack" | "racket bag" | "duffel" | "tournament") | null;
  capacity?: number | null;
  balls_per_can?: "2" | "3" | "4";
  packaging_type?: "can" | "box";
  grade?: ("premium" | "practice" | "training") | null;
  gender?: "Men" | "Women" | "Boys" | "Girls" | "Unisex";
  size?:
    | "28"
    | "30"
    | "32"
    | "34"
    | "36"
    | "38"
    | "40"
    | "One size"
    | "XS"
    | "S"
    | "M"
    | "L"
    | "XL"
    | "XXL"
    | "4-6Y"
    | "6-8Y"
    | "8-10Y"
    | "10-12Y"
    | "12-14Y"
    | "14-16Y"
    | "XXS (00)"
    | "XS (0-2)"
    | "S (4-6)"
    | "M (8-10)"
    | "L (12-14)"
    | "XL (16-18)";
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Photo".
 */
export interface Photo {
  /**
   * A UUID.
   */
  id: string;
  /**
   * Its largest picture, in WebP.
   */
  url: string;
  /**
   * Of the largest picture, in pixels.
   */
  width: number;
  height: number;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Preferences".
 */
export interface Preferences {
  /**
   * A UUID.
   */
  user_id: string;
  /**
   * @maxItems 9
   */
  racket_sizes: (
    "4" | "4 1/8" | "4 1/4" | "4 3/8" | "4 1/2" | "4 5/8" | "Junior 4" | "Junior 4 1/8" | "Junior 4 1/4"
  )[];
  /**
   * @maxItems 25
   */
  clothes_sizes: (
    | "28"
    | "30"
    | "32"
    | "34"
    | "36"
    | "38"
    | "40"
    | "XS"
    | "S"
    | "M"
    | "L"
    | "XL"
    | "XXL"
    | "XXS (00)"
    | "XS (0-2)"
    | "S (4-6)"
    | "M (8-10)"
    | "L (12-14)"
    | "XL (16-18)"
    | "4-6Y"
    | "6-8Y"
    | "8-10Y"
    | "10-12Y"
    | "12-14Y"
    | "14-16Y"
  )[];
  /**
   * @maxItems 23
   */
  shoe_sizes: (
    | "36"
    | "37"
    | "38"
    | "39"
    | "40"
    | "41"
    | "42"
    | "43"
    | "44"
    | "45"
    | "46"
    | "47"
    | "36.5"
    | "37.5"
    | "38.5"
    | "39.5"
    | "40.5"
    | "41.5"
    | "42.5"
    | "43.5"
    | "44.5"
    | "45.5"
    | "46.5"
  )[];
  /**
   * Null if nothing was ever chosen.
   */
  updated_at: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Region".
 */
export interface Region {
  country: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  language: ("en-GB" | "en-US" | "nl" | "de" | "fr") | null;
  currency: ("EUR" | "GBP" | "USD") | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Profile".
 */
export interface Profile {
  /**
   * A UUID.
   */
  id: string;
  username: string;
  full_name: string | null;
  email: string | null;
  phone: string | null;
  shipping_address: string | null;
  billing_address: string | null;
  /**
   * The address of a square picture.
   */
  avatar_url: string | null;
  /**
   * When its texts were last changed.
   */
  updated_at: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UsernameAvailability".
 */
export interface UsernameAvailability {
  /**
   * As it would be stored.
   */
  username: string;
  available: boolean;
  /**
   * Why not, for people, in the language of the request.
   */
  detail: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PublicProfile".
 */
export interface PublicProfile {
  /**
   * A UUID.
   */
  id: string;
  username: string;
  /**
   * The address of a square picture.
   */
  avatar_url: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReportReceipt".
 */
export interface ReportReceipt {
  /**
   * False if the caller had reported the same open case.
   */
  is_new: boolean;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  /**
   * A UUID.
   */
  id: string;
  /**
   * Null if the account was deleted.
   */
  reviewer_id: string | null;
  reviewer_username: string | null;
  /**
   * A UUID.
   */
  reviewed_user_id: string;
  rating: number;
  comment: string;
  created_at: string;
  /**
   * By the reviewed person.
   */
  answer: string | null;
  answered_at: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DealReviews".
 */
export interface DealReviews {
  /**
   * A UUID.
   */
  deal_id: string;
  mine: Review | null;
  /**
   * Whether others see it. Then it stays as it is.
   */
  mine_visible: boolean;
  /**
   * Null until it is public.
   */
  theirs: Review | null;
  /**
   * Whether the other party wrote a review that is still hidden.
   */
  awaited: boolean;
  /**
   * When hidden reviews become public at the latest.
   */
  visible_at: string | null;
  may_write: boolean;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Room".
 */
export interface Room {
  /**
   * A UUID.
   */
  id: string;
  listing_type: string;
  /**
   * A UUID.
   */
  listing_id: string;
  seller_id: string | null;
  buyer_id: string | null;
  created_at: string;
  last_message_at: string | null;
  /**
   * Null for a deleted account.
   */
  seller_profile: PersonReference | null;
  buyer_profile: PersonReference | null;
  last_message: {
    message: string | null;
    created_at: string;
    sender_id: string | null;
  } | null;
  unread_count: number;
  /**
   * The person who asks blocks the other one.
   */
  blocked: boolean;
  listing: ListingReference2;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SavedSearch".
 */
export interface SavedSearch {
  /**
   * A UUID.
   */
  id: string;
  name: string;
  /**
   * Path and query of the search in the shop.
   */
  address: string;
  /**
   * Whether new matches are notified.
   */
  notify: boolean;
  /**
   * How many matches are new since it was last opened; 100 for more than 99.
   */
  fresh: number;
  created_at: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Suggestion".
 */
export interface Suggestion {
  kind: "search" | "category" | "model" | "seller" | "listing";
  text: string;
  url: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Seller".
 */
export interface Seller {
  /**
   * A UUID.
   */
  id: string;
  username: string;
  avatar_url: string | null;
  created_at: string;
  country: string | null;
  rating: {
    average: number;
    reviews: number;
  } | null;
  sales: number;
  /**
   * Deals that the other party ended, because this one did nothing.
   */
  deals_ended: number;
  /**
   * Null if it takes longer, or is not known.
   */
  replies_within: ("hour" | "hours" | "day" | "days") | null;
  /**
   * The discount for at least so many items.
   */
  bundle: {
    items: number;
    percent: number;
  } | null;
  /**
   * What a business states; null for a private seller. Its page says how to reach it.
   */
  trader: {
    name: string;
    address: string;
    registration: string;
    vat_id: string | null;
  } | null;
  url: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StockItem".
 */
export interface StockItem {
  /**
   * Pieces for sale.
   */
  quantity?: number;
  name?: string;
  brand?: (string | null) | string;
  description?: string | null;
  /**
   * In euros, with at most two decimals.
   */
  price?: number;
  /**
   * URLs of pictures, which are fetched within minutes. Without any, the photos stay.
   */
  images?: string[] | null;
  country?: ("NL" | "DE" | "FR" | "GB" | "US") | null;
  /**
   * Others see only its area.
   */
  postal_code?: string | null;
  /**
   * The slug or the name of a model of the catalogue.
   */
  model?: string | null;
  category?: "senior" | "junior";
  condition?:
    | ("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used")
    | (("New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used" | "Unknown") | null);
  frame?: ("intact" | "chipped" | "cracked") | null;
  bumper?: ("unworn" | "scuffed" | "worn through") | null;
  paint?: ("unmarked" | "scratched" | "flaking") | null;
  grip_state?: ("tacky" | "firm" | "slick") | null;
  string_state?: ("fresh" | "played" | "slack" | "absent") | null;
  headsize?: number | null;
  weight?: number | null;
  weighed?: ("Unstrung" | "Strung") | null;
  gripsize?: ("0" | "1" | "2" | "3" | "4" | "5") | null;
  string_pattern?:
    | (
        | "16x19"
        | "18x20"
        | "16x18"
        | "16x20"
        | "14x16"
        | "14x18"
        | "14x21"
        | "16x15"
        | "16x16"
        | "16x17"
        | "16x21"
        | "18x16"
        | "18x17"
        | "18x18"
        | "18x19"
        | "18x21"
        | "Other"
      )
    | null;
  color?:
    | (
        | ("Black" | "White" | "Red" | "Blue" | "Yellow" | "Green" | "Orange" | "Purple" | "Multi" | "Other")
        | null
      )
    | (
        | (
            | "Natural"
            | "Black"
            | "Blue"
            | "Red"
            | "White"
            | "Silver"
            | "Gold"
            | "Yellow"
            | "Green"
            | "Other"
            | "Unknown"
          )
        | null
      )
    | ("Black" | "Blue" | "Red" | "White" | "Grey" | "Unknown")
    | (
        | "White"
        | "Black"
        | "Navy"
        | "Blue"
        | "Red"
        | "Green"
        | "Yellow"
        | "Orange"
        | "Purple"
        | "Pink"
        | "Multi"
        | "Unknown"
      )
    | (
        | "Black"
        | "White"
        | "Blue"
        | "Red"
        | "Yellow"
        | "Green"
        | "Grey"
        | "Pink"
        | "Purple"
        | "Orange"
        | "Multi"
        | "Unknown"
      );
  swingweight?: number | null;
  balance?: number | null;
  length?: number | null;
  strung_with?: string | null;
  string_tension?: number | null;
  strung_in?: string | null;
  shipping?:
    | (("Pick up" | "Shipping" | "Pick up or shipping") | null)
    | ("Pick up" | "Shipping" | "Pick up or shipping");
  transaction_options?: ("direct_checkout" | "chat" | "bid")[] | null;
  type?:
    | ("set" | "reel")
    | (
        | "Shirt"
        | "T-Shirt"
        | "Polo Shirt"
        | "Tank Top"
        | "Long Sleeve Shirt"
        | "Shorts"
        | "Pants"
        | "Leggings"
        | "Skirt"
        | "Dress"
        | "Jacket"
        | "Windbreaker"
        | "Sweatshirt"
        | "Hoodie"
        | "Track Suit"
        | "Compression Wear"
        | "Socks"
        | "Cap/Hat"
        | "Visor"
        | "Wristbands"
        | "Headbands"
      )
    | (
        | "Dampeners"
        | "Ball Pumps"
        | "Grips"
        | "Grip Tape"
        | "String Savers"
        | "Ball Hoppers"
        | "Line Sweepers"
        | "Court Markers"
        | "Ball Clips"
        | "Racket Stencils"
        | "String Tools"
        | "Racket Tools"
        | "Court Measuring Tools"
        | "Wristbands"
        | "Headbands"
        | "Protection"
        | "Other"
      );
  material?: ("natural gut" | "nylon" | "polyester" | "Synthetic") | null;
  string_type?: ("Multifilament" | "Monofilament" | "Natural gut" | "Hybrid" | "Other") | null;
  gauge?: number | null;
  tension?: number | null;
  negotiation_type?: ("Fixed price" | "Negotiable") | null;
  style?: ("backpack" | "racket bag" | "duffel" | "tournament") | null;
  capacity?: number | null;
  balls_per_can?: "2" | "3" | "4";
  packaging_type?: "can" | "box";
  grade?: ("premium" | "practice" | "training") | null;
  gender?: "Men" | "Women" | "Boys" | "Girls" | "Unisex";
  size?:
    | "28"
    | "30"
    | "32"
    | "34"
    | "36"
    | "38"
    | "40"
    | "One size"
    | "XS"
    | "S"
    | "M"
    | "L"
    | "XL"
    | "XXL"
    | "4-6Y"
    | "6-8Y"
    | "8-10Y"
    | "10-12Y"
    | "12-14Y"
    | "14-16Y"
    | "XXS (00)"
    | "XS (0-2)"
    | "S (4-6)"
    | "M (8-10)"
    | "L (12-14)"
    | "XL (16-18)";
  /**
   * That the price is right, although it is 0 or far from what the model usually costs.
   */
  price_confirmed?: boolean;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StockItemAnswer".
 */
export interface StockItemAnswer {
  /**
   * The place of the item in the request, from 0.
   */
  index: number;
  /**
   * The status that the item would have alone.
   */
  status: number;
  outcome: ("created" | "updated" | "unchanged") | null;
  listing_type: string | null;
  sku: string | null;
  /**
   * The id of its listing.
   */
  id: string | null;
  /**
   * Whether it states more pieces than are for sale, because the others were sold here.
   */
  sold_here: boolean;
  /**
   * As RFC 9457 says.
   */
  problem: {
    [k: string]: unknown;
  } | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Webhook".
 */
export interface Webhook {
  /**
   * A UUID.
   */
  id: string;
  url: string;
  types: (
    | "listing.available"
    | "listing.reserved"
    | "listing.sold"
    | "listing.hidden"
    | "offer.created"
    | "offer.accepted"
    | "offer.countered"
    | "offer.declined"
    | "offer.withdrawn"
    | "offer.expired"
    | "offer.ended"
    | "deal.created"
    | "deal.confirmed"
    | "deal.unconfirmed"
    | "deal.agreed"
    | "deal.handed_over"
    | "deal.sent"
    | "deal.received"
    | "deal.cancelled"
    | "message.created"
  )[];
  active: boolean;
  /**
   * Why it is off: its owner, nothing was accepted for a day, it answered 410, too much waited, or the key that set its address was revoked.
   */
  off: ("person" | "failing" | "gone" | "full" | "key") | null;
  /**
   * Since when it has accepted nothing.
   */
  failing_since: string | null;
  created_at: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewWebhook".
 */
export interface NewWebhook {
  /**
   * A UUID.
   */
  id: string;
  url: string;
  types: (
    | "listing.available"
    | "listing.reserved"
    | "listing.sold"
    | "listing.hidden"
    | "offer.created"
    | "offer.accepted"
    | "offer.countered"
    | "offer.declined"
    | "offer.withdrawn"
    | "offer.expired"
    | "offer.ended"
    | "deal.created"
    | "deal.confirmed"
    | "deal.unconfirmed"
    | "deal.agreed"
    | "deal.handed_over"
    | "deal.sent"
    | "deal.received"
    | "deal.cancelled"
    | "message.created"
  )[];
  active: boolean;
  /**
   * Why it is off: its owner, nothing was accepted for a day, it answered 410, too much waited, or the key that set its address was revoked.
   */
  off: ("person" | "failing" | "gone" | "full" | "key") | null;
  /**
   * Since when it has accepted nothing.
   */
  failing_since: string | null;
  created_at: string;
  /**
   * Signs each delivery (Standard Webhooks).
   */
  secret: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookDelivery".
 */
export interface WebhookDelivery {
  /**
   * The header webhook-id, the same at each try.
   */
  id: string;
  type: string;
  data: {
    [k: string]: unknown;
  };
  created_at: string;
  state: "waiting" | "delivered" | "failed";
  tries: number;
  /**
   * When it is tried next; null unless it waits.
   */
  next_at: string | null;
  tried_at: string | null;
  /**
   * The HTTP status of the last answer.
   */
  status: number | null;
  /**
   * Why the last try got no answer, or a redirect.
   */
  fault: string | null;
  took_ms: number | null;
  /**
   * How the last answer begins.
   */
  answer: string | null;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Session".
 */
export interface Session {
  access_token: string;
  token_type: "bearer";
  /**
   * Seconds until the access token ends.
   */
  expires_in: number;
  /**
   * When the access token ends, in seconds since 1970.
   */
  expires_at: number;
  /**
   * Works once; its answer has the next one.
   */
  refresh_token: string;
  user: User;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "User".
 */
export interface User {
  /**
   * A UUID.
   */
  id: string;
  email: string;
  email_verified: boolean;
  /**
   * The address to which a change waits for mailed links.
   */
  new_email: string | null;
  /**
   * In E.164.
   */
  phone: string | null;
  created_at: string;
  identities: {
    /**
     * A UUID.
     */
    id: string;
    /**
     * A UUID.
     */
    identity_id: string;
    provider: "email" | "facebook" | "google" | "apple" | "oidc";
    created_at: string;
  }[];
  factors: {
    /**
     * A UUID.
     */
    id: string;
    factor_type: "totp";
    status: "verified" | "unverified";
  }[];
  user_metadata: {
    username: string;
  };
}
/**
 * These replace the tokens that ended.
 */
export interface Tokens {
  access_token: string;
  token_type: "bearer";
  /**
   * Seconds until the access token ends.
   */
  expires_in: number;
  /**
   * When the access token ends, in seconds since 1970.
   */
  expires_at: number;
  /**
   * Works once; its answer has the next one.
   */
  refresh_token: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Tokens".
 */
export interface Tokens1 {
  access_token: string;
  token_type: "bearer";
  /**
   * Seconds until the access token ends.
   */
  expires_in: number;
  /**
   * When the access token ends, in seconds since 1970.
   */
  expires_at: number;
  /**
   * Works once; its answer has the next one.
   */
  refresh_token: string;
}
/**
 * A problem by RFC 9457.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /**
   * Of a closed list, which only grows.
   */
  reason: string;
  instance: string;
  errors?: {
    field: string;
    detail: string;
  }[];
  /**
   * Of `idempotency_secret`: the address of what the first request has created.
   */
  location?: string;
  [k: string]: unknown;
}

/** Method, path and type of the body of each operation. */
export const ADDRESSES = {
  listBlocks: ["GET", "/api/v1/blocks", ""],
  block: ["PUT", "/api/v1/blocks/{username}", ""],
  unblock: ["DELETE", "/api/v1/blocks/{username}", ""],
  listDeals: ["GET", "/api/v1/deals", ""],
  startDeal: ["POST", "/api/v1/deals", "application/json"],
  buyNow: ["POST", "/api/v1/purchases", "application/json"],
  getDeal: ["GET", "/api/v1/deals/{id}", ""],
  takeDealStep: ["POST", "/api/v1/deals/{id}/steps", "application/json"],
  streamEvents: ["GET", "/api/v1/events", ""],
  listFavorites: ["GET", "/api/v1/favorites", ""],
  removeAllFavorites: ["DELETE", "/api/v1/favorites", ""],
  getFavorite: ["GET", "/api/v1/favorites/{listing_type}/{listing_id}", ""],
  addFavorite: ["PUT", "/api/v1/favorites/{listing_type}/{listing_id}", ""],
  removeFavorite: ["DELETE", "/api/v1/favorites/{listing_type}/{listing_id}", ""],
  listRecentlyViewed: ["GET", "/api/v1/recently-viewed", ""],
  forgetAllViews: ["DELETE", "/api/v1/recently-viewed", ""],
  getRecentlyViewed: ["GET", "/api/v1/recently-viewed/{listing_type}/{listing_id}", ""],
  addView: ["PUT", "/api/v1/recently-viewed/{listing_type}/{listing_id}", ""],
  forgetView: ["DELETE", "/api/v1/recently-viewed/{listing_type}/{listing_id}", ""],
  browseRackets: ["GET", "/api/v1/listings/racket", ""],
  browseStrings: ["GET", "/api/v1/listings/string", ""],
  browseBags: ["GET", "/api/v1/listings/bag", ""],
  browseBalls: ["GET", "/api/v1/listings/ball", ""],
  browseClothes: ["GET", "/api/v1/listings/clothes", ""],
  browseAccessories: ["GET", "/api/v1/listings/accessory", ""],
  getListing: ["GET", "/api/v1/listings/{listing_type}/{listing_id}", ""],
  listSimilarListings: ["GET", "/api/v1/listings/{listing_type}/{listing_id}/similar", ""],
  listMessages: ["GET", "/api/v1/rooms/{id}/messages", ""],
  sendMessage: ["POST", "/api/v1/rooms/{id}/messages", "application/json"],
  uploadMessagePhoto: ["POST", "/api/v1/message-photos", "image/*"],
  getMessagePhoto: ["GET", "/api/v1/message-photos/{digits}/{file}", ""],
  listModels: ["GET", "/api/v1/models/{listing_type}", ""],
  getModel: ["GET", "/api/v1/models/{listing_type}/{slug}", ""],
  getModelPrices: ["GET", "/api/v1/models/{listing_type}/{slug}/prices", ""],
  listNotifications: ["GET", "/api/v1/notifications", ""],
  getNotification: ["GET", "/api/v1/notifications/{id}", ""],
  markNotificationRead: ["PATCH", "/api/v1/notifications/{id}", "application/json"],
  markNotificationsRead: ["POST", "/api/v1/notifications/read", "application/json"],
  getUnread: ["GET", "/api/v1/unread", ""],
  getNotificationChoices: ["GET", "/api/v1/notification-choices", ""],
  updateNotificationChoices: ["PATCH", "/api/v1/notification-choices", "application/json"],
  listOffers: ["GET", "/api/v1/offers", ""],
  makeOffer: ["POST", "/api/v1/offers", "application/json"],
  getOffer: ["GET", "/api/v1/offers/{id}", ""],
  takeOfferStep: ["POST", "/api/v1/offers/{id}/steps", "application/json"],
  createListing: ["POST", "/api/v1/listings", "application/json"],
  listOwnListings: ["GET", "/api/v1/my/listings", ""],
  getOwnListing: ["GET", "/api/v1/my/listings/{listing_type}/{listing_id}", ""],
  replaceListing: ["PUT", "/api/v1/my/listings/{listing_type}/{listing_id}", "application/json"],
  changeListing: ["PATCH", "/api/v1/my/listings/{listing_type}/{listing_id}", "application/json"],
  deleteListing: ["DELETE", "/api/v1/my/listings/{listing_type}/{listing_id}", ""],
  markSold: ["POST", "/api/v1/my/listings/{listing_type}/{listing_id}/sold", "application/json"],
  markAvailable: ["POST", "/api/v1/my/listings/{listing_type}/{listing_id}/available", "application/json"],
  confirmForSale: ["POST", "/api/v1/my/listings/still-for-sale", ""],
  createPhoto: ["POST", "/api/v1/photos", "image/*"],
  deletePhoto: ["DELETE", "/api/v1/photos/{id}", ""],
  getPreferences: ["GET", "/api/v1/preferences", ""],
  setPreferences: ["PUT", "/api/v1/preferences", "application/json"],
  getRegion: ["GET", "/api/v1/preferences/region", ""],
  setRegion: ["PUT", "/api/v1/preferences/region", "application/json"],
  getProfile: ["GET", "/api/v1/profile", ""],
  updateProfile: ["PATCH", "/api/v1/profile", "application/json"],
  checkUsername: ["GET", "/api/v1/profile/username", ""],
  setAvatar: ["PUT", "/api/v1/profile/avatar", "image/*"],
  removeAvatar: ["DELETE", "/api/v1/profile/avatar", ""],
  getPublicProfile: ["GET", "/api/v1/profiles/{id}", ""],
  report: ["POST", "/api/v1/reports", "application/json"],
  listReviews: ["GET", "/api/v1/reviews", ""],
  getReview: ["GET", "/api/v1/reviews/{id}", ""],
  answerReview: ["PUT", "/api/v1/reviews/{id}/answer", "application/json"],
  getDealReviews: ["GET", "/api/v1/deals/{deal_id}/review", ""],
  writeReview: ["PUT", "/api/v1/deals/{deal_id}/review", "application/json"],
  deleteReview: ["DELETE", "/api/v1/deals/{deal_id}/review", ""],
  listRooms: ["GET", "/api/v1/rooms", ""],
  openRoom: ["POST", "/api/v1/rooms", "application/json"],
  askAboutItems: ["POST", "/api/v1/cart-requests", "application/json"],
  getRoom: ["GET", "/api/v1/rooms/{id}", ""],
  markRoomRead: ["POST", "/api/v1/rooms/{id}/read", "application/json"],
  tellTyping: ["POST", "/api/v1/rooms/{id}/typing", ""],
  blockInRoom: ["PUT", "/api/v1/rooms/{id}/block", ""],
  unblockInRoom: ["DELETE", "/api/v1/rooms/{id}/block", ""],
  listSavedSearches: ["GET", "/api/v1/saved-searches", ""],
  saveSearch: ["POST", "/api/v1/saved-searches", "application/json"],
  getSavedSearch: ["GET", "/api/v1/saved-searches/{id}", ""],
  updateSavedSearch: ["PATCH", "/api/v1/saved-searches/{id}", "application/json"],
  removeSavedSearch: ["DELETE", "/api/v1/saved-searches/{id}", ""],
  search: ["GET", "/api/v1/search", ""],
  suggest: ["GET", "/api/v1/search/suggestions", ""],
  getSeller: ["GET", "/api/v1/sellers/{username}", ""],
  listSellerListings: ["GET", "/api/v1/sellers/{username}/listings", ""],
  getStockItem: ["GET", "/api/v1/stock/{listing_type}/{sku}", ""],
  putStockItem: ["PUT", "/api/v1/stock/{listing_type}/{sku}", "application/json"],
  changeStockItem: ["PATCH", "/api/v1/stock/{listing_type}/{sku}", "application/json"],
  deleteStockItem: ["DELETE", "/api/v1/stock/{listing_type}/{sku}", ""],
  writeStock: ["POST", "/api/v1/stock/bulk", "application/json"],
  listWebhooks: ["GET", "/api/v1/webhooks", ""],
  addWebhook: ["POST", "/api/v1/webhooks", "application/json"],
  getWebhook: ["GET", "/api/v1/webhooks/{webhook_id}", ""],
  changeWebhook: ["PATCH", "/api/v1/webhooks/{webhook_id}", "application/json"],
  deleteWebhook: ["DELETE", "/api/v1/webhooks/{webhook_id}", ""],
  rotateWebhookSecret: ["POST", "/api/v1/webhooks/{webhook_id}/secret", ""],
  testWebhook: ["POST", "/api/v1/webhooks/{webhook_id}/test", ""],
  listWebhookDeliveries: ["GET", "/api/v1/webhooks/{webhook_id}/deliveries", ""],
  replayWebhookDelivery: ["POST", "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", ""],
  describeApi: ["GET", "/api/v1/openapi.json", ""],
  createSession: ["POST", "/auth/v1/token", "application/json"],
  signUp: ["POST", "/auth/v1/signup", "application/json"],
  authorize: ["GET", "/auth/v1/authorize", ""],
  authorizeByOrganisation: ["POST", "/auth/v1/sso", "application/json"],
  signOut: ["POST", "/auth/v1/logout", ""],
  sendSignInCode: ["POST", "/auth/v1/otp", "application/json"],
  verify: ["POST", "/auth/v1/verify", "application/json"],
  resend: ["POST", "/auth/v1/resend", "application/json"],
  recoverPassword: ["POST", "/auth/v1/recover", "application/json"],
  getUser: ["GET", "/auth/v1/user", ""],
  changeUser: ["PUT", "/auth/v1/user", "application/json"],
  reauthenticate: ["GET", "/auth/v1/reauthenticate", ""],
  linkIdentity: ["GET", "/auth/v1/user/identities/authorize", ""],
  unlinkIdentity: ["DELETE", "/auth/v1/user/identities/{identity_id}", ""],
  createFactor: ["POST", "/auth/v1/factors", "application/json"],
  challengeFactor: ["POST", "/auth/v1/factors/{factorId}/challenge", ""],
  verifyFactor: ["POST", "/auth/v1/factors/{factorId}/verify", "application/json"],
  deleteFactor: ["DELETE", "/auth/v1/factors/{factorId}", ""],
  describeAccountApi: ["GET", "/auth/v1/openapi.json", ""],
} as const satisfies Record<keyof Operations, readonly [string, string, string]>;
