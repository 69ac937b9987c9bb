import type { FramedRequest, FramedResponse } from './framed-request.ts'

/** The context of every route. */
export type RequestContext = { Bindings: { incoming: FramedRequest; outgoing: FramedResponse } }
