import { IncomingMessage, type ServerResponse } from 'node:http'

/** A request, with what the frame finds out about it before anybody serves it. */
export class FramedRequest extends IncomingMessage {
  requestId = ''
  clientAddress = ''
}

/** Takes a request and sees to it that it is answered. */
export type Handler = (incoming: FramedRequest, outgoing: ServerResponse) => void

/** Node gives some headers that came several times as a list. */
export const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** The path as it came: a query may carry tokens and codes, so nobody logs more than this. */
export function pathOf({ url = '/' }: Pick<FramedRequest, 'url'>): string {
  const question = url.indexOf('?')

  return question === -1 ? url : url.slice(0, question)
}
