import { once } from 'node:events'
import { createServer } from 'node:net'
import { Refusal } from './run.js'

const TRIES = 50

/** The first of several free ports in a row: for the product, and its stand-ins after it. */
export async function freePorts(count) {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 20_000)
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
