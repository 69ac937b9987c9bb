import type { IncomingMessage } from 'node:http'
import { bodyNotUsable } from '#data-api/errors/request-errors.ts'
import { bodyTooLarge } from '#http/frame/body-limit.ts'

/**
 * Reads a body directly from Node's request, without stream layers. One that declares too large a length is refused
 * unread; one that exceeds the limit, as soon as it does.
 */
export function wholeBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cutOff = () => reject(bodyNotUsable('The body was cut off'))
    if (incoming.destroyed) return cutOff()
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
      return reject(bodyTooLarge(maxBytes))
    }

    const parts: Buffer[] = []
    let bytes = 0
    const take = (part: Buffer) => {
      bytes += part.length
      if (bytes <= maxBytes) return void parts.push(part)

      incoming.off('data', take).pause()
      reject(bodyTooLarge(maxBytes))
    }
    incoming.on('data', take)
    incoming.once('end', () => {
      const [only] = parts
      resolve(only !== undefined && parts.length === 1 ? only : Buffer.concat(parts))
    })
    incoming.once('error', cutOff)
    // Every request closes; before its end it was aborted.
    incoming.once('close', () => {
      if (!incoming.readableEnded) cutOff()
    })
  })
}
