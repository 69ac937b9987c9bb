import type { FramedRequest } from '#http/frame/framed-request.ts'

const CREDENTIALS = new Set(['authorization', 'apikey', 'x-api-key', 'cookie'])
const OF_THE_HANDSHAKE = /^(sec-websocket-.*|connection|upgrade)$/

/** The headers that policies may read as `request.headers`, without credentials. */
export const handshakeHeaders = ({ headers }: FramedRequest): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !CREDENTIALS.has(name) && !OF_THE_HANDSHAKE.test(name),
      ),
    ),
  )
