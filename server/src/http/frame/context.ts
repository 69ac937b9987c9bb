/** What the frame knows of every request before a surface sees it. */
export type RequestContext = {
  Bindings: { incoming: import('node:http').IncomingMessage }
  Variables: { requestId: string; clientAddress: string }
}
