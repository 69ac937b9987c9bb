import { STATUS_PATH, type StatusReply } from '@app/contract/status'
import { Hono } from 'hono'
import { readStatus, type StatusNeeds } from './read-status.ts'

const KEPT_MS = 15_000

/** Which part works, for everybody. Any number of visitors costs one query in fifteen seconds. */
export function statusRoutes(needs: StatusNeeds) {
  let kept: { until: number; reply: Promise<StatusReply> } | undefined
  const current = () => {
    const now = performance.now()
    if (!kept || kept.until < now) kept = { until: now + KEPT_MS, reply: readStatus(needs) }
    return kept.reply
  }

  return new Hono().get(STATUS_PATH, async (c) => {
    c.header('cache-control', `public, max-age=${KEPT_MS / 1000}`)
    // Status pages elsewhere may show ours.
    c.header('access-control-allow-origin', '*')

    return c.json(await current())
  })
}
