import { type Automatic, waitingOf } from '@app/sync-panels/idle-push'
import { SNOOZE_MS } from '@app/sync-panels/idle-rule'
import { useEffect, useState } from 'react'
import { ask } from './ask.ts'
import { useChanges } from './use-overview.ts'

type Known = Awaited<ReturnType<typeof ask<'automatic'>>>

/** Automatic pushes are the worker's; the panel shows and changes what it remembers. Null before the first answer. */
export function useAutomatic(project: string): Automatic | null {
  const changes = useChanges()
  const [known, setKnown] = useState<Known | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to ask again.
  useEffect(() => {
    void ask('automatic', project).then(setKnown, () => undefined)
  }, [project, changes])
  if (!known) return null
  const { memory, nextAt, outcome } = known
  const change: Automatic['change'] = (part) => {
    // At once: Chrome asks only while the press counts. Without it the sign at the button stays.
    if (part.reminds) void chrome.permissions.request({ permissions: ['notifications'] })
    setKnown({ ...known, memory: { ...memory, ...part } })
    void ask('changeAutomatic', part)
  }

  return {
    memory,
    change,
    nextAt: nextAt ?? null,
    isPushing: false,
    waiting: outcome && waitingOf(outcome, project),
    snooze: () => change({ snoozedUntil: Date.now() + SNOOZE_MS }),
    isReminderDue: false,
    noteReminder: () => undefined,
  }
}
