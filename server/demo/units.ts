/** The drawings' own units; a picture is 4:5, as the cards are. */
export const UNITS = { wide: 800, high: 1000 } as const;
