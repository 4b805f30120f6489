/**
 * SVG path data on a square of 48 units. The label of a drawing is the message `shot_{key}`. Definitions of categories
 * contain only the keys, so that browsers do not load the drawings with them.
 */
export const SHOT_DRAWINGS = {
  face: [
    "M24 5c8 0 14 8 14 18s-6 18-14 18-14-8-14-18S16 5 24 5Z",
    "M18 7v32M24 5v36M30 7v32M12 15h24M10 23h28M12 31h24",
  ],
  grommets: [
    "M6 36C9 17 17 8 24 8s15 9 18 28M12 38c3-15 8-22 12-22s9 7 12 22",
    "M13 21l4 3M19 12l2 5M29 12l-2 5M35 21l-4 3",
  ],
  grip: ["M18 4h12v32l2 7H16l2-7Z", "M18 13l12-6M18 21l12-6M18 29l12-6M18 37l12-6"],
  throat: ["M8 5c2 13 8 19 12 24v15h8V29c4-5 10-11 12-24", "M15 6c2 8 5 12 9 16 4-4 7-8 9-16"],
  label: ["M8 12h32v24H8Z", "M14 19h20M14 25h20M14 31h10"],
  damage: ["M24 5a19 19 0 1 0 0 38 19 19 0 0 0 0-38Z", "M26 10l-6 10 9 5-7 8 3 5"],
  packaging: ["M7 15l17-9 17 9v18l-17 9-17-9Z", "M7 15l17 9 17-9M24 24v18"],
  contents: [
    "M24 8a16 16 0 1 0 0 32 16 16 0 0 0 0-32Z",
    "M24 14a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM24 20a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  ],
  outside: ["M9 17h30v25H9Z", "M18 17v-5c0-3 2-6 6-6s6 3 6 6v5M16 27h16v9H16Z"],
  inside: ["M6 21h36l-4 21H10Z", "M6 21c4-9 10-12 18-12s14 3 18 12M12 29c8 3 16 3 24 0"],
  straps: ["M15 43c-5-13-5-26 4-37M33 43c5-13 5-26-4-37", "M18 14h12M15 26h18"],
  lid: ["M10 18c0-6 28-6 28 0v10c0 6-28 6-28 0Z", "M10 18c0 6 28 6 28 0"],
  balls: ["M24 6a18 18 0 1 0 0 36 18 18 0 0 0 0-36Z", "M11 12c9 6 9 18 0 24M37 12c-9 6-9 18 0 24"],
  front: ["M17 7c2 6 12 6 14 0l11 6-4 9-6-2v22H16V20l-6 2-4-9Z"],
  back: ["M17 7c4 2 10 2 14 0l11 6-4 9-6-2v22H16V20l-6 2-4-9Z", "M20 17h8"],
  size_label: ["M14 5h20v32l-10 6-10-6Z", "M20 13h8M19 21h10M19 28h10"],
  fabric: [
    "M8 8h32v32H8Z",
    "M8 17c5-3 11 3 16 0s11 3 16 0M8 25c5-3 11 3 16 0s11 3 16 0M8 33c5-3 11 3 16 0s11 3 16 0",
  ],
  whole: ["M6 15V6h9M33 6h9v9M42 33v9h-9M15 42H6v-9", "M16 16h16v16H16Z"],
  detail: ["M20 6a14 14 0 1 0 0 28 14 14 0 0 0 0-28Z", "M30 30l12 12M20 14v12M14 20h12"],
} as const;

export type PhotoShot = keyof typeof SHOT_DRAWINGS;
