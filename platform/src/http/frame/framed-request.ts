import { IncomingMessage, type ServerResponse } from 'node:http'

/** A request with the facts that the frame adds. */
export class FramedRequest extends IncomingMessage {
  requestId = ''
  clientAddress = ''
}

/** Answers a request. */
export type Handler = (incoming: FramedRequest, outgoing: ServerResponse) => void

/** Node returns some repeated headers as a list. */
export const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** The path without the query, which may carry tokens and codes and must not be logged. */
export function pathOf({ url = '/' }: Pick<FramedRequest, 'url'>): string {
  const question = url.indexOf('?')

  return question === -1 ? url : url.slice(0, question)
}
