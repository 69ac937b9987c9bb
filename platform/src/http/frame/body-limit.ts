import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'
import type { RequestContext } from './context.ts'

/**
 * Refuses a body whose content-length is too large, and stops reading a body that exceeds the limit. The rest is not read: the connection
 * closes instead.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler<RequestContext> {
  return async (c, next) => {
    const refuse = () => {
      // Set on Node's response, because some surfaces render errors without the context's headers.
      c.env.outgoing.setHeader('connection', 'close')
      return bodyTooLarge(maxBytes)
    }
    const declared = Number(c.req.header('content-length') ?? 0)
    if (declared > maxBytes) throw refuse()
    // A body with a declared length cannot exceed it, so it is not counted.
    if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
      const body = countedBody(c.req.raw.body, maxBytes, refuse)
      c.req.raw = new Request(c.req.raw, { body, duplex: 'half' } as RequestInit)
    }
    await next()
  }
}

function countedBody(body: ReadableStream<Uint8Array>, maxBytes: number, refuse: () => AppError) {
  let seen = 0

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > maxBytes) controller.error(refuse())
        else controller.enqueue(chunk)
      },
    }),
  )
}

export const bodyTooLarge = (maxBytes: number) =>
  new AppError('body_too_large', 413, `The body is larger than ${maxBytes} bytes`)
