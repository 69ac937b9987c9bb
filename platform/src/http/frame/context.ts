import type { FramedRequest } from './framed-request.ts'

/** What a route has besides the request itself. */
export type RequestContext = { Bindings: { incoming: FramedRequest } }
