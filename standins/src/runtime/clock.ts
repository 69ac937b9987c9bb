/** The time as the stand-in sees it: a test may move it by hours without waiting for them. */
export type Clock = { now(): number }
