/** By then a screen and its data have loaded, also on a slow network. */
const IDLE_AFTER_MS = 4000

/** Runs the action when probably nothing more urgent is downloading; returns a function that cancels it. */
export function whenIdle(action: () => void): () => void {
  const timer = setTimeout(action, IDLE_AFTER_MS)

  return () => clearTimeout(timer)
}
