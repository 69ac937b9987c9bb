import type { KnownAnswers } from '@app/sync/known-answers'
import { type PullRequestStatus, readPullRequest } from '@app/sync/read-pull-request'
import type { Target } from '@app/sync/target'
import { useEffect, useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { type Looks, nextLookIn } from './poll-rule.ts'

const NO_LOOKS: Looks = { status: null, unchanged: 0, failures: 0, error: null }

/** The state of a pull request, polled while visible. */
export function usePullRequest({ owner, name }: Target, number: number) {
  const { host } = useSurroundings()
  const [looks, setLooks] = useState(NO_LOOKS)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt of the person's begins anew.
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const known: KnownAnswers = new Map()
    let latest = NO_LOOKS
    let dueAt: number | null = host.now()
    let waiting = new AbortController()

    async function look() {
      dueAt = null
      latest = await readPullRequest(host, { owner, name }, number, { known, signal }).then(
        (status) => afterLook(latest, status),
        (error: unknown) => ({ ...latest, failures: latest.failures + 1, error }),
      )
      if (signal.aborted) return
      setLooks(latest)
      const gap = nextLookIn(latest, host.now())
      dueAt = gap === null ? null : host.now() + gap
      plan()
    }
    function plan() {
      waiting.abort()
      if (dueAt === null || document.visibilityState === 'hidden') return
      void lookAfter(Math.max(0, dueAt - host.now()))
    }
    async function lookAfter(ms: number) {
      waiting = new AbortController()
      const { signal: left } = waiting
      await host.wait(ms, left).catch(() => undefined)
      if (!left.aborted) await look()
    }

    plan()
    document.addEventListener('visibilitychange', plan)
    return () => {
      abort.abort()
      waiting.abort()
      document.removeEventListener('visibilitychange', plan)
    }
  }, [host, owner, name, number, attempt])

  return {
    status: looks.status,
    /** Set while the latest poll failed; earlier data stays. */
    error: looks.failures > 0 ? looks.error : null,
    lookNow: () => setAttempt((count) => count + 1),
  }
}

function afterLook(before: Looks, status: PullRequestStatus): Looks {
  const isSame = JSON.stringify(status) === JSON.stringify(before.status)

  return { status, unchanged: isSame ? before.unchanged + 1 : 0, failures: 0, error: null }
}
