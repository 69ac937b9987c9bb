import { readMemory } from '@app/sync-panels/automatic-memory'
import { isSettled, lineOf, MOST_LISTED, nextPushAt, SNOOZE_MS } from '@app/sync-panels/idle-rule'
import type { IdleOutcome } from '@app/sync-panels/push-state'
import { note } from '#store/log.ts'
import { type KnownProject, local } from '#store/storage.ts'
import { setAlarms } from './alarms.ts'
import { announce } from './announce.ts'
import { withoutFuture } from './clock-rules.ts'
import { isQuiet } from './idle-conditions.ts'
import { isPro } from './plan.ts'
import { knownProject, noteActivity } from './projects.ts'
import { pushIdle } from './pushes.ts'
import { builderTabs, isTabShown } from './tabs.ts'

export const readAutomatic = async () => {
  const text = await local.read('automatic')
  const memory = readMemory({ read: () => text })
  const now = Date.now()

  return {
    ...memory,
    settledAt: withoutFuture(memory.settledAt, now),
    triedAt: withoutFuture(memory.triedAt, now),
    snoozedUntil: Math.min(memory.snoozedUntil, now + SNOOZE_MS),
  }
}

type Automatic = Awaited<ReturnType<typeof readAutomatic>>

export async function changeAutomatic(part: Partial<Automatic>): Promise<void> {
  await local.change('automatic', (text) =>
    JSON.stringify({ ...readMemory({ read: () => text }), ...part }),
  )
  announce()
  await setAlarms()
}

/** What keeps a project from being pushed, until the worker ends or the next attempt. */
const waiting = new Map<string, IdleOutcome>()

export const waitingFor = (project: string): IdleOutcome | null => waiting.get(project) ?? null

export function nextAt(memory: Automatic, { id, target, changedAt }: KnownProject): number | null {
  if (!memory.isOn || !target) return null

  return nextPushAt({
    ...memory,
    changedAt,
    settledAt: memory.settledAt[id] ?? 0,
    triedAt: memory.triedAt[id] ?? 0,
  })
}

/** Called by an alarm while the panel is closed: pushes projects that were idle for the chosen time. */
export async function pushIdleProjects(): Promise<void> {
  const memory = await readAutomatic()
  if (!memory.isOn) return
  const idleState = await chrome.idle.queryState(memory.idleMinutes * 60)
  for (const [tabId, { project }] of Object.entries(await builderTabs())) {
    const known = project ? await knownProject(project) : null
    // The clock was set back: the wait begins again.
    if (known && known.changedAt > Date.now()) await noteActivity(known.id)
    const due = known && nextAt(memory, known)
    if (!known?.target || !due || due > Date.now()) continue
    const isShown = await isTabShown(Number(tabId))
    if (!isQuiet({ idleState, isTabShown: isShown, isOnline: navigator.onLine })) continue
    if (!(await isPro().catch(() => false))) return
    await pushOne(known, memory)
  }
}

async function pushOne(known: KnownProject, memory: Automatic): Promise<void> {
  const { id, name, target } = known
  if (!target) return
  const began = Date.now()
  const outcome = await pushIdle(id, target, memory.branch).catch(() => null)
  if (!outcome) return
  if (outcome.kind === 'pushed' || outcome.kind === 'nothing') waiting.delete(id)
  else waiting.set(id, outcome)
  await note(`idle push of ${id}: ${outcome.kind}`)
  const line = lineOf(outcome, name, began)
  const { triedAt, settledAt, pushes } = await readAutomatic()
  await changeAutomatic({
    triedAt: { ...triedAt, [id]: began },
    ...(isSettled(outcome) && { settledAt: { ...settledAt, [id]: began } }),
    ...(line && { pushes: [line, ...pushes].slice(0, MOST_LISTED) }),
  })
}
