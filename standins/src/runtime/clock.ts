/** The stand-in's own time: a test may move it by hours without waiting. */
export type Clock = { now(): number }
