/** By then a screen and its data are there, also on a slow network. */
const IDLE_AFTER_MS = 4000

/** Runs the action when there is most likely nothing more urgent to download; returns how to call it off. */
export function whenIdle(action: () => void): () => void {
  const timer = setTimeout(action, IDLE_AFTER_MS)

  return () => clearTimeout(timer)
}
