import { request as send } from 'node:http'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Forwards a request to the product and returns its unchanged answer. */
export function forward(address, request, answer) {
  if (!address) return refuse(answer, 503, 'The server is not running. The terminal says why.')

  const { method, url: path, rawHeaders } = request
  const upstream = send(address, { method, path, headers: endToEnd(rawHeaders), agent: false })
  upstream.on('response', (reply) => {
    answer.writeHead(reply.statusCode, reply.statusMessage, endToEnd(reply.rawHeaders))
    reply.pipe(answer)
    reply.on('error', () => answer.destroy())
  })
  upstream.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else refuse(answer, 502, `The server did not answer: ${error.message}`)
  })
  answer.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** Headers as a flat list, without hop-by-hop headers. */
function endToEnd(rawHeaders) {
  return rawHeaders.filter((_, i) => !HOP_BY_HOP.has(rawHeaders[i - (i % 2)].toLowerCase()))
}

function refuse(answer, status, text) {
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}
