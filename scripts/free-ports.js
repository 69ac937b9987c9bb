import { once } from 'node:events'
import { createServer } from 'node:net'
import { Refusal } from './run.js'

const TRIES = 50
/** Below the ports that systems give to connections and to servers without a port of their own. */
const RANGE = { from: 20_000, count: 12_000 }

/** The first of several free ports in a row: for the product, and its stand-ins after it. */
export async function freePorts(count) {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = RANGE.from + Math.floor(Math.random() * RANGE.count)
    const probes = []
    try {
      for (let port = first; port < first + count; port++) {
        const probe = createServer().listen(port, '127.0.0.1')
        probes.push(probe)
        await once(probe, 'listening')
      }
      return first
    } catch {
      // One is in use: tries another range.
    } finally {
      for (const probe of probes) probe.close()
    }
  }
  throw new Refusal('No free ports.')
}
