import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ephemeral ports, one of which might be taken between check and use.
const FIRST = 10_000
const STRETCHES = 220
const LENGTH = 100
let steps = 0

/** A free port. Each process uses a range of its own, so that no two collide. */
export async function freePort(): Promise<number> {
  const start = FIRST + (process.pid % STRETCHES) * LENGTH

  for (let tried = 0; tried < LENGTH; tried++) {
    const port = start + (steps++ % LENGTH)
    if (await isFree(port)) return port
  }
  throw new Error(`All ports from ${start} on are taken`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
