import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'

/**
 * Refuses a body with too large a content-length before reading it, and stops reading one that exceeds the limit.
 * The rest is not read: the connection closes instead.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const declared = Number(c.req.header('content-length') ?? 0)
    if (declared > maxBytes) {
      c.header('connection', 'close')
      throw bodyTooLarge(maxBytes)
    }
    // A body with a declared length cannot be longer, so it is not counted.
    if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
      const body = countedBody(c.req.raw.body, maxBytes)
      c.req.raw = new Request(c.req.raw, { body, duplex: 'half' } as RequestInit)
    }
    await next()
  }
}

function countedBody(body: ReadableStream<Uint8Array>, maxBytes: number) {
  let seen = 0

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > maxBytes) controller.error(bodyTooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
}

export const bodyTooLarge = (maxBytes: number) =>
  new AppError('body_too_large', 413, `The body is larger than ${maxBytes} bytes`)
