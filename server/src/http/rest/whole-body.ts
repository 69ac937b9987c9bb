import type { IncomingMessage } from 'node:http'
import { bodyNotUsable } from '#data-api/request-errors.ts'

/** Taken from Node as it comes: a body whose length is declared needs none of the layers that a request's stream has. */
export function wholeBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cutOff = () => reject(bodyNotUsable('The body was cut off'))
    if (incoming.destroyed) return cutOff()

    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.once('end', () => {
      const [only] = parts
      resolve(only !== undefined && parts.length === 1 ? only : Buffer.concat(parts))
    })
    incoming.once('error', cutOff)
    // Every request closes in the end, this one only too early.
    incoming.once('close', () => {
      if (!incoming.readableEnded) cutOff()
    })
  })
}
