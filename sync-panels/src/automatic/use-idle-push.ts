import { useEffect, useRef, useState } from 'react'
import { errorOf, type IdleOutcome, type WaitReason } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import { type AutomaticMemory, type AutomaticStore, readMemory } from './automatic-memory.ts'
import { isSettled, lineOf, MOST_LISTED, mayRemind, nextPushAt, SNOOZE_MS } from './idle-rule.ts'

const LOOK_EVERY_MS = 5000

type Options = {
  store: AutomaticStore
  /** When the project last changed in this browser. */
  changedAt: number
  /** The member must sign in before anything can be pushed. */
  isSignedOut: boolean
}

/** Why an automatic push waits, in display order. */
export type Waiting = { reasons: readonly WaitReason[] } | { failure: unknown }

export type Automatic = ReturnType<typeof useIdlePush>

/** Pushes while the member is idle. Runs while its caller is mounted, regardless of the open panel. */
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

export function waitingOf(outcome: IdleOutcome, project: string) {
  if (outcome.kind === 'waiting') return { project, reasons: outcome.reasons }

  return outcome.kind === 'failed' ? { project, failure: errorOf(outcome.error) } : null
}

/** Calls the callback from the latest render. */
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
