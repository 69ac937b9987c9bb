import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

/** Development only: a page reloads when the server's id has changed after a restart. */
export const liveReloadTag = '<script src="/dev/reload.js" async></script>'

const SCRIPT = `
  let seen
  new EventSource('/dev/reload').onmessage = ({ data }) => {
    if (seen && seen !== data) location.reload()
    seen = data
  }
`

export function liveReloadRoutes() {
  const id = randomUUID()

  return new Hono()
    .get('/dev/reload.js', (c) => c.body(SCRIPT, 200, { 'content-type': 'text/javascript' }))
    .get('/dev/reload', (c) =>
      streamSSE(c, async (stream) => {
        await stream.writeSSE({ data: id, retry: 300 })
        await new Promise((closed) => stream.onAbort(() => closed(undefined)))
      }),
    )
}
