import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'

/**
 * Refuses a body that says it is too long before reading any of it, and stops reading one that
 * turns out to be. What was refused is not read to its end: the connection closes instead.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { body } = c.req.raw
    if (!body) return next()

    const declared = Number(c.req.header('content-length') ?? 0)
    if (declared > maxBytes) {
      c.header('connection', 'close')
      throw tooLarge(maxBytes)
    }
    if (c.req.header('transfer-encoding') !== undefined) {
      const limited = new Request(c.req.raw, {
        body: countedBody(body, maxBytes),
        duplex: 'half',
      } as RequestInit)
      c.req.raw = limited
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
        if (seen > maxBytes) controller.error(tooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
}

const tooLarge = (maxBytes: number) =>
  new AppError('body_too_large', 413, `The body is larger than ${maxBytes} bytes`)
