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
}

/** Polls for new pushes while the tab is visible and online. Failures double the interval. Returns a function that stops it. */
export function watchPushes<Push extends Dated>({ load, onPushes, seen }: Needs<Push>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = EVERY_MS
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  let isStopped = false

  const isAwake = () => document.visibilityState === 'visible' && navigator.onLine
  document.addEventListener('visibilitychange', wake)
  addEventListener('online', wake)
  plan(FIRST_MS)

  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    removeEventListener('online', wake)
  }

  function wake() {
    if (isAwake()) plan(Math.max(0, askedAt + LEAST_MS - Date.now()))
    else clearTimeout(timer)
  }

  function plan(ms: number) {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(ask, ms)
  }

  async function ask() {
    if (isStopped || isAsking || !isAwake()) return
    isAsking = true
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
    plan(pauseMs)
  }
}
