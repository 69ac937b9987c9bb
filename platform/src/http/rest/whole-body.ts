import type { IncomingMessage } from 'node:http'
import { bodyNotUsable } from '#data-api/errors/request-errors.ts'
import { bodyTooLarge } from '#http/frame/body-limit.ts'

/**
 * Reads a body directly from Node's request, without stream layers. A declared length above the limit is refused unread; other bodies once
 * they exceed the limit. A body of declared length is complete with its last byte, without waiting for further events.
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
    // Every request emits `close`; before its end, that means it was aborted. With no listener for aborts, Node raises
    // no error for them.
    incoming.on('close', () => {
      if (isSettled) return
      if (incoming.readableEnded) finish()
      else reject(cutOff())
    })
  })
}

const cutOff = () => bodyNotUsable('The body was cut off')
