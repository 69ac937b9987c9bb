import { readMemory } from '@app/sync-panels/automatic-memory'
import { pushes } from '#store/database.ts'
import { local } from '#store/storage.ts'
import { alarmsFor, isSame } from './alarm-rules.ts'
import { deletionAt, isOpenCopy, isPostponed, isPublicCopy } from './copy-rules.ts'

/** Sets missing alarms and clears those that are no longer needed. Called after each change of what they depend on. */
export function setAlarms(): Promise<void> {
  return navigator.locks.request('alarms', async () => {
    const now = Date.now()
    const wanted = alarmsFor(await waking(now))
    const known = await chrome.alarms.getAll()
    for (const { name } of known) {
      if (!wanted[name]) await chrome.alarms.clear(name)
    }
    for (const [name, alarm] of Object.entries(wanted)) {
      const found = known.find((one) => one.name === name)
      if (!found || !isSame(found, alarm, now)) await chrome.alarms.create(name, alarm)
    }
  })
}

async function waking(now: number) {
  const session = await local.read('session')
  const automatic = await local.read('automatic')
  const copies = Object.values(await local.read('copies'))
  const open = copies.filter((copy) => isOpenCopy(copy) && !isPostponed(copy, now))

  return {
    now,
    unfinished: (await pushes.ids()).length + open.length,
    sessionEndsAt: session && !session.isEnded ? session.expiresAt : null,
    pushesWhenIdle: readMemory({ read: () => automatic }).isOn,
    copies: Object.fromEntries(
      copies
        .filter((copy) => isPublicCopy(copy) || isPostponed(copy, now))
        .map((copy) => [copy.id, deletionAt(copy, now)]),
    ),
  }
}

/** Called before work that has to be resumed, because the worker may be terminated right after it. */
export const wakeToResume = async (): Promise<void> => {
  const wanted = { periodInMinutes: 0.5 }
  const known = await chrome.alarms.get('resume')
  if (!known || !isSame(known, wanted, Date.now())) await chrome.alarms.create('resume', wanted)
}
