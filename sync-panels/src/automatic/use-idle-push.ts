import { useEffect, useRef, useState } from 'react'
import { errorOf, type IdleOutcome, type WaitReason } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import {
  type AutomaticMemory,
  type AutomaticPush,
  type AutomaticStore,
  readMemory,
} from './automatic-memory.ts'
import { mayRemind, nextPushAt, SNOOZE_MS } from './idle-rule.ts'

const LOOK_EVERY_MS = 5000
const MOST_LISTED = 10

type Options = {
  store: AutomaticStore
  /** When the project was changed last, in this browser. */
  changedAt: number
  /** The member has to sign in again before anything can be pushed. */
  isSignedOut: boolean
}

/** What keeps an automatic push from going, in the order in which it is said. */
export type Waiting = { reasons: readonly WaitReason[] } | { failure: unknown }

export type Automatic = ReturnType<typeof useIdlePush>

/** Pushes while nobody types. Runs as long as its caller is on display, whichever panel is open. */
export function useIdlePush({ store, changedAt, isSignedOut }: Options) {
  const surroundings = useSurroundings()
  const { project, host } = surroundings
  const [memory, setMemory] = useState(() => readMemory(store))
  const [waiting, setWaiting] = useState<({ project: string } & Waiting) | null>(null)
  const [isPushing, setPushing] = useState(false)

  function change(part: Partial<AutomaticMemory>): void {
    setMemory((before) => {
      const next = { ...before, ...part }
      store.write(JSON.stringify(next))
      return next
    })
  }

  const { isOn, settledAt, triedAt, pushes } = memory
  const nextAt =
    isOn && project.target
      ? nextPushAt({
          ...memory,
          changedAt,
          settledAt: settledAt[project.id] ?? 0,
          triedAt: triedAt[project.id] ?? 0,
        })
      : null

  async function pushNow(): Promise<void> {
    if (!project.target || !(await surroundings.plan.ask())) return
    const began = host.now()
    const outcome = await surroundings.pushing.pushIdle(project.target, memory.branch)
    const line = lineOf(outcome, project.name, began)
    setWaiting(waitingOf(outcome, project.id))
    change({
      triedAt: { ...triedAt, [project.id]: began },
      ...(isSettled(outcome) && { settledAt: { ...settledAt, [project.id]: began } }),
      ...(line && { pushes: [line, ...pushes].slice(0, MOST_LISTED) }),
    })
  }

  useEvery(LOOK_EVERY_MS, () => {
    if (isPushing || isSignedOut || nextAt === null || host.now() < nextAt) return
    setPushing(true)
    void pushNow()
      .catch(() => {})
      .finally(() => setPushing(false))
  })

  return {
    memory,
    change,
    nextAt,
    isPushing,
    waiting: waiting?.project === project.id ? waiting : null,
    snooze: () => change({ snoozedUntil: host.now() + SNOOZE_MS }),
    isReminderDue: memory.reminds && isSignedOut && mayRemind(memory.remindedAt, host.now()),
    noteReminder: () => change({ remindedAt: host.now() }),
  }
}

/** A failure may pass by itself, and a person may end their own push: both are tried again. */
const isSettled = (outcome: IdleOutcome): boolean =>
  outcome.kind === 'waiting' ? !outcome.reasons.includes('interrupted') : outcome.kind !== 'failed'

function lineOf(outcome: IdleOutcome, project: string, at: number): AutomaticPush | null {
  if (outcome.kind === 'pushed') {
    return { at, project, target: outcome.target, commit: outcome.commit, files: outcome.files }
  }
  return outcome.kind === 'failed'
    ? { at, project, target: outcome.target, commit: null, files: 0 }
    : null
}

function waitingOf(outcome: IdleOutcome, project: string) {
  if (outcome.kind === 'waiting') return { project, reasons: outcome.reasons }

  return outcome.kind === 'failed' ? { project, failure: errorOf(outcome.error) } : null
}

/** Calls what was rendered last. */
function useEvery(ms: number, look: () => void): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms])
}
