import { SyncError } from '@app/sync/sync-error'
import { type KeptPush, pushes } from '#store/database.ts'
import { session as passing } from '#store/storage.ts'
import { isYounger } from './clock-rules.ts'

/** The limit of confirmed pushes that wait. One more is refused before it begins. */
const MOST_WAITING = 20

/** A push without progress for longer asks before it continues, unless it only waited for the network. */
const GOES_ON_WITHIN_MS = 60 * 60_000

/** When the pushes that this worker has begun were confirmed. They are counted before they have a journal. */
const begun = new Map<string, number>()

export const confirmedAt = (project: string): number => begun.get(project) ?? Date.now()

/**
 * The projects whose confirmed pushes resume by themselves, by time of confirmation. Automatic pushes are repeated by
 * the next automatic push; older ones ask first.
 */
export async function waitingPushes(): Promise<string[]> {
  const all = await Promise.all(
    (await pushes.ids()).map(async (project) => ({ project, stored: await pushes.read(project) })),
  )
  return inOrder(all, { now: Date.now(), waited: await passing.read('waiting') })
}

type Order = { now: number; waited: readonly string[] }

export const inOrder = (
  all: readonly { project: string; stored: KeptPush | null }[],
  { now, waited }: Order,
): string[] =>
  all
    .flatMap(({ project, stored }) =>
      stored && !stored.isAutomatic
        ? [{ project, since: stored.since, at: stored.journal.at }]
        : [],
    )
    .filter(({ project, at }) => waited.includes(project) || isYounger(at, GOES_ON_WITHIN_MS, now))
    .sort((one, other) => one.since - other.since)
    .map(({ project }) => project)

/** Kept until the browser closes or the network is back. */
export const noteWaiting = (projects: string[]): Promise<void> => passing.write('waiting', projects)

/** Runs a push unless too many others wait. One that has a journal has its place already. */
export async function inQueue<Result>(
  project: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = await pushes.read(project)
  const waiting = known ? [] : await waitingPushes()
  const others = new Set([...waiting, ...begun.keys()].filter((one) => one !== project))
  if (!known && others.size >= MOST_WAITING) {
    throw new SyncError('queue_full', { count: MOST_WAITING })
  }
  begun.set(project, known?.since ?? Date.now())
  try {
    return await work()
  } finally {
    begun.delete(project)
  }
}
