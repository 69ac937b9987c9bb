import type { ServerResponse } from 'node:http'
import type { FramedRequest } from './framed-request.ts'

/** The context of every route. */
export type RequestContext = { Bindings: { incoming: FramedRequest; outgoing: ServerResponse } }
