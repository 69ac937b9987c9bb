/** Longer than the server's minimum interval of 15 s. */
const EVERY_MS = 20_000
const LEAST_MS = 15_000
/** The page's own requests come first. */
const FIRST_MS = 2_000
const LONGEST_MS = 300_000

type Dated = { created_at: string }

type Needs<Push extends Dated> = {
  /** Pushes after this time, newest first; null requests only the newest. */
  load: (after: string | null) => Promise<Push[]>
  onPushes: (pushes: Push[]) => void
  /** The newest known push's time, kept across screens. Null: there was never a push. */
  seen: { newest: string | null | undefined }
  /** The interval for now, from the usual one. */
  everyMs?: (usualMs: number) => number
  /** Calls the listener when there may be a push; returns a function that ends it. */
  onHint?: (listener: () => void) => () => void
}

/** Polls for new pushes while the tab is visible and online. Failures double the interval. Returns a function that stops it. */
export function watchPushes<Push extends Dated>(needs: Needs<Push>): () => void {
  const { load, onPushes, seen, everyMs = (usualMs) => usualMs, onHint = () => () => {} } = needs
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = EVERY_MS
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  let isStopped = false
  let isHinted = false

  const isAwake = () => document.visibilityState === 'visible' && navigator.onLine
  document.addEventListener('visibilitychange', wake)
  addEventListener('online', wake)
  const stopHearing = onHint(hear)
  plan(FIRST_MS)

  return () => {
    isStopped = true
    clearTimeout(timer)
    stopHearing()
    document.removeEventListener('visibilitychange', wake)
    removeEventListener('online', wake)
  }

  function wake() {
    if (isAwake()) plan(Math.max(0, askedAt + LEAST_MS - Date.now()))
    else clearTimeout(timer)
  }

  function hear() {
    isHinted = true
    if (isAwake() && !isAsking) plan(0)
  }

  function plan(ms: number) {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(ask, ms)
  }

  async function ask() {
    if (isStopped || isAsking || !isAwake()) return
    isAsking = true
    isHinted = false
    askedAt = Date.now()

    try {
      const isFirst = seen.newest === undefined
      const pushes = await load(seen.newest ?? null)
      seen.newest = pushes[0]?.created_at ?? seen.newest ?? null
      pauseMs = EVERY_MS
      if (pushes.length > 0 && !isFirst && !isStopped) onPushes(pushes)
    } catch {
      pauseMs = Math.min(2 * pauseMs, LONGEST_MS)
    }
    isAsking = false
    plan(isHinted ? 0 : everyMs(pauseMs))
  }
}
