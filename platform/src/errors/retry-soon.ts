const MOST_S = 10

/** Clients that fail together must not come back together. */
export const soonS = (): number => 1 + Math.floor(Math.random() * MOST_S)
