import type { IncomingMessage } from 'node:http'
import { bodyNotUsable } from '#data-api/errors/request-errors.ts'
import { bodyTooLarge } from '#http/frame/body-limit.ts'

/**
 * Reads a body directly from Node's request, without stream layers. One that declares too large a length is refused
 * unread; one that exceeds the limit, as soon as it does. One of a declared length is complete with its last byte, so
 * that nobody has to wait for the events after it.
 */
export function wholeBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(cutOff())
    const declared = Number(incoming.headers['content-length'] ?? Number.NaN)
    if (declared > maxBytes) return reject(bodyTooLarge(maxBytes))

    const parts: Buffer[] = []
    let bytes = 0
    let isSettled = false
    const finish = () => {
      isSettled = true
      const [only] = parts
      resolve(only !== undefined && parts.length === 1 ? only : Buffer.concat(parts))
    }
    const take = (part: Buffer) => {
      bytes += part.length
      if (bytes > maxBytes) {
        isSettled = true
        incoming.off('data', take).pause()
        return reject(bodyTooLarge(maxBytes))
      }
      parts.push(part)
      if (bytes === declared) finish()
    }
    incoming.on('data', take)
    // Every request closes; before its end it was aborted. Without a listener for it, Node makes no error of that.
    incoming.on('close', () => {
      if (isSettled) return
      if (incoming.readableEnded) finish()
      else reject(cutOff())
    })
  })
}

const cutOff = () => bodyNotUsable('The body was cut off')
